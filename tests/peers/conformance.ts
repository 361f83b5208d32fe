import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { rolldown } from 'rolldown'
import { expect } from 'vitest'
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

/** Why a scenario does not pass, and that this is as it should be. */
export interface ExpectedFailure {
  /** What of the scenario the protocol leaves to each side. */
  readonly why: string
  /** What fails of it, where the rest has to pass; all of it unless given. */
  readonly checks?: readonly string[]
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

/** The scenarios that fail for a good reason: `expected-failures.json`. */
export function expectedFailures(role: Role): Readonly<Record<string, ExpectedFailure>> {
  const file = join(peersFolder, 'expected-failures.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<Role, Record<string, ExpectedFailure>>)[role]
}

/** What failed of each scenario. */
export interface Findings {
  /** Each line begins with the id of what failed. */
  failuresOf(scenario: string): readonly string[]
}

/** Requires that exactly what was expected failed; what passes after all is no longer expected. */
export function requireExpected(failures: readonly string[], expected: ExpectedFailure | undefined): void {
  if (expected === undefined) expect(failures).toEqual([])
  else if (expected.checks === undefined) expect(failures).not.toEqual([])
  else
    expect(failures.map((line) => line.slice(0, line.indexOf(':'))).toSorted()).toEqual(
      expected.checks.toSorted(),
    )
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
  if (checks.length === 0) return ['nothing: the suite looked at nothing']
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
