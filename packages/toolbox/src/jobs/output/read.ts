import { isUtf8 } from 'node:buffer'
import { ToolArgsError } from '@millrace/schema'
import { AbortError } from '../../failures/abort-error.ts'
import { decode } from '../../shell/decode.ts'
import { earlyLineStart } from '../../shell/line-ends.ts'
import { readOutput, type OutputPart } from '../../shell/read-output.ts'
import type { Job } from '../job.ts'
import { jobLimits } from '../limits.ts'
import type { JobOutputValue } from './value.ts'

/** What is asked of a job. */
export interface OutputRequest {
  readonly id: string
  /** In bytes; the end of the output unless given. */
  readonly offset: number | undefined
  readonly maxBytes: number
  /** Milliseconds to wait for output behind the offset, or for the end. */
  readonly waitMs: number
  readonly signal: AbortSignal
}

/** What a job printed from an offset on, or last. Nothing of it depends on what was read before. */
export async function readJob(job: Job, request: OutputRequest): Promise<JobOutputValue> {
  const { id, offset, maxBytes, signal } = request
  const known = job.output.totalBytes
  if (offset !== undefined && offset > known) {
    throw new ToolArgsError([`"offset" must be at most ${known}, the bytes printed so far, not ${offset}`])
  }
  await waitForNews(job, offset ?? known, request)
  if (signal.aborted) throw new AbortError()
  const state = await job.state()
  const part = await partOf(job, offset, maxBytes, !state.running)
  return {
    job: id,
    ...state,
    output: decode(part.bytes),
    offset: part.offset,
    next: part.next,
    totalBytes: job.output.totalBytes,
    lost: part.lost,
    ...(isUtf8(part.bytes) ? {} : { invalid: true }),
  }
}

/** The last lines of a job that fit, and how it stands. */
export function readEnd(job: Job, id: string, signal: AbortSignal): Promise<JobOutputValue> {
  return readJob(job, { id, offset: undefined, maxBytes: jobLimits.readBytes, waitMs: 0, signal })
}

/**
 * Waits for a whole character behind an offset, or for the end of the job; looks again from time to time, as processes
 * end silently.
 */
async function waitForNews(job: Job, offset: number, { waitMs, signal }: OutputRequest): Promise<void> {
  const until = performance.now() + waitMs
  for (;;) {
    const left = until - performance.now()
    if (left <= 0 || signal.aborted || job.output.wholeBytes > offset || !(await job.isRunning())) return
    await job.change(Math.min(left, jobLimits.lookMs), signal)
  }
}

async function partOf(
  job: Job,
  offset: number | undefined,
  maxBytes: number,
  isWhole: boolean,
): Promise<OutputPart> {
  const { output } = job
  if (offset !== undefined) return readOutput(output, { offset, maxBytes, isWhole })
  const start = Math.max(0, output.totalBytes - maxBytes)
  const part = await readOutput(output, { offset: start, maxBytes, isWhole })
  const skipped = part.offset === 0 ? 0 : (earlyLineStart(part.bytes) ?? 0)
  return { ...part, bytes: part.bytes.subarray(skipped), offset: part.offset + skipped, lost: 0 }
}
