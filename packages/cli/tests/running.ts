import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue, SessionEvent, SessionHeader } from '@millrace/protocol'
import { scriptedModel, type Script, type ScriptedCall, type ScriptedModel } from '@millrace/testkit'
import { run } from '../src/run.ts'
import type { OpenModel } from '../src/run/open-model.ts'
import { openDefault, type OpenWorkspace } from '../src/with-workspace.ts'
import { folder } from './folder.ts'
import { terminal, type Terminal, type TerminalOptions } from './terminal.ts'

/** A prompt as a test gave it. */
export interface Ran extends Terminal {
  readonly status: number
  readonly model: ScriptedModel
}

/** A folder with files, and a person's folders beside it, so that nothing real is touched. */
export interface Home {
  readonly project: string
  readonly env: Record<string, string>
  /** The texts of its session logs. */
  readonly logs: () => readonly string[]
}

/** What a run may be given. */
export interface RunningOptions extends TerminalOptions {
  readonly at?: Home
  readonly open?: OpenWorkspace
  readonly openModel?: OpenModel
}

export function home(files: Readonly<Record<string, string>> = { 'notes.md': '# Notes\nTODO one\n' }): Home {
  const inside = Object.entries(files).map(([path, text]) => [`demo/${path}`, text] as const)
  const root = folder({ 'home/.keep': '', ...Object.fromEntries(inside) })
  const state = join(root, 'state')
  const env = { HOME: join(root, 'home'), XDG_STATE_HOME: state, MILLRACE_SANDBOX: 'off', NO_COLOR: '1' }
  return { project: join(root, 'demo'), env, logs: () => logsIn(join(state, 'millrace', 'sessions')) }
}

function logsIn(sessions: string): string[] {
  const names = readdirSync(sessions, { recursive: true, encoding: 'utf8' })
  const logs = names.filter((name) => name.endsWith('.jsonl')).toSorted()
  return logs.map((name) => readFileSync(join(sessions, name), 'utf8'))
}

/** Gives a prompt to a scripted model. */
export async function runs(
  argv: readonly string[],
  script: Script,
  options: RunningOptions = {},
): Promise<Ran> {
  const { at = home(), open = openDefault, openModel, env = {}, ...others } = options
  const model = scriptedModel(script)
  const io = terminal({ cwd: at.project, ...others, env: { ...at.env, ...env } })
  const status = await run(['run', ...argv], io, open, openModel ?? (() => Promise.resolve(model)))
  return { ...io, status, model }
}

/** The lines of a log, or of machine output. */
export function events(text: string): {
  readonly header: SessionHeader
  readonly events: readonly SessionEvent[]
} {
  const [header, ...rest] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  return { header: header as SessionHeader, events: rest as SessionEvent[] }
}

/** A call of a scripted model. */
export function asks(name: string, args: Readonly<Record<string, JsonValue>>): ScriptedCall {
  return { name, arguments: args }
}
