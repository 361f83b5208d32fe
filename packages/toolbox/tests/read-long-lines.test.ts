import { describe, expect, test } from 'vitest'
import type { ReadValue } from '../src/read/value.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

type TextValue = Extract<ReadValue, { kind: 'text' }>

describe('a line that is too long for a window', () => {
  const long = Array.from({ length: 30_000 }, (_, index) => `${index}é`).join(',')

  test('is read on from where it was cut, to its end', async () => {
    await workspace.put({ 'a.json': `first\n${long}\nlast\n` })
    const start = (await call('read', { path: 'a.json' })).value as TextValue
    expect(start.cut).toEqual([
      { line: 2, omittedBytes: Buffer.byteLength(long) - Buffer.byteLength(start.lines[1] ?? '') },
    ])
    let read = start.lines[1] ?? ''
    let calls = 0
    for (let column: number | undefined = read.length + 1; column !== undefined; calls += 1) {
      const value = (await call('read', { path: 'a.json', offset: 2, column })).value as TextValue
      expect(value).toMatchObject({ offset: 2, column, lines: [expect.any(String)] })
      read += value.lines[0]
      column = value.nextColumn
      if (column === undefined) expect(value).toMatchObject({ next: 3, cut: [], lineEnding: 'lf' })
    }
    expect(read).toBe(long)
    expect(calls).toBe(Math.ceil((long.length - 2000) / 50_000))
  })

  test('says what is shown of it, and how to read on', async () => {
    await workspace.put({ 'a.json': `first\n${'x'.repeat(60_000)}\nlast\n`, 'b.json': 'y'.repeat(3000) })
    const first = await call('read', { path: 'a.json', offset: 2, column: 101 })
    expect(first.text).toMatch(
      /^2\tx{50000} \[…9900 more bytes of this line\]\n\[line 2 from character 101 on; continue with offset 2 and column 50101\]$/,
    )
    expect(first.resultView).toMatchObject({
      card: 'read',
      title: 'a.json; from character 101 of the line on; continue with column=50101; at least 2 lines',
    })
    expect((await call('read', { path: 'a.json', offset: 2, column: 50_101 })).text).toMatch(
      /\n\[line 2 from character 50101 on; the line ends here, continue with offset 3\]$/,
    )
    expect((await call('read', { path: 'b.json', column: 2001 })).text).toMatch(
      /^1\ty{1000}\n\[line 1 from character 2001 on; the line ends here, the file ends with it\]$/,
    )
    expect((await call('read', { path: 'b.json', offset: 5, column: 1 })).text).toBe(
      '[there is no line 5: the file has 1]',
    )
    expect((await call('read', { path: 'b.json', column: 0 })).code).toBe('INVALID_ARGS')
  })

  test('of which only a part was shown was not seen, and is not replaced unasked', async () => {
    await workspace.put({ 'b.txt': 'y'.repeat(300) })
    await call('read', { path: 'b.txt', column: 1 })
    expect((await call('write', { path: 'b.txt', content: 'new' })).code).toBe('FS_EXISTS')
  })
})
