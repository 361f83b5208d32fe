import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OpenedText, TextChunk } from '../text/utf8-source.ts'
import { lineWindows, wholeWindow } from './line-windows.ts'

function opened(parts: readonly string[]): OpenedText {
  const chunks: TextChunk[] = parts.map((part, index) => ({
    bytes: Buffer.from(part),
    isLast: index === parts.length - 1,
  }))
  const [first = { bytes: new Uint8Array(0), isLast: true }, ...rest] = chunks
  return {
    head: first.bytes,
    size: 0,
    encoding: 'utf-8',
    hasMark: false,
    first,
    async *rest() {
      yield* rest
    },
  }
}

/** Each window as the lines to search, with their numbers and the context on both sides. */
async function windows(
  parts: readonly string[],
  context: number,
): Promise<[string, number, string, string][]> {
  const found: [string, number, string, string][] = []
  for await (const { bytes, from, to, firstLine } of lineWindows(opened(parts), context)) {
    const text = (start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString()
    found.push([text(from, to), firstLine, text(0, from), text(to, bytes.length)])
  }
  return found
}

describe('lineWindows', () => {
  test('cuts at line ends and keeps lines around a window for context', async () => {
    expect(await windows(['a\nb\nc', 'd\ne\nf'], 0)).toEqual([
      ['a\nb\n', 1, '', 'c'],
      ['cd\ne\nf', 3, '', ''],
    ])
    expect(await windows(['a\nb\nc', 'd\ne\nf'], 1)).toEqual([
      ['a\n', 1, '', 'b\nc'],
      ['b\ncd\ne\nf', 2, 'a\n', ''],
    ])
  })

  test('gives every line exactly once, under its number, whatever the chunks', async () => {
    const part = fc.string({ unit: fc.constantFrom('a', '\n', '€'), maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.nat(3), async (parts, context) => {
        const found = await windows(parts, context)
        const text = parts.join('')
        expect(found.map(([lines]) => lines).join('')).toBe(text)
        let at = 0
        for (const [lines, firstLine, before] of found) {
          expect(firstLine).toBe(text.slice(0, at).split('\n').length)
          expect(text.slice(0, at).endsWith(before)).toBe(true)
          const available = text.slice(0, at).split('\n').length - 1
          expect(before.split('\n').length - 1).toBe(Math.min(context, available))
          at += lines.length
        }
      }),
    )
  })

  test('a text in one chunk is one window', () => {
    expect(wholeWindow(opened(['a\nb']))).toMatchObject({ from: 0, to: 3, firstLine: 1 })
    expect(wholeWindow(opened(['a\n', 'b']))).toBeUndefined()
  })

  test('a line that is too long for one window comes in parts of whole characters', async () => {
    const part = '€'.repeat(2 * 1024 * 1024)
    const parts: string[] = []
    const flags: boolean[] = []
    for await (const window of lineWindows(opened([part, part, part, part, 'end\nnext']), 0)) {
      parts.push(Buffer.from(window.bytes.subarray(window.from, window.to)).toString())
      flags.push(window.continues)
      expect(window.firstLine).toBe(1)
    }
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('') === `${part.repeat(4)}end\nnext`).toBe(true)
    expect(flags).toEqual(parts.map((_, index) => index > 0))
  })
})
