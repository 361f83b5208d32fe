import { nearest } from '@millrace/schema'
import type { ToolSchema } from '@millrace/protocol'
import { scopeChainOf } from '@millrace/scope'
import {
  offeredSchemas,
  presentationMode,
  schemaView,
  transportName,
  type ToolPresentationMode,
  type ToolRuntime,
} from '@millrace/tools'
import type { SessionAgent } from '../contract/agent.ts'
import { PromptError } from './prompt-error.ts'

const nothingLoaded: ReadonlySet<string> = new Set()

/** An error lists so many names. */
const mostListed = 100

interface Kept {
  readonly offered: readonly ToolSchema[]
  readonly order: readonly string[]
  readonly sorted: readonly ToolSchema[]
}

/** The tools of requests in a stable order; an agent's are sorted again only when something changed. */
export class ToolOrder {
  private readonly kept = new WeakMap<SessionAgent, Kept>()

  /**
   * What an agent's requests offer: the named tools first, the others by name.
   * @throws PromptError `PROMPT_TOOL_ORDER`; CodeRuntimeMissingError where the mode needs what nothing provides.
   */
  of(tools: ToolRuntime, agent: SessionAgent, order: readonly string[]): readonly ToolSchema[] {
    const view = schemaView(tools, agent)
    const mode = presentationMode(tools, agent)
    checkOrder(tools, agent, mode, order)
    const presented = mode === 'code' ? view.filter(({ name }) => name === transportName) : view
    const loaded = agent.loadedTools ?? nothingLoaded
    const offered = offeredSchemas(tools, presented, { scope: agent, loaded })
    const kept = this.kept.get(agent)
    if (kept !== undefined && same(kept.offered, offered) && same(kept.order, order)) return kept.sorted
    const sorted = sort(offered, order)
    this.kept.set(agent, { offered, order: [...order], sorted })
    return sorted
  }
}

function checkOrder(
  tools: ToolRuntime,
  agent: SessionAgent,
  mode: ToolPresentationMode,
  order: readonly string[],
): void {
  const unknown = order.find((name) => !isKnown(tools, agent, mode, name))
  if (unknown !== undefined) {
    const known = knownNames(tools, agent, mode)
    const [close] = nearest(unknown, known, 1)
    const more = known.length > mostListed ? ` and ${known.length - mostListed} more` : ''
    throw new PromptError(
      'PROMPT_TOOL_ORDER',
      `toolOrder names unknown tool ${JSON.stringify(unknown)}${close === undefined ? '' : ` (did you mean "${close}"?)`}; ` +
        `known tools in mode "${mode}": ${known.slice(0, mostListed).join(', ') || '(none)'}${more}`,
    )
  }
  const twice = order.find((name, at) => order.indexOf(name) !== at)
  if (twice !== undefined) {
    throw new PromptError('PROMPT_TOOL_ORDER', `toolOrder names "${twice}" twice: name each tool once`)
  }
}

/** What a restriction hides counts as known, so that one order serves an agent and those below it. */
function isKnown(tools: ToolRuntime, agent: SessionAgent, mode: ToolPresentationMode, name: string): boolean {
  if (typeof name !== 'string') return false
  if (name === transportName) return mode !== 'native'
  if (mode === 'code') return false
  const seen = tools.explain(name, agent)
  return seen.visible || seen.reason === 'restricted'
}

/** For the error: those of the agent and, before restrictions, of the scopes that it inherits from. */
function knownNames(tools: ToolRuntime, agent: SessionAgent, mode: ToolPresentationMode): string[] {
  if (mode === 'code') return [transportName]
  const names = new Set(schemaView(tools, agent).map(({ name }) => name))
  for (const key of [undefined, ...scopeChainOf(agent)]) {
    // The view of a scope in another mode may need a transport that this agent does without.
    if (presentationMode(tools, key) !== 'native') continue
    for (const { name } of schemaView(tools, key)) names.add(name)
  }
  return [...names].toSorted()
}

function sort(offered: readonly ToolSchema[], order: readonly string[]): readonly ToolSchema[] {
  const rank = new Map(order.map((name, at) => [name, at]))
  const rankOf = ({ name }: ToolSchema): number => rank.get(name) ?? order.length
  return Object.freeze(offered.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1)))
}

function same(kept: readonly unknown[], now: readonly unknown[]): boolean {
  return kept === now || (kept.length === now.length && kept.every((item, at) => item === now[at]))
}
