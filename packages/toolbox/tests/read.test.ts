import { symlink, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

describe('read', () => {
  test('gives numbered lines, a structured value and a read card', async () => {
    await workspace.put({ 'src/a.ts': 'one\ntwo\n' })
    const { value, text, callView, resultView } = await call('read', { path: 'src/a.ts' })
    expect(text).toBe('1\tone\n2\ttwo')
    expect(value).toEqual({
      kind: 'text',
      path: 'src/a.ts',
      offset: 1,
      lines: ['one', 'two'],
      totalLines: 2,
      size: 8,
      lineEnding: 'lf',
      encoding: 'utf-8',
      byteOrderMark: false,
      cut: [],
    })
    expect(callView).toEqual({
      card: 'generic',
      kind: 'read',
      title: 'src/a.ts',
      locations: [{ path: 'src/a.ts' }],
    })
    expect(resultView).toEqual({
      card: 'read',
      path: 'src/a.ts',
      offset: 1,
      lines: [
        { number: 1, text: 'one' },
        { number: 2, text: 'two' },
      ],
      totalLines: 2,
      content: 'one\ntwo',
      lang: 'typescript',
    })
  })

  test('takes an absolute path and dots inside the workspace', async () => {
    await workspace.put({ 'a/b.txt': 'x' })
    for (const path of [workspace.at('a/b.txt'), './a/../a/b.txt', 'a//b.txt']) {
      expect((await call('read', { path })).value).toMatchObject({ path: 'a/b.txt', lines: ['x'] })
    }
  })

  test('gives the asked window and how to continue', async () => {
    await workspace.put({ 'a.txt': Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n') })
    const { text, value, resultView } = await call('read', { path: 'a.txt', offset: 4, limit: 2 })
    expect(text).toBe('4\tline 4\n5\tline 5\n[lines 4-5 of 10; continue with offset 6]')
    expect(value).toMatchObject({ offset: 4, next: 6, totalLines: 10 })
    expect(resultView).toMatchObject({ card: 'read', offset: 4, lines: [{ number: 4 }, { number: 5 }] })
    expect(resultView).toMatchObject({ title: 'a.txt; continue with offset=6' })
    expect((await call('read', { path: 'a.txt', offset: 11 })).text).toBe(
      '[there is no line 11: the file has 10]',
    )
    expect((await call('read', { path: 'a.txt', offset: 9 })).text).toContain('[lines 9-10 of 10]')
  })

  test('refuses bounds that mean nothing, and a limit above the most', async () => {
    await workspace.put({ 'a.txt': 'x\n'.repeat(3000) })
    for (const args of [{ offset: 0 }, { offset: -1 }, { limit: 0 }]) {
      const { code, text } = await call('read', { path: 'a.txt', ...args })
      expect(code).toBe('INVALID_ARGS')
      expect(text).toMatch(/"offset" must be at least 1|"limit" must be from 1 to 2000/)
    }
    const beyond = await call('read', { path: 'a.txt', limit: 2001 })
    expect(beyond.code).toBe('INVALID_ARGS')
    expect(beyond.text).toContain('"limit" must be from 1 to 2000, not 2001')
    expect((await call('read', { path: 'a.txt', limit: 2000 })).value).toMatchObject({
      next: 2001,
      totalLines: 3000,
    })
  })

  verifies(['fault:B097'], 'counts the lines of files with and without a final line break', async () => {
    await workspace.put({ a: 'a', b: 'a\n', c: '', d: 'a\r\n' })
    const totals: unknown[] = []
    for (const path of ['a', 'b', 'c', 'd']) totals.push((await call('read', { path })).value)
    expect(totals).toMatchObject([{ totalLines: 1 }, { totalLines: 1 }, { totalLines: 0 }, { totalLines: 1 }])
    expect((await call('read', { path: 'c' })).text).toBe('[the file is empty]')
  })

  verifies(
    ['fault:B085', 'security:F6'],
    'never shows a byte order mark, and says that it is there',
    async () => {
      await workspace.put({ 'a.txt': '\ufeffalpha\r\nbeta\r\n' })
      const { text, value } = await call('read', { path: 'a.txt' })
      expect(text).toBe('1\talpha\n2\tbeta\n[lines end in CRLF; begins with a byte order mark]')
      expect(value).toMatchObject({ lines: ['alpha', 'beta'], byteOrderMark: true, lineEnding: 'crlf' })
    },
  )

  test('decodes UTF-16 by its mark, over chunk borders too', async () => {
    const line = `${'é'.repeat(999)}😀\n`
    await workspace.put({
      'le.txt': Buffer.from(`\ufeff${line.repeat(600)}`, 'utf16le'),
      'be.txt': Buffer.from(`\ufeffab\ncd`, 'utf16le').swap16(),
    })
    const { value } = await call('read', { path: 'le.txt', offset: 600 })
    expect(value).toMatchObject({ encoding: 'utf-16le', totalLines: 600, lines: [line.trim()] })
    const { value: other, text } = await call('read', { path: 'be.txt' })
    expect(other).toMatchObject({ encoding: 'utf-16be', lines: ['ab', 'cd'], byteOrderMark: true })
    expect(text).toContain('encoded in UTF-16BE')
  })

  verifies(['security:F6'], 'flags bytes that are not valid UTF-8', async () => {
    await workspace.put({ 'latin.txt': Buffer.from('caf\xe9\n', 'latin1') })
    const { value, text, resultView } = await call('read', { path: 'latin.txt' })
    expect(value).toMatchObject({ lines: ['caf\ufffd'], invalid: true })
    expect(text).toContain('stand as U+FFFD')
    expect(resultView).toMatchObject({ title: 'latin.txt; not valid UTF-8' })
  })

  verifies(
    ['fault:B090', 'fault:B026'],
    'shows the start of a line of megabytes, and stays within its caps',
    async () => {
      await workspace.put({
        'one.txt': 'x'.repeat(5_000_000),
        'second.txt': `first\n${'€'.repeat(1_000_000)}\nlast\n`,
        'pair.txt': `${'a'.repeat(1999)}😀tail`,
      })
      for (const args of [{ path: 'one.txt' }, { path: 'one.txt', offset: 1, limit: 1 }]) {
        const { text, value, result, resultView } = await call('read', args)
        const shown = `${'x'.repeat(2000)} […4998000 more bytes of this line]`
        expect(resultView).toMatchObject({ lines: [{ number: 1, text: shown }], content: shown })
        expect(text).toBe(`1\t${shown}`)
        expect(value).toMatchObject({ totalLines: 1, cut: [{ line: 1, omittedBytes: 4_998_000 }] })
        expect(JSON.stringify(result).length).toBeLessThan(20_000)
      }
      const { value, text } = await call('read', { path: 'second.txt' })
      expect(value).toMatchObject({ lines: ['first', '€'.repeat(2000), 'last'], totalLines: 3 })
      expect(text).toContain('[…2994000 more bytes of this line]\n3\tlast')
      const pair = await call('read', { path: 'pair.txt' })
      expect(pair.text.isWellFormed()).toBe(true)
      expect(pair.value).toMatchObject({ lines: ['a'.repeat(1999)], cut: [{ omittedBytes: 8 }] })
    },
  )

  test('caps the bytes of a window and continues where it stopped', async () => {
    await workspace.put({ 'wide.txt': `${'€'.repeat(1000)}\n`.repeat(300) })
    const { value, result } = await call('read', { path: 'wide.txt' })
    expect(value).toMatchObject({ next: 88, totalLines: 300 })
    expect(Buffer.byteLength(JSON.stringify(result.content))).toBeLessThan(300_000)
    expect((await call('read', { path: 'wide.txt', offset: 88 })).value).toMatchObject({
      offset: 88,
      next: 175,
    })
  })

  test('says which names were perhaps meant, and what to do with a folder', async () => {
    await workspace.put({ 'src/index.ts': '', 'src/other.md': '' })
    const missing = await call('read', { path: 'src/indes.ts' })
    expect(missing.code).toBe('FS_NOT_FOUND')
    expect(missing.text).toContain('did you mean "src/index.ts"?')
    expect((await call('read', { path: 'nowhere/x' })).code).toBe('FS_NOT_FOUND')
    const folder = await call('read', { path: 'src' })
    expect(folder.code).toBe('FS_NOT_REGULAR_FILE')
    expect(folder.text).toContain('list it with the glob tool')
  })

  test('never suggests the name that was asked for, and says why it leads nowhere', async () => {
    await workspace.put({ 'dir/other.txt': '' })
    await symlink('gone', workspace.at('dir/broken'))
    for (const path of ['dir/broken', './dir/broken']) {
      const { code, text } = await call('read', { path })
      expect(code).toBe('FS_NOT_FOUND')
      expect(text).toBe(`Error: "${path}" is a link that leads nowhere`)
    }
    expect((await call('grep', { pattern: 'x', path: 'dir/broken' })).text).toContain('leads nowhere')
  })

  test.runIf(process.platform === 'linux')(
    'neither reaches nor suggests a name that is not UTF-8',
    async () => {
      await writeFile(Buffer.concat([Buffer.from(workspace.at('caf')), Buffer.from([0xe9])]), 'x')
      const same = await call('read', { path: 'caf\ufffd' })
      expect(same.code).toBe('FS_NOT_FOUND')
      expect(same.text).toContain('stands for a name that is not UTF-8')
      expect((await call('read', { path: 'cafe' })).text).toBe('Error: "cafe" does not exist')
    },
  )

  test('an empty path is no path', async () => {
    const { code, text } = await call('read', { path: '' })
    expect(code).toBe('FS_INVALID_PATH')
    expect(text).toBe('Error: the path is empty; name a file, or write "." for the workspace')
  })

  test('an abort is reported as one', async () => {
    await workspace.put({ 'a.txt': 'x\n'.repeat(5_000_000) })
    const controller = new AbortController()
    const running = call('read', { path: 'a.txt' }, controller.signal)
    setTimeout(() => controller.abort(), 5)
    const { result, code } = await running
    expect(result.isError).toBe(true)
    expect(code).toMatch(/^ABORTED/)
  })
})
