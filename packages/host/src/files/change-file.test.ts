import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import {
  bytesOf,
  codeOf,
  enforcements,
  heldDescriptors,
  openAs,
  plantTree,
  textOf,
} from '../../tests/canary.ts'
import type { Tree } from '../../tests/canary.ts'
import type { ConfinedRoot } from './confined-root.ts'
import type { FileBefore } from './file-before.ts'
import { fileLimits } from './limits.ts'

const isRoot = process.getuid?.() === 0
const posix = process.platform !== 'win32'

/** The path of everything below a folder; with the kinds of entries, Node follows no links. */
const namesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted()

describe.each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: Tree
  let root: ConfinedRoot

  beforeEach(async () => {
    tree = plantTree()
    root = await openAs(enforcement, tree.root)
  })

  afterEach(async () => {
    await root.close()
    const left = heldDescriptors(tree.base)
    const temporary = namesBelow(tree.base).filter((name) => name.endsWith('.tmp'))
    tree.remove()
    expect({ left, temporary }).toEqual({ left: 0, temporary: [] })
  })

  const at = (path: string) => join(tree.root, path)
  const contentOf = (path: string) => readFileSync(at(path), 'utf8')
  const write = (text: string) => () => bytesOf(text)
  const append = (text: string) => async (before: FileBefore | undefined) =>
    Buffer.concat([(await before?.read()) ?? new Uint8Array(), bytesOf(text)])

  describe('a file that is there', () => {
    test('gets its new bytes, and the answer says what it is from now on', async () => {
      chmodSync(at('top'), 0o640)
      const change = await root.change('./links/../top', append(' and more'))
      expect(contentOf('top')).toBe('inside top and more')
      const { version } = await root.stat('top')
      expect(change).toEqual({
        changed: true,
        created: false,
        size: 19,
        mode: 0o640,
        version,
        location: 'top',
      })
      expect((await root.read('top')).version).toBe(version)
    })

    test('is shown as it stands before', async () => {
      const read = await root.read('a/one')
      let seen: unknown
      await root.change('links/file', async (before) => {
        seen = { ...before, text: textOf((await before?.read()) ?? bytesOf('')) }
        return undefined
      })
      expect(seen).toMatchObject({
        size: 12,
        mode: statSync(at('a/one')).mode & 0o7777,
        version: read.version,
        location: 'a/one',
        text: 'inside a/one',
      })
      expect((seen as FileBefore).location).toBe(read.location)
    })

    test.each([
      ['is left alone', () => undefined],
      ['gets the bytes that it has', () => bytesOf('inside top')],
      ['gets the bytes that were read', (before: FileBefore | undefined) => before?.read()],
    ])('is not touched where it %s', async (_, decide) => {
      utimesSync(at('top'), 1000, 2000)
      const before = lstatSync(at('top'), { bigint: true })
      const { version } = await root.stat('top')
      const change = await root.change('top', decide)
      expect(change).toMatchObject({ changed: false, created: false, size: 10, version, location: 'top' })
      expect(lstatSync(at('top'), { bigint: true })).toEqual({
        ...before,
        atimeNs: expect.anything(),
        atime: expect.anything(),
        atimeMs: expect.anything(),
      })
    })

    test('gets bytes that were changed in place where they were read', async () => {
      const change = await root.change('top', async (before) => {
        const bytes = await before?.read()
        if (bytes) bytes[0] = 73
        return bytes
      })
      expect([change.changed, contentOf('top')]).toEqual([true, 'Inside top'])
    })

    test('becomes empty, and full again', async () => {
      expect(await root.change('top', write(''))).toMatchObject({ changed: true, size: 0 })
      expect(contentOf('top')).toBe('')
      expect(await root.change('top', write('x'))).toMatchObject({ changed: true, created: false, size: 1 })
    })

    test.runIf(posix).each([0o755, 0o640, 0o444, 0o600, 0o4755])('keeps the mode %o', async (mode) => {
      chmodSync(at('top'), mode)
      expect(await root.change('top', append('!'))).toMatchObject({ mode })
      expect(statSync(at('top')).mode & 0o7777).toBe(mode)
    })

    test.runIf(isRoot)('keeps its owner and its group', async () => {
      chownSync(at('top'), 1234, 4321)
      chmodSync(at('top'), 0o6755)
      await root.change('top', append('!'))
      expect(statSync(at('top'))).toMatchObject({ uid: 1234, gid: 4321, mode: 0o106755 })
    })

    verifies(['security:F3'], 'keeps its old content under its other names', async () => {
      linkSync(at('top'), join(tree.base, 'outside/twin'))
      await root.change('top', append('!'))
      expect(contentOf('top')).toBe('inside top!')
      expect(readFileSync(join(tree.base, 'outside/twin'), 'utf8')).toBe('inside top')
    })

    test('that is too large to be read whole can still be replaced', async () => {
      truncateSync(at('top'), fileLimits.readBytes + 1)
      expect(await codeOf(root.change('top', append('!')))).toBe('FS_TOO_LARGE')
      expect(statSync(at('top')).size).toBe(fileLimits.readBytes + 1)
      expect(await root.change('top', write('small'))).toMatchObject({ changed: true, size: 5 })
    })
  })

  describe('a file that is not there', () => {
    verifies(['fault:B094'], 'is made with the permissions that the umask leaves', async () => {
      const change = await root.change('a/new', write('made'))
      writeFileSync(at('a/plain'), '')
      const { mode } = statSync(at('a/plain'))
      expect(statSync(at('a/new')).mode).toBe(mode)
      const { version } = await root.stat('a/new')
      expect(change).toEqual({
        changed: true,
        created: true,
        size: 4,
        mode: mode & 0o7777,
        version,
        location: 'a/new',
      })
      expect(statSync(at('a/new')).nlink).toBe(1)
    })

    test('is not made where nothing is to be written', async () => {
      let shown: unknown = 'never'
      const change = await root.change('a/new', (before) => {
        shown = before
        return undefined
      })
      expect(change).toEqual({
        changed: false,
        created: false,
        size: 0,
        mode: 0,
        version: '',
        location: 'a/new',
      })
      expect([shown, readdirSync(at('a'))]).toEqual([undefined, ['b', 'one']])
    })

    test('needs its folder, or the wish that it be made', async () => {
      expect(await codeOf(root.change('new/deep/file', write('x')))).toBe('FS_NOT_FOUND')
      expect(await codeOf(root.stat('new'))).toBe('FS_NOT_FOUND')
      const change = await root.change('new/deep/file', write('x'), { createFolders: true })
      expect([change.location, contentOf('new/deep/file')]).toEqual(['new/deep/file', 'x'])
      expect(await codeOf(root.change('top/x', write('x'), { createFolders: true }))).toBe('FS_NOT_DIRECTORY')
    })

    test('is made by many at once in folders that nobody made yet, and one after the other changes it', async () => {
      const wide = Array.from({ length: 12 }, (_, index) => index)
      const changes = await Promise.all(
        wide.map((index) => root.change('p/q/r/list', append(`${index},`), { createFolders: true })),
      )
      expect(changes.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(contentOf('p/q/r/list').split(',').slice(0, -1).map(Number))).toEqual(new Set(wide))
    })

    test.each(['a/new/', 'a/new/.', 'a/new/..', 'a/', '.', './'])('%s names no file', async (path) => {
      expect(await codeOf(root.change(path, write('x'), { createFolders: true }))).toBe('FS_INVALID_PATH')
      expect(readdirSync(at('a'))).toEqual(['b', 'one'])
    })
  })

  verifies(['fault:B093'], 'a link stays a link, and its target changes', async () => {
    for (const name of ['file', 'chain', 'physical', 'dir/one', 'to-root/a/one']) {
      const change = await root.change(`links/${name}`, append('.'))
      expect(change).toMatchObject({ changed: true, location: 'a/one' })
    }
    expect(contentOf('a/one')).toBe('inside a/one.....')
    expect(readlinkSync(at('links/file'))).toBe('../a/one')
    expect(readlinkSync(at('links/chain'))).toBe('file')
  })

  test('a link to nothing makes its target, where its folder is there', async () => {
    symlinkSync('gone/file', at('links/deeper'))
    symlinkSync('gone/../../top', at('links/back'))
    const change = await root.change('links/dangling', write('made'))
    expect(change).toMatchObject({ created: true, location: 'links/nowhere' })
    expect([readlinkSync(at('links/dangling')), contentOf('links/nowhere')]).toEqual(['nowhere', 'made'])
    expect(await codeOf(root.change('links/deeper', write('x')))).toBe('FS_NOT_FOUND')
    expect(await codeOf(root.change('links/back', write('x'), { createFolders: true }))).toBe('FS_NOT_FOUND')
    const deeper = await root.change('links/deeper', write('x'), { createFolders: true })
    expect(deeper.location).toBe('links/gone/file')
  })

  verifies(
    ['security:F2', 'fault:B091'],
    'a link that leads outside is refused, also to what is not there',
    async () => {
      symlinkSync('../../outside/new', at('links/out-new'))
      symlinkSync(join(tree.base, 'nowhere/new'), at('links/out-nowhere'))
      const before = namesBelow(tree.base)
      for (const name of [
        'out-new',
        'out-nowhere',
        'out-file',
        'out/new',
        'out/secret',
        'out-absolute',
        'out/a/b/c',
      ]) {
        const change = root.change(`links/${name}`, write('escaped'), { createFolders: true })
        expect([name, await codeOf(change)]).toEqual([name, 'FS_OUTSIDE_ROOT'])
      }
      expect(namesBelow(tree.base)).toEqual(before)
    },
  )

  describe('somebody else', () => {
    const meanwhile = (work: () => void) => async (before: FileBefore | undefined) => {
      await before?.read()
      work()
      return bytesOf('mine')
    }

    test.each([
      ['writes to the file', () => writeFileSync(at('top'), 'theirs')],
      ['replaces the file', () => renameSync(at('a/one'), at('top'))],
      ['changes its mode', () => chmodSync(at('top'), 0o600)],
      ['removes it', () => rmSync(at('top'))],
      ['puts a link there', () => (rmSync(at('top')), symlinkSync('../secret', at('top')))],
      ['puts a folder there', () => (rmSync(at('top')), mkdirSync(at('top')))],
    ])('who %s meanwhile is noticed, and the file stays as they left it', async (_, work) => {
      const change = root.change('top', meanwhile(work))
      await expect(change).rejects.toMatchObject({ code: 'FS_STALE_VERSION', retryable: true })
      expect(namesBelow(tree.root).filter((name) => name.endsWith('.tmp'))).toEqual([])
      const left = lstatSync(at('top'), { throwIfNoEntry: false })
      if (left?.isFile()) expect(contentOf('top')).not.toBe('mine')
      expect(readFileSync(join(tree.base, 'secret'), 'utf8')).toBe('CANARY')
    })

    test.each([
      ['a file', () => writeFileSync(at('a/new'), 'theirs')],
      ['a link', () => symlinkSync('../../secret', at('a/new'))],
      ['a folder', () => mkdirSync(at('a/new'))],
    ])('who puts %s where nothing stood keeps it', async (_, work) => {
      expect(await codeOf(root.change('a/new', meanwhile(work)))).toBe('FS_STALE_VERSION')
      const left = lstatSync(at('a/new'))
      if (left.isFile()) expect(contentOf('a/new')).toBe('theirs')
    })

    test('who moves the folder out of the root meanwhile does not take the file along', async () => {
      const change = root.change(
        'a/one',
        meanwhile(() => renameSync(at('a'), join(tree.base, 'outside/a'))),
      )
      expect(await codeOf(change)).toMatch(enforcement === 'full' ? /^FS_OUTSIDE_ROOT$/ : /^FS_NOT_FOUND$/)
      expect(readFileSync(join(tree.base, 'outside/a/one'), 'utf8')).toBe('inside a/one')
      expect(readdirSync(join(tree.base, 'outside/a'))).toEqual(
        enforcement === 'full' ? ['b', 'one'] : expect.anything(),
      )
    })
  })

  test('what the decision throws comes out as it is, and nothing is touched', async () => {
    const refusals = [new Error('no'), Object.assign(new Error('mine'), { code: 'ENOENT' }), 'text']
    for (const refusal of refusals) {
      const change = root.change('top', () => {
        throw refusal
      })
      await expect(change).rejects.toBe(refusal)
    }
    expect(contentOf('top')).toBe('inside top')
    expect(await root.change('top', append('!'))).toMatchObject({ changed: true })
  })

  test('the old bytes are to be had only while the decision is made', async () => {
    let kept: FileBefore | undefined
    let late: Promise<unknown> | undefined
    await root.change('top', (before) => {
      kept = before
      late = before?.read()
      return bytesOf('new')
    })
    expect(textOf((await late) as Uint8Array)).toBe('inside top')
    await expect(kept?.read()).rejects.toMatchObject({ code: 'FS_CLOSED' })
  })

  test('a closed root changes nothing, and closing waits for changes', async () => {
    const other = await openAs(enforcement, tree.root)
    const change = other.change('top', append('!'))
    await other.close()
    expect(contentOf('top')).toBe('inside top!')
    expect((await change).changed).toBe(true)
    expect(await codeOf(other.change('top', append('!')))).toBe('FS_CLOSED')
  })
})
