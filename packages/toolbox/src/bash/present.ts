import type { JsonValue, ToolCallView, ToolResult, ToolResultView } from '@millrace/protocol'
import { outputMeta, terminalView } from '../shell/terminal-card.ts'
import { bashLimits } from './limits.ts'
import type { BashValue } from './value.ts'

/** The arguments of a command that its cards need. */
export interface BashArgs {
  readonly command: string
  readonly description?: string
  readonly cwd?: string
  readonly timeoutMs?: number
  readonly background?: boolean
}

/** The pending card: always the command itself, whatever the description says, and how it is run if not as usual. */
export function presentBashCall(args: BashArgs): ToolCallView {
  const { command, description, cwd } = args
  const manner = mannerOf(args)
  const told = [
    ...(manner === '' ? [] : [`[${manner}]`]),
    ...(description === undefined ? [] : [description]),
  ]
  return {
    card: 'terminal',
    title: command,
    ...(told.length === 0 ? {} : { description: told.join(' ') }),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

function mannerOf({ background = false, timeoutMs }: BashArgs): string {
  const usual = background ? undefined : bashLimits.timeoutMs
  const limit = timeoutMs === undefined || timeoutMs === usual ? [] : [`ended after ${timeoutMs / 1000} s`]
  return [...(background ? ['in the background'] : []), ...limit].join(', ')
}

/** What a card needs of the value: the output that the model saw, before it was made readable, and how it ended. */
export function bashMeta(value: BashValue): JsonValue {
  const { exitCode, signal, timedOut, endedFor, running, job } = value
  return {
    ...outputMeta(value),
    exitCode,
    signal,
    timedOut,
    ...(endedFor === undefined ? {} : { endedFor }),
    ...(running && job !== undefined ? { job } : {}),
  }
}

/** The completed card. All of it is taken from the data of the log, and nothing from the printed text. */
export function presentBashResult(_: BashArgs, result: ToolResult): ToolResultView | undefined {
  return result.isError ? undefined : terminalView(result.meta)
}
