import type { JsonValue, ToolCallView, ToolResult, ToolResultView } from '@millrace/protocol'
import { callView } from './view/call-view.ts'
import { loggedContent } from './view/content.ts'
import type { Read } from './view/reader.ts'
import { resultView } from './view/result-view.ts'

/** How one tool wants its calls to be shown; a tool definition is one. */
export interface Presenter {
  presentCall?(args: unknown): ToolCallView | undefined
  presentResult?(args: unknown, result: ToolResult): ToolResultView | undefined
}

/** Finds a tool's presenter by the tool's name. */
export type Presenters = (name: string) => Presenter | undefined

/** Without presenters every card is the generic one. */
export const noPresenters: Presenters = () => undefined

/** The arguments in a log, for a presenter; `undefined` where the text is no JSON. */
function parsed(argumentsText: string): { readonly value: JsonValue } | undefined {
  if (argumentsText.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(argumentsText) as JsonValue }
  } catch {
    return undefined
  }
}

/** What a presenter answered, read as a view; `undefined` where it declines, throws, or answers with no view. */
function viewOf<T>(read: Read<T>, ask: () => unknown): T | undefined {
  try {
    const answer = ask()
    // An asynchronous presenter is a mistake, but its rejection must not end the process.
    if (answer instanceof Promise) answer.catch(() => {})
    return answer === undefined ? undefined : read(answer)
  } catch {
    return undefined
  }
}

/**
 * How a pending call is shown: as the presenter says, or generic where there is none, it declines, throws,
 * or answers with something that is no view.
 */
export function presentCall(presenters: Presenters, tool: string, argumentsText: string): ToolCallView {
  const args = parsed(argumentsText)
  if (args === undefined) return asText(argumentsText)
  return (
    viewOf(callView, () => presenters(tool)?.presentCall?.(args.value)) ??
    genericCall(argumentsText, args.value)
  )
}

/** How a finished call is shown, with the same fallbacks; the generic card shows what the model read. */
export function presentResult(
  presenters: Presenters,
  tool: string,
  argumentsText: string,
  result: ToolResult,
): ToolResultView {
  const args = parsed(argumentsText)
  // The presenter gets a copy of its own: what it does to it must not differ between live and replay.
  const ask = (): unknown => presenters(tool)?.presentResult?.(args?.value, structuredClone(result))
  const view = args === undefined ? undefined : viewOf(resultView, ask)
  if (view === undefined) return { card: 'generic', content: loggedContent(result.content) }
  if (view.card !== 'generic' || view.content !== undefined) return view
  return { ...view, content: loggedContent(result.content) }
}

/** The result of a call in what an event tells about its end. */
export function loggedResult({ isError, content, error, meta }: ToolResult): ToolResult {
  return {
    isError,
    content,
    ...(error !== undefined && { error }),
    ...(meta !== undefined && { meta }),
  }
}

function asText(argumentsText: string): ToolCallView {
  return { card: 'generic', title: argumentsText, rawInput: argumentsText }
}

/** Without a view, a call is shown by its arguments, as they would be typed: `path=src limit=10`. */
function genericCall(argumentsText: string, args: JsonValue): ToolCallView {
  try {
    return { card: 'generic', title: summary(args), rawInput: args }
  } catch {
    // Nested too deeply to be printed; the text of the log still is.
    return asText(argumentsText)
  }
}

function summary(value: JsonValue): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([key, each]) => `${key}=${typeof each === 'string' ? each : JSON.stringify(each)}`)
    .join(' ')
}
