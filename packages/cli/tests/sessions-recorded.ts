import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeLine } from '@millrace/agent/session'
import type { SessionEvent, SessionEventMap, SessionEventType, SessionHeader } from '@millrace/protocol'
import { run } from '../src/run.ts'
import type { OpenWorkspace } from '../src/with-workspace.ts'
import { sessionsFolder } from '../src/workspace-sessions.ts'
import type { Home } from './running.ts'
import { terminal, type Terminal, type TerminalOptions } from './terminal.ts'

/** Runs the command in a home. */
export async function at(
  home: Home,
  argv: readonly string[],
  options: TerminalOptions & { readonly open?: OpenWorkspace } = {},
): Promise<Terminal & { readonly status: number }> {
  const { open, env = {}, ...others } = options
  const io = terminal({ cwd: home.project, ...others, env: { ...home.env, ...env } })
  return { ...io, status: await run(argv, io, open) }
}

/** An event that a test writes itself. */
export type Written = {
  [K in SessionEventType]: readonly [type: K, data: SessionEventMap[K], agent?: string]
}[SessionEventType]

/** Writes a session into a home as a log would have it. @returns the path of its file. */
export function record(
  home: Home,
  id: string,
  events: readonly Written[],
  header: Partial<SessionHeader> = {},
): string {
  const cwd = header.cwd ?? home.project
  const folder = sessionsFolder(cwd, home.env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const first: SessionHeader = {
    format: 'millrace-session',
    version: 1,
    id,
    time: 1_700_000_000_000,
    cwd,
    principal: 'user',
    versions: { millrace: '0.1.0' },
    tools: {},
    ...header,
  }
  const lines = events.map(
    ([type, data, agent], seq) =>
      ({
        seq,
        time: first.time + seq * 1000,
        type,
        ...(agent !== undefined && { agent }),
        data,
      }) as SessionEvent,
  )
  const path = join(folder, `${id}.jsonl`)
  const bytes = [first, ...lines].map((line) => encodeLine(line))
  writeFileSync(path, Buffer.concat(bytes), { mode: 0o600 })
  return path
}

const usage = { input: 10, output: 2 }

/** Totals of a session with so many calls. */
export function totals(done: number, failed = 0): SessionEventMap['turn/end']['totals'] {
  return { steps: 1, calls: { done, failed, denied: 0, cancelled: 0 }, usage, ms: 1000, toolMs: 10 }
}

/** A turn in which a person says something and a model answers. */
export function said(prompt: string, answer: string): readonly Written[] {
  return [
    ['turn/start', { turn: 1, principal: 'user' }],
    ['user/message', { turn: 1, step: 0, message: { role: 'user', content: prompt } }],
    [
      'assistant/message',
      {
        turn: 1,
        step: 1,
        message: { role: 'assistant', content: [{ type: 'text', text: answer }] },
        finish: 'stop',
      },
    ],
    ['turn/end', { turn: 1, reason: 'done', totals: totals(0), session: totals(0) }],
  ]
}

/** A request for a call, and its result. */
export function called(
  callId: string,
  name: string,
  args: string,
  text: string,
  more: {
    readonly isError?: boolean
    readonly trace?: Omit<SessionEventMap['tool/trace'], 'callId'>
    readonly agent?: string
  } = {},
): readonly Written[] {
  const { isError = false, trace, agent } = more
  const events: Written[] = [
    ['tool/call', { turn: 1, step: 1, callId, name, arguments: args }],
    ...(trace === undefined ? [] : [['tool/trace', { callId, ...trace }] as const]),
    ['tool/result', { turn: 1, step: 1, callId, callSeq: 0, content: [{ type: 'text', text }], isError }],
  ]
  return events.map(([type, data]) => [type, data, agent] as unknown as Written)
}

/** The path of the first log of a home's project. */
export function logIn(home: Home): string {
  const folder = sessionsFolder(home.project, home.env)
  const [name = ''] = readdirSync(folder)
    .filter((each) => each.endsWith('.jsonl'))
    .toSorted()
  return join(folder, name)
}
