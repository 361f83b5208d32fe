import { execFileSync } from 'node:child_process'
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { newContent, oldContent, waysToChange } from './support/ways-to-change.ts'

const { workspace, call } = inWorkspace()
const onDisk = (path: string): Promise<string> => readFile(workspace.at(path), 'utf8')
let outside: string

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'millrace-outside-'))
})
afterEach(() => rm(outside, { recursive: true }))

describe.each(waysToChange)('$name', ({ tool, args }) => {
  const change = (path: string, signal?: AbortSignal): ReturnType<typeof call> =>
    call(tool, args(path), signal)

  verifies(['fault:B093', 'fault:B094'], 'keeps the permissions of a file', async () => {
    for (const mode of [0o755, 0o640, 0o444, 0o664, 0o600]) {
      const path = mode.toString(8)
      await workspace.put({ [path]: oldContent })
      await chmod(workspace.at(path), mode)
      expect((await change(path)).code).toBeUndefined()
      expect(await onDisk(path)).toBe(newContent)
      expect((await stat(workspace.at(path))).mode & 0o7777).toBe(mode)
    }
  })

  verifies(['fault:B093'], 'changes the target of a link, which stays a link', async () => {
    await workspace.put({ 'real/a': oldContent })
    await symlink('real/a', workspace.at('link'))
    expect((await change('link')).value).toMatchObject({ path: 'link', changed: true })
    expect((await lstat(workspace.at('link'))).isSymbolicLink()).toBe(true)
    expect(await onDisk('real/a')).toBe(newContent)
  })

  verifies(['fault:B093', 'security:F3'], 'leaves the other name of a hard link as it was', async () => {
    await writeFile(join(outside, 'canary'), oldContent)
    await link(join(outside, 'canary'), workspace.at('a'))
    expect((await change('a')).code).toBeUndefined()
    expect(await onDisk('a')).toBe(newContent)
    expect(await readFile(join(outside, 'canary'), 'utf8')).toBe(oldContent)
  })

  verifies(['fault:B091', 'security:F1'], 'reaches nothing outside, however it is spelled', async () => {
    await writeFile(join(outside, 'x'), oldContent)
    await symlink(outside, workspace.at('dir'))
    await symlink(join(outside, 'x'), workspace.at('x'))
    await mkdir(workspace.at('a'))
    const name = outside.split('/').at(-1)
    for (const path of [
      'dir/x',
      'dir/new',
      'dir/new/deeper',
      'x',
      join(outside, 'x'),
      `a/../../${name}/x`,
      '../x',
    ]) {
      const { result, code } = await change(path)
      expect([path, result.isError]).toEqual([path, true])
      expect(code ?? 'DENIED').toMatch(/^(FS_OUTSIDE_ROOT|DENIED|TOOL_DENIED)$/)
    }
    expect(await readdir(outside)).toEqual(['x'])
    expect(await readFile(join(outside, 'x'), 'utf8')).toBe(oldContent)
  })

  verifies(['fault:B091'], 'refuses a path that can name no file', async () => {
    await mkdir(workspace.at('folder'))
    for (const path of ['', '.', 'new/', 'folder/', 'folder/.', 'a\0b', 'a\nb', 'x'.repeat(300)]) {
      const { code } = await change(path)
      expect([path, code]).toEqual([path, expect.stringMatching(/^FS_(INVALID_PATH|NOT_REGULAR_FILE)$/)])
    }
    expect((await change('folder')).code).toBe('FS_NOT_REGULAR_FILE')
    expect(await readdir(workspace.folder)).toEqual(['folder'])
  })

  test.skipIf(process.platform === 'win32')('a tilde is no home folder, and is taken for none', async () => {
    await workspace.put({ '~/a': oldContent })
    const { code, text } = await change('~/a')
    expect(code).toBe('FS_INVALID_PATH')
    expect(text).toContain('"~/a" begins with "~", which is not expanded here')
    expect(await onDisk('~/a')).toBe(oldContent)
    expect((await change('./~/a')).code).toBeUndefined()
    expect(await onDisk('~/a')).toBe(newContent)
  })

  test('an empty path is called that', async () => {
    const { code, text } = await change('')
    expect([code, text]).toEqual(['FS_INVALID_PATH', 'Error: the path is empty; name the file to change'])
  })

  verifies(['fault:B089'], 'ends at once for a pipe, a socket, a device and a folder', async () => {
    if (process.platform === 'win32') return
    execFileSync('mkfifo', [workspace.at('pipe')])
    const server = createServer().listen(workspace.at('socket'))
    await new Promise((resolve) => server.once('listening', resolve))
    try {
      for (const path of ['pipe', 'socket', '.']) {
        const started = performance.now()
        const { code } = await change(path)
        expect([path, code]).toEqual([path, expect.stringMatching(/^FS_(NOT_REGULAR_FILE|INVALID_PATH)$/)])
        expect(performance.now() - started).toBeLessThan(20_000)
      }
    } finally {
      server.close()
    }
    for (const path of ['/dev/zero', '/dev/tty', '/proc/self/mem'])
      expect((await change(path)).result.isError).toBe(true)
  })

  verifies(['fault:B040'], 'does nothing for a caller who has given up before', async () => {
    await workspace.put({ a: oldContent })
    const before = await stat(workspace.at('a'), { bigint: true })
    for (const path of ['a', 'new']) {
      const { code } = await change(path, AbortSignal.abort())
      expect(code).toBe('ABORTED_BEFORE_DISPATCH')
    }
    const after = await stat(workspace.at('a'), { bigint: true })
    expect([after.ino, after.ctimeNs]).toEqual([before.ino, before.ctimeNs])
    expect(await readdir(workspace.folder)).toEqual(['a'])
  })

  test('leaves nothing beside the file', async () => {
    await workspace.put({ a: oldContent })
    await change('a')
    expect(await readdir(workspace.folder)).toEqual(['a'])
  })
})

