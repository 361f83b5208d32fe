import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Lines } from './lines.ts'

function linesOf(
  most: number,
  chunks: readonly Uint8Array[],
): { lines: string[]; heads: string[]; tails: string[] } {
  const found = { lines: [] as string[], heads: [] as string[], tails: [] as string[] }
  const lines = new Lines(
    most,
    (line) => found.lines.push(line.toString()),
    (head) => found.heads.push(head.toString()),
    (tail) => found.tails.push(tail.toString()),
  )
  for (const chunk of chunks) lines.push(chunk)
  return found
}

describe('Lines', () => {
  test('are the same however the bytes come', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ä', '\n', '\r\n', '𝒳') })
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (said, cuts) => {
        const bytes = Buffer.from(`${said}\n`)
        const places = [0, ...cuts.map((cut) => cut % bytes.length).toSorted((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
        const expected = `${said}\n`.split('\n').slice(0, -1)
        expect(linesOf(10_000, chunks).lines).toEqual(expected.map((line) => line.replace(/\r$/, '')))
      }),
    )
  })

  test('that are too long are dropped, each told once, and single bytes do no harm', () => {
    const bytes = Buffer.from(`begin${'x'.repeat(9000)}end\nnext\n${'y'.repeat(5000)}\n`)
    const chunks = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
    const { lines, heads, tails } = linesOf(5000, chunks)
    expect(lines).toEqual(['next', 'y'.repeat(5000)])
    expect(heads).toHaveLength(1)
    expect(heads[0]).toMatch(/^beginx+$/)
    expect(tails).toHaveLength(1)
    expect(tails[0]).toMatch(/^x+end$/)
  })
})
