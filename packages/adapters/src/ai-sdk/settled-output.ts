import { setImmediate } from 'node:timers/promises'
import { headOf, printJson } from '@millrace/schema'
import type { ToolRunContext } from '@millrace/tools'
import { losslessOutput } from './lossless-output.ts'

/** Milliseconds after which everything else has a turn. */
const restMs = 10

/** As much of a preliminary output as is reported. */
const reportedUnits = 4_000

/**
 * The output of a body of the AI SDK: what it returns, or the last thing that it yields. What it yields before is
 * progress of the call. Once the call is cancelled nothing more is taken from it.
 */
export async function settledOutput(tool: string, returned: unknown, exec: ToolRunContext): Promise<unknown> {
  if (!isAsyncIterable(returned)) return returned
  let last: unknown
  let rested = performance.now()
  for await (const output of returned) {
    // One that yields without ever waiting would keep everything else waiting, time limits with it.
    if (performance.now() - rested > restMs) {
      await setImmediate()
      rested = performance.now()
    }
    exec.signal.throwIfAborted()
    last = output
    exec.reportProgress({ text: reported(tool, output) })
  }
  return last
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function'
  )
}

function reported(tool: string, output: unknown): string {
  const value = losslessOutput(tool, output)
  return headOf(typeof value === 'string' ? value : printJson(value), reportedUnits)
}
