import type { CapturedOutput } from './captured-output.ts'
import { characterStart, firstCharacter, longestCharacter } from './character-start.ts'
import { lateLineEnd } from './line-ends.ts'
import { outputLimits } from './limits.ts'

/** A stretch of an output. */
export interface OutputPart {
  readonly bytes: Uint8Array
  /** Where it begins in the output: where it was asked for, but never inside a character. */
  readonly offset: number
  /** Where what follows it begins. */
  readonly next: number
  /** Bytes from the place that was asked for on that are kept nowhere any more. */
  readonly lost: number
}

/** What is asked for. */
export interface PartRequest {
  /** In bytes; at most the size of the output. */
  readonly offset: number
  /** At least the bytes of one character. */
  readonly maxBytes: number
  /** Whether nothing follows any more, so that a character that has only begun will not be completed. */
  readonly isWhole: boolean
}

/** Bytes before a position that may belong to the character there. */
const lookBack = longestCharacter - 1

/** A stretch of what is kept in one place. */
interface Extent {
  readonly from: number
  readonly to: number
  read(from: number, to: number): Uint8Array | Promise<Uint8Array>
}

/**
 * A stretch of an output, from the memory or the disk. It begins and ends between two characters, so that stretches
 * that follow one another can be joined as texts; where more follows, it ends with a line if that costs little.
 */
export async function readOutput(output: CapturedOutput, request: PartRequest): Promise<OutputPart> {
  const { offset } = request
  const total = output.totalBytes
  const extent = extentAt(output, offset)
  if (extent !== undefined) {
    const part = await partOf(extent, request, total)
    if (part.bytes.length > 0 || extent.to === total) return part
  }
  return behindGap(output, request)
}

/** The place that keeps the byte at a position and what lies around it; of several the one that goes on longest. */
function extentAt({ kept, spill, totalBytes }: CapturedOutput, offset: number): Extent | undefined {
  const memory = (from: number, to: number): Extent => ({ from, to, read: (a, b) => kept.slice(a, b) })
  const { tailStart } = kept
  if (tailStart === 0 || offset >= tailStart + lookBack) return memory(tailStart, totalBytes)
  const file = spill?.file
  const spilled = Math.min(spill?.bytes ?? 0, totalBytes)
  if (file !== undefined && offset < spilled) {
    return { from: 0, to: spilled, read: (from, to) => file.read(from, to - from) }
  }
  return offset < outputLimits.head ? memory(0, outputLimits.head) : undefined
}

async function partOf(
  extent: Extent,
  { offset, maxBytes, isWhole }: PartRequest,
  total: number,
): Promise<OutputPart> {
  const from = Math.max(extent.from, offset - lookBack)
  const to = Math.min(extent.to, offset + maxBytes)
  const read = await extent.read(from, to)
  const begin = characterStart(read, offset - from)
  const isLast = to === total
  const end = isLast && isWhole ? read.length : endOf(read.subarray(begin), isLast) + begin
  return { bytes: read.subarray(begin, end), offset: from + begin, next: from + end, lost: 0 }
}

/** Where a stretch ends that more may follow. */
function endOf(bytes: Uint8Array, isLast: boolean): number {
  return (isLast ? undefined : lateLineEnd(bytes)) ?? characterStart(bytes, bytes.length)
}

/** What follows a gap that neither the memory nor the disk keeps. */
async function behindGap({ kept, totalBytes }: CapturedOutput, request: PartRequest): Promise<OutputPart> {
  const from = kept.tailStart
  const whole = from + firstCharacter(kept.slice(from, Math.min(from + lookBack, totalBytes)))
  const tail = { from: whole, to: totalBytes, read: (a: number, b: number) => kept.slice(a, b) }
  const part = await partOf(tail, { ...request, offset: Math.max(whole, request.offset) }, totalBytes)
  return { ...part, lost: Math.max(0, part.offset - request.offset) }
}
