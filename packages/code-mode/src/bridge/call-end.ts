import { text } from '@millrace/protocol'
import type { ToolExecutionFailure, ToolExecutionResult } from '@millrace/tools'
import type { CodeLimits } from '../contract/limits.ts'
import type { JournalImage } from '../contract/run-store.ts'
import type { GuestReply } from '../contract/runtime.ts'
import type { LedgerState } from '../failure/failure-report.ts'
import type { LoggedEnd } from './dispatch-log.ts'
import type { Pictures } from './pictures.ts'

/** How a call ended, for the program, for the log and for the account. */
export interface SubCallEnd {
  readonly result: ToolExecutionResult
  readonly reply: GuestReply
  readonly logged: LoggedEnd
  readonly state: LedgerState
  /** Said where the account cannot know it. */
  readonly began?: boolean
  readonly taken: readonly JournalImage[]
}

/** What decides how a result is passed on. */
export interface EndContext {
  readonly name: string
  /** Refused by policy, by a person or by a guard. */
  readonly isDenied: boolean
  readonly pictures: Pictures
  readonly limits: Pick<CodeLimits, 'valueBytes'>
}

/** What becomes of a result: the whole value, or a failure; nothing is ever cut. */
export function endOf(result: ToolExecutionResult, context: EndContext): SubCallEnd {
  return result.isError ? failedEnd(result, context.isDenied) : valueEnd(result, context)
}

/** The end of a call that never came to a tool, or whose end is lost. */
export function refusal(
  message: string,
  code: string,
): SubCallEnd & { readonly result: ToolExecutionFailure } {
  const info = { name: 'CodeModeError', code }
  const content = [text(`Error: ${message}`)]
  return {
    result: { isError: true, error: { message, info }, content },
    reply: { ok: false, message, code },
    logged: { isError: true, content, error: info },
    state: 'denied',
    taken: [],
  }
}

function failedEnd(result: ToolExecutionFailure, isDenied: boolean): SubCallEnd {
  const { message, info } = result.error
  const isCancelled = info?.name === 'AbortError'
  const code = info?.code ?? (isDenied ? 'DENIED' : undefined)
  return {
    result,
    reply: { ok: false, message, ...(code !== undefined && { code }) },
    logged: { isError: true, content: result.content, ...(info !== undefined && { error: info }) },
    state: isCancelled ? 'cancelled' : isDenied || isUnrun(info?.code) ? 'denied' : 'failed',
    ...(info?.code === 'ABORTED_BEFORE_DISPATCH' && { began: false }),
    taken: [],
  }
}

const isUnrun = (code: string | undefined): boolean => code === 'CODE_NOT_KEPT'

function valueEnd(
  result: Extract<ToolExecutionResult, { readonly isError: false }>,
  { name, pictures, limits }: EndContext,
): SubCallEnd {
  const { text: value, taken } = pictures.take(result.value, result.content)
  const bytes = Buffer.byteLength(value)
  if (bytes > limits.valueBytes) {
    const message =
      `the result of "${name}" has ${bytes} bytes as JSON, and a program gets at most ${limits.valueBytes} in one; ` +
      'the call ran: ask for less in one call, such as a page, a range or fewer fields'
    return { ...refusal(message, 'CODE_VALUE_LIMIT'), result, state: 'failed' }
  }
  return {
    result,
    reply: { ok: true, value },
    logged: { isError: false, content: result.content },
    state: 'ok',
    taken,
  }
}
