import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { rolldown } from 'rolldown'
import { root } from '../support/workspace.ts'
import { peersFolder, type Peer } from './peers.ts'

/** The revisions that the suite has a frozen list of required scenarios for. */
export const revisions = ['2025-11-25', '2026-07-28'] as const

/** Who is tried. */
export type Role = 'client' | 'server'

/** One thing that the suite looked at. */
interface Check {
  readonly id: string
  readonly status: string
  readonly description?: string
  readonly errorMessage?: string
  readonly details?: { readonly message?: string }
}

/** What does not pass, and why that is as it should be: `expected-failures.json`. */
export interface ExpectedFailures {
  readonly server: Readonly<Record<string, string>>
  readonly client: Readonly<Record<string, string>>
}

/** The scenarios that a revision requires, in the order of the suite. */
export function required(role: Role, revision: string): readonly string[] {
  const file = join(
    peersFolder,
    'node_modules/@modelcontextprotocol/conformance/requirements',
    `${revision}.yaml`,
  )
  const [, list = ''] =
    new RegExp(`^${role}:\\n((?:  - .*\\n|\\s*#.*\\n|\\n)*)`, 'm').exec(readFileSync(file, 'utf8')) ?? []
  return Array.from(list.matchAll(/^ {2}- (\S+)/gm), ([, name = '']) => name)
}

/** The scenarios that fail for a good reason. */
export function expectedFailures(role: Role): Readonly<Record<string, string>> {
  const file = join(peersFolder, 'expected-failures.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as ExpectedFailures)[role]
}

/** What the suite found, by scenario: what failed, a line each. */
export interface Findings {
  failuresOf(scenario: string): readonly string[]
}

/** Runs all that a revision requires in one go. */
export async function runSuite(suite: Peer, args: readonly string[], revision: string): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-conformance-'))
  try {
    const said = await run(suite, [...args, '--requirements', revision, '-o', folder])
    const found = new Map(scenariosIn(folder).map(([scenario, checks]) => [scenario, failed(checks)]))
    return {
      failuresOf: (scenario) => found.get(scenario) ?? [`it was not run: ${said.slice(-2000)}`],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The folder of a scenario has its name, and the time behind it. */
function scenariosIn(folder: string): [string, readonly Check[]][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('checks.json'))
    .map((file) => {
      const scenario = dirname(file)
        .replace(/^server-(?=.*-\d{4}-)/, '')
        .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
      return [scenario, JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Check[]]
    })
}

function failed(checks: readonly Check[]): readonly string[] {
  if (checks.length === 0) return []
  return checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(
      ({ id, description, errorMessage, details }) =>
        `${id}: ${errorMessage ?? details?.message ?? description}`,
    )
}

async function run({ node, script }: Peer, args: readonly string[]): Promise<string> {
  const child = spawn(node, [script, ...args], { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  await once(child, 'close')
  return said
}

/** The client that the suite starts, compiled into one file. */
export async function compileClient(): Promise<{ readonly command: string; readonly remove: () => void }> {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  // Inside the checkout, so that packages are found by their names.
  const folder = mkdtempSync(join(cache, 'millrace-conformance-'))
  const build = await rolldown({
    input: join(root, 'packages/mcp/tests/support/conformance-client.ts'),
    platform: 'node',
    external: [/^@modelcontextprotocol\//, /^@deepseek-ai\//, /^#/],
    resolve: { conditionNames: ['@millrace/source', 'import'] },
  })
  const file = join(folder, 'client.mjs')
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return {
    command: `${process.execPath} ${file}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
