import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeptBytes } from './kept-bytes.ts'
import { outputLimits } from './limits.ts'

const { head, tail } = outputLimits
const size = fc.oneof(fc.nat(100), fc.nat(40_000), fc.constantFrom(head, tail, head + tail))

/** Bytes that tell where they stood. */
function stream(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 0xff)
}

describe('KeptBytes', () => {
  test('keeps both ends of any stream, however it is cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(size, { maxLength: 8 }), (sizes) => {
        const whole = stream(sizes.reduce((sum, each) => sum + each, 0))
        const kept = new KeptBytes()
        let at = 0
        for (const each of sizes) kept.append(whole.subarray(at, (at += each)))
        const { total, tailStart } = kept
        expect(total).toBe(whole.length)
        expect(total - tailStart).toBe(total <= head + tail ? total : tail)
        expect(kept.slice(tailStart, total).equals(whole.subarray(tailStart))).toBe(true)
        const start = Math.min(head, total)
        expect(kept.slice(0, start).equals(whole.subarray(0, start))).toBe(true)
        const middle = Math.floor((tailStart + total) / 2)
        expect(kept.slice(middle, total).equals(whole.subarray(middle))).toBe(true)
      }),
    )
  })

  test('holds copies, so that a chunk may be used again', () => {
    const kept = new KeptBytes()
    const chunk = Uint8Array.of(1, 2)
    kept.append(chunk)
    chunk.fill(9)
    expect(kept.slice(0, 2)).toEqual(Buffer.of(1, 2))
  })
})
