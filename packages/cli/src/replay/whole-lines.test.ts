import { checkedLine } from '@millrace/host'
import { simulatedDisk } from '@millrace/testkit/disk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { wholeLines } from './whole-lines.ts'

const lineOf = (text: string): Buffer => Buffer.from(checkedLine(JSON.stringify({ text })))

async function linesOf(...parts: readonly Uint8Array[]): Promise<Buffer[]> {
  const disk = simulatedDisk({ files: { 'a.jsonl': Buffer.concat(parts) } })
  const lines: Buffer[] = []
  for await (const line of wholeLines(disk, 'a.jsonl')) lines.push(line)
  return lines
}

const mebibyte = 1024 * 1024

test('are found whatever the chunks are that they are read in', async () => {
  const sizes = [0, 10, mebibyte - 40, mebibyte, 3 * mebibyte, 1, 2 * mebibyte - 30, 5]
  const lines = sizes.map((size) => lineOf('x'.repeat(size)))
  const found = await linesOf(...lines)
  expect(found.map((line, at) => line.equals(lines[at] ?? Buffer.alloc(0)))).toEqual(sizes.map(() => true))
})

test.each([
  ['no line break', lineOf('torn').subarray(0, -1)],
  ['other bytes', Buffer.from(lineOf('torn').toString().replace('torn', 'corn'))],
  ['a part of many chunks', lineOf('x'.repeat(3 * mebibyte)).subarray(0, -1)],
])('end before one with %s', async (_what, torn) => {
  const first = lineOf('one')
  expect(await linesOf(first, torn)).toEqual([first])
})

test('are put together once, however long they are', async () => {
  const long = lineOf('x'.repeat(20 * mebibyte))
  const disk = simulatedDisk({ files: { 'a.jsonl': long } })
  const concat = vi.spyOn(Buffer, 'concat')
  onTestFinished(() => concat.mockRestore())
  const lengths: number[] = []
  for await (const line of wholeLines(disk, 'a.jsonl')) lengths.push(line.length)
  const joined = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0)
  expect([lengths, joined]).toEqual([[long.length], long.length])
})
