import { readFile, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()
const onDisk = (path: string): Promise<Buffer> => readFile(workspace.at(path))

describe('write', () => {
  test('makes a file with its folders, and tells programs, models and people', async () => {
    const { value, text, callView, resultView } = await call('write', {
      path: 'a/b/c.txt',
      content: 'one\ntwo\n',
    })
    expect((await onDisk('a/b/c.txt')).toString()).toBe('one\ntwo\n')
    expect(text).toBe('created a/b/c.txt: 2 lines, 8 bytes')
    expect(value).toMatchObject({
      path: 'a/b/c.txt',
      changed: true,
      created: true,
      size: 8,
      added: 2,
      removed: 0,
      lost: [],
      changedBytes: [{ offset: 0, oldBytes: 0, newBytes: 8 }],
    })
    expect(callView).toEqual({
      card: 'diff',
      title: 'a/b/c.txt',
      diffs: [{ path: 'a/b/c.txt', oldText: '', newText: 'one\ntwo\n', line: 1 }],
      locations: [{ path: 'a/b/c.txt' }],
    })
    expect(resultView).toEqual({
      card: 'diff',
      diffs: [{ path: 'a/b/c.txt', oldText: null, newText: 'one\ntwo\n', line: 1 }],
    })
  })

  verifies(['fault:B097'], 'writes exactly what it is given, and adds no line break', async () => {
    for (const content of ['a', 'a\n', '', 'a\r\n', '\ufeffa', '\n\n', 'a\rb', '€😀']) {
      await call('write', { path: 'new.txt', content, overwrite: true })
      expect(await onDisk('new.txt')).toEqual(Buffer.from(content, 'utf8'))
      const { value } = await call('read', { path: 'new.txt' })
      const lines = content.split('\n').length - (content.endsWith('\n') || content === '' ? 1 : 0)
      expect(value).toMatchObject({ totalLines: lines })
    }
  })

  verifies(
    ['fault:B097'],
    'an edit adds no line break, and takes none that it was not asked to',
    async () => {
      await workspace.put({ open: 'a\nb', closed: 'a\nb\n' })
      const edit = (path: string, oldText: string, newText: string): ReturnType<typeof call> =>
        call('edit', { path, edits: [{ oldText, newText }] })
      await edit('open', 'b', 'b\nc')
      expect((await onDisk('open')).toString()).toBe('a\nb\nc')
      await edit('open', '\nc', '')
      expect((await onDisk('open')).toString()).toBe('a\nb')
      await edit('closed', 'b\n', '')
      expect((await onDisk('closed')).toString()).toBe('a\n')
    },
  )

  verifies(['fault:B082'], 'takes dollar sequences as they are written', async () => {
    const content = "$$ $& $1 $` $'\n"
    await workspace.put({ a: 'X' })
    const { resultView } = await call('write', { path: 'a', content, overwrite: true })
    expect((await onDisk('a')).toString()).toBe(content)
    expect(resultView).toMatchObject({ diffs: [{ newText: content }] })
  })

  test('shows an empty file as a new one, and what is not told in lines by its text', async () => {
    const empty = await call('write', { path: 'a', content: '' })
    expect(empty.text).toBe('created a: 0 lines, 0 bytes')
    expect(empty.callView).toMatchObject({ diffs: [{ path: 'a', oldText: null, newText: '' }] })
    expect(empty.resultView).toEqual({ card: 'diff', diffs: [{ path: 'a', oldText: null, newText: '' }] })
    await workspace.put({ marked: '\ufeffsame\n' })
    const marked = await call('write', { path: 'marked', content: 'same\n', overwrite: true })
    expect(marked.value).toMatchObject({
      changed: true,
      hunks: [],
      changedBytes: [{ offset: 0, oldBytes: 3 }],
    })
    expect(marked.resultView).toBeUndefined()
  })

  test('replaces a file that was read, and shows the lines that differ', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`)
    await workspace.put({ a: lines.join('') })
    await call('read', { path: 'a' })
    const content = lines.with(9, 'ten\n').join('')
    const { value, text, resultView } = await call('write', { path: './a', content })
    expect(text).toBe('replaced a: +1 -1 lines; line 10')
    expect(value).toMatchObject({ created: false, added: 1, removed: 1, hunks: [{ oldLine: 7, newLine: 7 }] })
    expect(resultView).toMatchObject({
      diffs: [
        {
          oldText: lines.slice(6, 13).join(''),
          newText: 'line 7\nline 8\nline 9\nten\nline 11\nline 12\nline 13\n',
          line: 7,
        },
      ],
    })
  })

  test('does not replace a file that was not read, unless that is asked for', async () => {
    await workspace.put({ a: 'precious', empty: '' })
    const { code, text } = await call('write', { path: 'a', content: 'x' })
    expect(code).toBe('FS_EXISTS')
    expect(text).toBe(
      'Error: "a" exists (8 bytes) and you have not read it; read it first, ' +
        'or pass overwrite: true to replace it unseen; to change a part of it use edit',
    )
    expect((await onDisk('a')).toString()).toBe('precious')
    expect((await call('write', { path: 'a', content: 'x', overwrite: true })).code).toBeUndefined()
    expect((await call('write', { path: 'empty', content: 'x' })).code).toBeUndefined()
  })

  test('says that a file has its content already, and leaves it alone', async () => {
    await workspace.put({ a: 'same\n' })
    const before = await stat(workspace.at('a'), { bigint: true })
    const { value, text, resultView } = await call('write', { path: 'a', content: 'same\n' })
    expect(text).toBe('a is unchanged: it holds this content already, and it was not written')
    expect(value).toMatchObject({ changed: false, created: false, hunks: [], changedBytes: [] })
    expect(resultView).toBeUndefined()
    expect((await stat(workspace.at('a'), { bigint: true })).ctimeNs).toBe(before.ctimeNs)
  })

  verifies(['fault:B085'], 'drops a byte order mark that it was not given, and says so', async () => {
    await workspace.put({ a: '\ufeffalpha\r\nbeta\r\n', b: '\ufeffalpha\n' })
    await call('read', { path: 'a' })
    const { value, text } = await call('write', { path: 'a', content: 'alpha\ngamma\n' })
    expect((await onDisk('a')).toString()).toBe('alpha\ngamma\n')
    expect(value).toMatchObject({ lost: ['byteOrderMark', 'crlf'] })
    expect(text).toContain(
      '[the byte order mark that the file began with is gone; to keep it, begin content with',
    )
    expect(text).toContain('[lines ended in CRLF and end in LF now]')
    const kept = await call('write', { path: 'b', content: '\ufeffbeta\n', overwrite: true })
    expect(kept.value).toMatchObject({ lost: [], added: 1, removed: 1 })
    expect(await onDisk('b')).toEqual(Buffer.from('\ufeffbeta\n'))
  })

  test('replaces what is no text without comparing it, and says so of an encoding', async () => {
    await workspace.put({
      binary: Buffer.from([0, 1, 2, 3]),
      latin: Buffer.from('caf\xe9\n', 'latin1'),
      utf16: Buffer.from('\ufeffalpha\n', 'utf16le'),
    })
    for (const path of ['binary', 'latin']) {
      const { value, text } = await call('write', { path, content: 'a\n', overwrite: true })
      expect(value).toMatchObject({ notCompared: 'binary', added: 1, removed: 0, hunks: [] })
      expect(text).toBe(`replaced ${path}: 1 line, 2 bytes`)
    }
    const { value, text } = await call('write', { path: 'utf16', content: 'alpha\n', overwrite: true })
    expect(value).toMatchObject({ lost: ['utf16'], added: 0, removed: 0 })
    expect(text).toBe(
      'replaced utf16: the same lines, 6 bytes\n[the file was encoded in UTF-16 and is UTF-8 now]',
    )
  })

  test('refuses half of a character, and too much content', async () => {
    const half = await call('write', { path: 'a', content: 'x\ud83d' })
    expect(half.code).toBe('INVALID_ARGS')
    expect(half.text).toContain('"content" has half of a character at position 1')
    const large = await call('write', { path: 'a', content: 'x'.repeat(10_485_761) })
    expect(large.code).toBe('FS_TOO_LARGE')
    await expect(stat(workspace.at('a'))).rejects.toThrow('ENOENT')
  })
})
