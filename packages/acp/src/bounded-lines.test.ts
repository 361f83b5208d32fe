import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { boundedLines } from './bounded-lines.ts'

async function through(chunks: readonly Uint8Array[], most: number): Promise<string> {
  const lines = boundedLines(most)
  const writer = lines.writable.getWriter()
  const write = async (): Promise<void> => {
    for (const chunk of chunks) await writer.write(chunk)
    await writer.close()
  }
  const [text] = await Promise.all([new Response(lines.readable).text(), write()])
  return text
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('boundedLines', () => {
  verifies(
    ['security:W2'],
    'puts something that is no message in the place of a line that is too long',
    async () => {
      const [before, after] = await Promise.all([
        through([bytes(`{"a":1}\n${'x'.repeat(20)}\n{"b":2}\n`)], 10),
        through([bytes(`{"a":1}\n${'x'.repeat(10)}`), bytes('x'.repeat(10)), bytes('\n{"b":2}')], 10),
      ])
      const told = '"a message that is longer than is taken"\n'
      expect(before).toBe(`{"a":1}\n${told}{"b":2}\n`)
      expect(after).toBe(`{"a":1}\n${told}{"b":2}`)
    },
  )

  test.each([
    ['7', '{"jsonrpc":"2.0","id":7,"result":{"content":"'],
    ['"a-1"', '{ "jsonrpc": "2.0", "id": "a-1", "result": {"content": "'],
  ])('tells whoever waits for the answer to %s that it does not come', async (id, head) => {
    const line = bytes(`${head}${'x'.repeat(100)}"}}\n`)
    const error = '{"code":-32600,"message":"the answer is longer than is taken"}'
    const answer = `{"jsonrpc":"2.0","id":${id},"error":${error}}\n`
    expect(await through([line], 100)).toBe(answer)
    const pieces = Array.from(line, (_byte, index) => line.subarray(index, index + 1))
    expect(await through(pieces, 100)).toBe(answer)
  })

  test('leaves all other bytes as they are, however they are cut', async () => {
    const line = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\n', ' '))
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(30)), async (lines, cuts) => {
        const whole = bytes(lines.join('\n'))
        const chunks: Uint8Array[] = []
        let from = 0
        for (const length of cuts) chunks.push(whole.subarray(from, (from += length)))
        chunks.push(whole.subarray(from))
        expect(await through(chunks, 100)).toBe(lines.join('\n'))
      }),
      { numRuns: 50 },
    )
  })
})
