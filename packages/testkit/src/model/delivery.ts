import type { Timers } from '@millrace/host'
import type { ToolCallRequest } from '@millrace/protocol'
import type { ScriptedAnswer, ScriptedCall } from './script.ts'

/** Where the parts of an answer go as they come. */
export interface Delivery {
  readonly signal: AbortSignal | undefined
  readonly timers: Timers
  readonly said: (kind: 'text' | 'reasoning', piece: string) => void
}

/** What was delivered before the end, or before somebody stopped it. */
export interface Delivered {
  readonly text: string
  readonly reasoning: string
  readonly isInterrupted: boolean
}

/**
 * Streams the words of an answer in its own time.
 * @throws the error of the answer, where it has one.
 */
export async function deliver<R>(answer: ScriptedAnswer<R>, delivery: Delivery): Promise<Delivered> {
  const { signal, timers, said } = delivery
  let text = ''
  let reasoning = ''
  const waits = async (milliseconds: number | undefined): Promise<boolean> => {
    if (signal?.aborted) return false
    if (milliseconds === undefined || milliseconds <= 0) return true
    return sleptThrough(timers, milliseconds, signal)
  }
  const interrupted = (): Delivered => ({ text, reasoning, isInterrupted: true })
  if (!(await waits(answer.delayMs))) return interrupted()
  for (const piece of piecesOf(answer.reasoning)) {
    if (!(await waits(answer.pieceMs))) return interrupted()
    reasoning += piece
    said('reasoning', piece)
  }
  for (const piece of piecesOf(answer.text)) {
    if (!(await waits(answer.pieceMs))) return interrupted()
    text += piece
    said('text', piece)
  }
  if (answer.waitForAbort) await aborted(signal)
  if (signal?.aborted) return interrupted()
  if ('error' in answer) throw answer.error
  return { text, reasoning, isInterrupted: false }
}

/** The calls of an answer as a model writes them. @param id - names those without an id. */
export function writtenCalls(
  calls: readonly ScriptedCall[] | undefined,
  id: () => string,
): ToolCallRequest[] {
  return (calls ?? []).map((call) => ({
    id: call.id ?? id(),
    name: call.name,
    arguments: call.argumentsText ?? JSON.stringify(call.arguments ?? {}),
    ...(call.metadata !== undefined && { metadata: call.metadata }),
  }))
}

function piecesOf(words: string | readonly string[] | undefined): readonly string[] {
  if (words === undefined) return []
  return typeof words === 'string' ? (words.match(/\s*\S+\s*|\s+/g) ?? []) : words
}

async function sleptThrough(
  timers: Timers,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await timers.sleep(milliseconds, signal)
    return true
  } catch (error) {
    if (signal?.aborted) return false
    throw error
  }
}

/** Waits for an abort, for ever where none can come. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}