verifies(['fault:B094'], 'a new file gets what the umask of the process leaves', async () => {
  const mask = process.umask()
  await call('write', { path: 'new', content: 'x' })
  expect((await stat(workspace.at('new'))).mode & 0o7777).toBe(0o666 & ~mask)
})

describe('edit keeps how a text is written', () => {
  const change = (path: string, oldText = 'beta', newText = 'gamma'): ReturnType<typeof call> =>
    call('edit', { path, edits: [{ oldText, newText }] })

  verifies(['fault:B085', 'security:F6'], 'byte order mark and encoding', async () => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      for (const [oldText, now] of [
        ['beta', '\ufeffalpha\ngamma\n'],
        ['alpha', '\ufeffgamma\nbeta\n'],
      ] as const) {
        const path = `${encoding}-${oldText}`
        await workspace.put({ [path]: Buffer.from('\ufeffalpha\nbeta\n', encoding) })
        expect((await change(path, oldText)).code).toBeUndefined()
        expect(await readFile(workspace.at(path))).toEqual(Buffer.from(now, encoding))
        expect((await call('read', { path })).text).not.toContain('\ufeff')
      }
    }
    await workspace.put({ be: Buffer.from('\ufeffalpha\nbeta\n', 'utf16le').swap16() })
    await change('be')
    expect(await readFile(workspace.at('be'))).toEqual(
      Buffer.from('\ufeffalpha\ngamma\n', 'utf16le').swap16(),
    )
  })

  verifies(['fault:B084'], 'the ends of lines, and says which bytes changed', async () => {
    await workspace.put({ mixed: 'one word\ntwo\r\nthree\r\nfo\rur\n' })
    const { value } = await change('mixed', 'word', 'line')
    expect(await onDisk('mixed')).toBe('one line\ntwo\r\nthree\r\nfo\rur\n')
    expect(value).toMatchObject({ changedBytes: [{ offset: 4, oldBytes: 4, newBytes: 4 }] })
    await change('mixed', 'two\nthree', 'two\nnew\nthree')
    expect(await onDisk('mixed')).toBe('one line\ntwo\r\nnew\r\nthree\r\nfo\rur\n')
    await change('mixed', 'one line', 'one\nline')
    expect(await onDisk('mixed')).toBe('one\r\nline\ntwo\r\nnew\r\nthree\r\nfo\rur\n')
  })

  test('turns line ends around where both texts spell them out', async () => {
    await workspace.put({ a: 'a\r\nb\r\nc\n' })
    await call('edit', { path: 'a', edits: [{ oldText: '\r\n', newText: '\n', replaceAll: true }] })
    expect(await onDisk('a')).toBe('a\nb\nc\n')
    await call('edit', { path: 'a', edits: [{ oldText: '\n', newText: '\r\n', replaceAll: true }] })
    expect(await onDisk('a')).toBe('a\r\nb\r\nc\r\n')
  })

  verifies(
    ['security:F6'],
    'or is refused: nothing that cannot be decoded without a loss is saved',
    async () => {
      for (const [bytes, code] of [
        [Buffer.from('caf\xe9 beta\n', 'latin1'), 'TEXT_NOT_DECODABLE'],
        [Buffer.from([0x62, 0x65, 0x74, 0x61, 0xed, 0xa0, 0x80]), 'TEXT_NOT_DECODABLE'],
        [
          Buffer.concat([Buffer.from('\ufeffbeta', 'utf16le'), Buffer.from([0x00, 0xd8])]),
          'TEXT_NOT_DECODABLE',
        ],
        [Buffer.from('beta\0'), 'TEXT_BINARY'],
      ] as const) {
        await workspace.put({ a: bytes })
        expect((await change('a')).code).toBe(code)
        expect(await readFile(workspace.at('a'))).toEqual(bytes)
      }
    },
  )

  test('refuses a file, and a result, beyond the limit', async () => {
    await workspace.put({ large: 'beta\n'.padEnd(10_485_761, 'x'), full: 'x'.repeat(10_000_000) })
    const { code, text } = await change('large')
    expect(code).toBe('FS_TOO_LARGE')
    expect(text).toContain('has 10485761 bytes, and files up to 10485760 are edited')
    const edits = [{ oldText: 'x'.repeat(100), newText: 'y'.repeat(200), replaceAll: true }]
    expect((await call('edit', { path: 'full', edits })).code).toBe('FS_TOO_LARGE')
    const many = [{ oldText: 'x', newText: 'y', replaceAll: true }]
    expect((await call('edit', { path: 'full', edits: many })).code).toBe('EDIT_TOO_MANY')
  })
})
