import type { JsonValue, ToolCallView, ToolResult, ToolResultView } from '@millrace/protocol'
import { outputMeta, terminalView } from '../shell/terminal-card.ts'
import type { BashValue } from './value.ts'

/** The arguments of a command that its cards need. */
export interface BashArgs {
  readonly command: string
  readonly description?: string
  readonly cwd?: string
}

/** The pending card: always the command itself, whatever the description says. */
export function presentBashCall({ command, description, cwd }: BashArgs): ToolCallView {
  return {
    card: 'terminal',
    title: command,
    ...(description === undefined ? {} : { description }),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

/** What a card needs of the value: the output that the model saw, before it was made readable, and how it ended. */
export function bashMeta(value: BashValue): JsonValue {
  const { exitCode, signal, timedOut, running, job } = value
  return {
    ...outputMeta(value),
    exitCode,
    signal,
    timedOut,
    ...(running && job !== undefined ? { job } : {}),
  }
}

/** The completed card. All of it is taken from the data of the log, and nothing from the printed text. */
export function presentBashResult(_: BashArgs, result: ToolResult): ToolResultView | undefined {
  return result.isError ? undefined : terminalView(result.meta)
}
