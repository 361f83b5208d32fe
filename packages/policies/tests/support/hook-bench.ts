import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment, openProcesses, type Processes } from '@millrace/host'
import type { ToolDefinition } from '@millrace/tools'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { hooks, type HookCommand, type HooksConfig, type HookSettings } from '../../src/hooks.ts'
import { openBench, type PolicyBench } from './policy-bench.ts'

/** A runtime with hooks, in a folder of its own. */
export interface HookBench extends PolicyBench {
  readonly root: string
  /** What a person was told, oldest first. */
  readonly told: string[]
  /** The bodies that ran, by the name of their tool. */
  readonly ran: string[]
  /** What a hook wrote with `recording`. */
  readonly recorded: () => unknown[]
}

/** Processes for all tests of a file. */
export function sharedProcesses(): () => Processes {
  let processes: Processes | undefined
  beforeAll(() => {
    processes = openProcesses()
  })
  afterAll(() => processes?.close())
  return () => {
    if (processes === undefined) throw new Error('asked for before the tests began')
    return processes
  }
}

/** Opens a runtime with these hooks and tools, for one test. */
export async function openHookBench(
  processes: Processes,
  settings: HookSettings,
  more: Partial<HooksConfig> = {},
  ...tools: readonly Partial<ToolDefinition>[]
): Promise<HookBench> {
  const root = mkdtempSync(join(tmpdir(), 'millrace-hooks-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const ran: string[] = []
  const names = tools.length > 0 ? tools : [{ name: 'bash' }, { name: 'edit' }, { name: 'mcp__files__read' }]
  const bench = await openBench(
    ...names.map((tool) => ({
      execute: async (args: unknown) => (ran.push(tool.name ?? 'echo'), args),
      ...tool,
    })),
  )
  const told: string[] = []
  await bench.ctx.plugin(hooks, {
    hooks: settings,
    start: (spec) => processes.start(spec),
    root,
    env: commandEnvironment(process.env),
    sessionId: 'session-1',
    warn: (message) => void told.push(message),
    ...more,
  })
  const recorded = (): unknown[] =>
    readFileSync(join(root, 'record'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line))
  return { ...bench, root, told, ran, recorded }
}

/** A command hook. */
export function command(line: string, more: Partial<HookCommand> = {}): HookCommand {
  return { type: 'command', command: line, ...more }
}

/** Settings with these lines before every call. */
export function before(...lines: readonly string[]): HookSettings {
  return { PreToolUse: [{ hooks: lines.map((line) => command(line)) }] }
}

/** Settings with these lines after every call that went well. */
export function after(...lines: readonly string[]): HookSettings {
  return { PostToolUse: [{ hooks: lines.map((line) => command(line)) }] }
}

/** A line that writes down what it reads. */
export const recording = 'cat >> record'

/** A line that prints this answer. */
export function answering(answer: unknown): string {
  return `printf %s '${JSON.stringify(answer).replaceAll("'", `'\\''`)}'`
}

/** A line that prints this answer to the question whether the call may run. */
export function deciding(permissionDecision: string, permissionDecisionReason?: string, more = {}): string {
  const specific = { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason, ...more }
  return answering({ hookSpecificOutput: specific })
}

/** Writes a script into the folder of a bench. */
export function script(root: string, name: string, lines: string): void {
  writeFileSync(join(root, name), lines, { mode: 0o755 })
}
