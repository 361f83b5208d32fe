import { domainToUnicode } from 'node:url'
import type { Card } from '@millrace/cards'
import type { ApprovalQuestion } from '@millrace/policies/approval'
import { sandboxBanner } from '@millrace/policies/sandbox'
import type { ToolTouches } from '@millrace/tools'
import type { Workspace } from '../workspace.ts'
import { readOnlyPaths } from './read-only-paths.ts'
import { redirects } from './redirects.ts'
import { unusualLetters } from './unusual-letters.ts'

/** What a person should not overlook in what is asked about. */
export function riskNotes(card: Card, question: ApprovalQuestion, workspace: Workspace): string[] {
  const touches = touchesOf(question, workspace)
  const { paths = [], hosts = [], argv = [] } = touches
  const command = argv.flat().join(' ')
  const written = argv.flatMap(([, , script = '']) => redirects(script))
  const named = [...paths.map(({ path }) => path), ...written]
  return [
    ...noteOf(
      'outside the workspace',
      named.filter((path) => isOutside(path, workspace.root)),
    ),
    ...noteOf('writes by redirection to', written),
    ...noteOf(
      'the sandbox keeps it read-only even after a yes; the edit tool can change it',
      readOnlyPaths(touches, workspace.ctx.get('sandbox'), workspace.keepsPath),
    ),
    ...noteOf('reaches over the network', hosts),
    ...noteOf('punycode', punycode(`${card.call.title} ${command} ${hosts.join(' ')}`)),
    ...unusualLetters(card),
    ...(argv.length > 0 ? sandboxNotes(workspace) : []),
  ]
}

function touchesOf(question: ApprovalQuestion, { tools }: Workspace): ToolTouches {
  if (question.kind === 'step') return {}
  if (question.kind === 'host') return { hosts: [`${question.host}:${question.port}`] }
  const { name, agent, arguments: args } = question.execution
  try {
    return tools.get(name, agent)?.touches?.(args) ?? {}
  } catch {
    // Policy denies a call whose tool cannot say this; a note about it has nothing to say.
    return {}
  }
}

/** What does not keep the command in. */
function sandboxNotes({ ctx }: Workspace): string[] {
  const state = ctx.get('sandbox')
  return (state && sandboxBanner(state))?.split('\n') ?? []
}

/** By its spelling alone; what links lead to is the business of the folder's boundary. */
function isOutside(path: string, root: string): boolean {
  if (path.startsWith('~')) return true
  if (path.startsWith('/')) return path !== root && !path.startsWith(`${root}/`)
  let depth = 0
  for (const name of path.split(/[\\/]/)) {
    if (name === '..') depth -= 1
    else if (name !== '' && name !== '.') depth += 1
    if (depth < 0) return true
  }
  return /^[A-Za-z]:/.test(path)
}

/** Names of hosts that stand for others, with what they stand for. */
function punycode(text: string): string[] {
  // Whole names first, each taken once: a pattern that looks for the mark takes the square of the time.
  const runs = text.match(/[a-z0-9-]+(?:\.[a-z0-9-]+)*/gi) ?? []
  const names = runs.flatMap((run) => {
    const at = run.toLowerCase().indexOf('xn--')
    if (at < 0) return []
    return at === 0 || run[at - 1] === '.' ? [run] : [run.slice(at)]
  })
  return [...new Set(names)].map((name) => `${name} is "${domainToUnicode(name) || 'no valid name'}"`)
}

const mostNamed = 5

function noteOf(what: string, found: readonly string[]): string[] {
  if (found.length === 0) return []
  const more = found.length - mostNamed
  return [`note: ${what}: ${found.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}
