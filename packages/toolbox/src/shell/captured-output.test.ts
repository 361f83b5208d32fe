import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { MemorySpill } from '../../tests/support/memory-spill.ts'
import { CapturedOutput } from './captured-output.ts'
import { decode } from './decode.ts'
import { excerptOf, lastLines } from './excerpt.ts'
import { outputLimits } from './limits.ts'
import { readOutput } from './read-output.ts'

const encoder = new TextEncoder()

async function captured(chunks: readonly Uint8Array[], spill = new MemorySpill()): Promise<CapturedOutput> {
  const output = new CapturedOutput(
    async () => spill,
    () => {},
  )
  for (const chunk of chunks) await output.write(chunk)
  return output
}

/** Bytes cut into chunks of these sizes, over and over. */
function chunked(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    chunks.push(bytes.subarray(at, (at += size)))
  }
  return chunks
}

const piece = fc.constantFrom('a', '\n', 'line\n', '€', '😀', 'é', '\u{feff}', 'x'.repeat(50))
const long = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 3000 }))
  // Half a character at the end would be replaced by the mark that tests look for.
  .map(([pieces, times]) =>
    pieces
      .join('')
      .repeat(times)
      .slice(0, 120_000)
      .replace(/[\uD800-\uDBFF]$/, ''),
  )
const sizes = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 5 })

describe('excerptOf', () => {
  verifies(
    ['fault:B026', 'fault:B115', 'security:C7'],
    'is exact, however the text is long and chunked',
    async () => {
      await fc.assert(
        fc.asyncProperty(long, sizes, async (text, chunkSizes) => {
          const bytes = encoder.encode(text)
          const output = await captured(chunked(bytes, chunkSizes))
          const { text: shown, omitted, isInvalid } = excerptOf(output, true)
          expect(isInvalid).toBe(false)
          expect(output.totalBytes).toBe(bytes.length)
          expect(output.totalLines).toBe(text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
          if (omitted === null) {
            expect(shown).toBe(text)
            return
          }
          const head = shown.slice(0, omitted.at)
          const tail = shown.slice(omitted.at)
          const left = text.slice(head.length, text.length - tail.length)
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
          expect(encoder.encode(left).length).toBe(omitted.bytes)
          expect(left.split('\n').length - 1).toBe(omitted.lines)
          expect(omitted.offset).toBe(encoder.encode(head).length)
          expect(head.length + tail.length).toBeLessThanOrEqual(outputLimits.head + outputLimits.tail)
        }),
      )
    },
  )

  test('cuts between lines where there are any', async () => {
    const output = await captured([encoder.encode('0123456789\n'.repeat(10_000))])
    const { text, omitted } = excerptOf(output, true)
    expect(text[omitted!.at - 1]).toBe('\n')
    expect(text.slice(omitted!.at, omitted!.at + 11)).toBe('0123456789\n')
    expect(omitted!.lines * 11).toBe(omitted!.bytes)
  })

  verifies(['fault:B115'], 'holds back a character that has only begun, until nothing follows', async () => {
    const output = await captured([encoder.encode('a€').subarray(0, 3)])
    expect(excerptOf(output, false)).toMatchObject({ text: 'a', isInvalid: false })
    expect(excerptOf(output, true)).toMatchObject({ text: 'a\ufffd', isInvalid: true })
  })
})

describe('lastLines', () => {
  test('are whole lines, or the end of a line that is longer', async () => {
    expect(lastLines(await captured([encoder.encode('one\ntwo\nthree\n')]), 10)).toBe('three\n')
    expect(lastLines(await captured([encoder.encode('€'.repeat(100))]), 10)).toBe('€€€')
    expect(lastLines(await captured([encoder.encode('all')]), 10)).toBe('all')
  })
})

describe('readOutput', () => {
  verifies(
    ['fault:B117'],
    'gives all of an output in stretches that join, or says how much is lost',
    async () => {
      const quota = fc.oneof(fc.constant(Infinity), fc.nat(100_000))
      await fc.assert(
        fc.asyncProperty(
          long,
          sizes,
          quota,
          fc.integer({ min: 64, max: 50_000 }),
          async (text, chunkSizes, room, max) => {
            const bytes = encoder.encode(text)
            const output = await captured(chunked(bytes, chunkSizes), new MemorySpill(room))
            let lost = 0
            let joined = ''
            for (let offset = 0; offset < bytes.length;) {
              const part = await readOutput(output, { offset, maxBytes: max, isWhole: true })
              expect(part.offset - offset).toBe(part.lost)
              expect(part.next).toBeGreaterThan(offset)
              expect(part.bytes.length).toBeLessThanOrEqual(max)
              expect(Buffer.compare(part.bytes, bytes.subarray(part.offset, part.next))).toBe(0)
              const isOnlyMark = !decode(part.bytes).includes('\ufffd')
              expect(isOnlyMark).toBe(true)
              joined += decode(part.bytes)
              lost += part.lost
              offset = part.next
            }
            expect(encoder.encode(joined).length + lost).toBe(bytes.length)
            if (room >= bytes.length) expect(joined).toBe(text)
          },
        ),
      )
    },
  )

  verifies(['fault:B117'], 'begins no later than asked, and never inside a character', async () => {
    const output = await captured([encoder.encode('a€b')])
    const read = (offset: number) => readOutput(output, { offset, maxBytes: 64, isWhole: true })
    expect(await Promise.all([0, 1, 2, 3, 4].map(async (at) => (await read(at)).offset))).toEqual([
      0, 1, 1, 1, 4,
    ])
  })

  test('gives nothing of a character that is still being written', async () => {
    const output = await captured([encoder.encode('ab€').subarray(0, 4)])
    expect(await readOutput(output, { offset: 2, maxBytes: 64, isWhole: false })).toMatchObject({
      next: 2,
      lost: 0,
    })
  })
})

describe('a spill that fails', () => {
  test('costs the middle of the output, says why, and loses no count', async () => {
    const output = new CapturedOutput(
      () => Promise.reject(new Error('no room')),
      () => {},
    )
    for (let turn = 0; turn < 10; turn += 1) await output.write(encoder.encode('x'.repeat(10_000)))
    expect(output.totalBytes).toBe(100_000)
    expect(output.spill).toMatchObject({
      file: undefined,
      bytes: 0,
      dropped: 100_000,
      failure: new Error('no room'),
    })
    expect(excerptOf(output, true).omitted?.bytes).toBe(100_000 - outputLimits.head - outputLimits.tail)
  })

  test('is not written to again once it left something out', async () => {
    const spill = new MemorySpill(40_000)
    const output = await captured(chunked(encoder.encode('y'.repeat(100_000)), [7_000]), spill)
    expect(output.spill).toMatchObject({ bytes: 40_000, dropped: 60_000, failure: undefined })
  })
})
