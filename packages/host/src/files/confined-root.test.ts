import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import {
  codeOf,
  enforcements,
  heldDescriptors,
  openAs,
  plantTree,
  textOf,
  type Tree,
} from '../../tests/canary.ts'
import { ConfinedRoot } from './confined-root.ts'
import { fileLimits } from './limits.ts'

describe.each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: Tree
  let root: ConfinedRoot

  beforeAll(async () => {
    tree = plantTree()
    root = await openAs(enforcement, tree.root)
  })

  afterAll(async () => {
    await root.close()
    tree.remove()
  })

  const read = async (path: string) => textOf((await root.read(path)).bytes)

  test('says where it is and how well it confines', () => {
    expect(root.path).toBe(tree.root)
    expect(root.enforcement).toBe(enforcement)
  })

  describe('open', () => {
    test('follows links in the path of the root once, and takes both spellings from then on', async () => {
      const link = join(tree.base, `link-${enforcement}`)
      symlinkSync('ws', link)
      const other = await openAs(enforcement, link)
      renameSync(link, `${link}-gone`)
      expect(other.path).toBe(tree.root)
      expect(other.locate(join(link, 'a'))).toBe('a')
      expect(textOf((await other.read(join(tree.root, 'top'))).bytes)).toBe('inside top')
      await other.close()
    })

    test.each([
      ['missing', 'FS_NOT_FOUND'],
      ['ws/top', 'FS_NOT_DIRECTORY'],
      ['ws/top/below', 'FS_NOT_DIRECTORY'],
    ])('refuses %s', async (path, code) => {
      expect(await codeOf(openAs(enforcement, join(tree.base, path)))).toBe(code)
    })

    test.runIf(process.platform !== 'win32').each(['/proc', '/proc/self', '/sys', '/dev', '/dev/fd'])(
      'refuses %s, which the kernel fills',
      async (path) => {
        const before = heldDescriptors(path)
        expect(await codeOf(openAs(enforcement, path))).toMatch(/^FS_(PERMISSION|NOT_FOUND)$/)
        expect(heldDescriptors(path)).toBe(before)
      },
    )
  })

  test('locate gives every spelling of a path the same form', () => {
    const spellings = [
      'a/one',
      './a//one',
      'a/b/../one',
      `${tree.root}/a/one`,
      `${tree.root}/links/../a/./one`,
    ]
    expect(new Set(spellings.map((path) => root.locate(path)))).toEqual(new Set(['a/one']))
    expect(root.locate('.')).toBe('')
    expect(() => root.locate('')).toThrow(expect.objectContaining({ code: 'FS_INVALID_PATH' }))
  })

  verifies(['security:F1'], 'odd names are ordinary ones, and nothing else is', async () => {
    expect(await read('~/home')).toBe('inside ~/home')
    expect(await read('C:\\boot')).toBe('inside C:\\boot')
    expect(await codeOf(root.read(`${tree.root}-evil/secret`))).toBe('FS_OUTSIDE_ROOT')
    expect(await codeOf(root.read('../secret'))).toBe('FS_OUTSIDE_ROOT')
    expect(await codeOf(root.read('top '))).toBe('FS_NOT_FOUND')
    expect(await codeOf(root.read('top.'))).toBe('FS_NOT_FOUND')
    expect(await codeOf(root.read('top\0'))).toBe('FS_INVALID_PATH')
    expect(await codeOf(root.read('x'.repeat(300)))).toBe('FS_INVALID_PATH')
  })

  describe('links', () => {
    test.each([
      ['links/dir/one', 'inside a/one'],
      ['links/file', 'inside a/one'],
      ['links/absolute/two', 'inside a/b/two'],
      ['links/physical', 'inside a/one'],
      ['links/chain', 'inside a/one'],
      ['links/to-root/top', 'inside top'],
      ['links/to-root/links/to-root/links/chain', 'inside a/one'],
    ])('%s is followed beneath the root', async (path, content) => {
      expect(await read(path)).toBe(content)
    })

    verifies(['security:F2'], 'that lead outside are refused, whatever their way', async () => {
      for (const name of [
        'out',
        'out/secret',
        'out/dir/secret',
        'out/missing',
        'out-file',
        'out-absolute',
        'out-twin',
        'out-back',
        'out-through-root',
        'out-etc',
      ]) {
        const path = `links/${name}`
        expect([path, await codeOf(root.read(path))]).toEqual([path, 'FS_OUTSIDE_ROOT'])
        expect(await codeOf(root.stat(path))).toBe('FS_OUTSIDE_ROOT')
        expect(await codeOf(root.directory(path))).toBe('FS_OUTSIDE_ROOT')
      }
    })

    test('that lead nowhere or in a circle end', async () => {
      expect(await codeOf(root.read('links/dangling'))).toBe('FS_NOT_FOUND')
      expect(await codeOf(root.read('links/self'))).toBe('FS_TOO_MANY_LINKS')
      expect(await codeOf(root.read('links/ping/x'))).toBe('FS_TOO_MANY_LINKS')
    })

    test('are counted, up to the limit', async () => {
      const folder = join(tree.root, `count-${enforcement}`)
      mkdirSync(folder)
      symlinkSync('../top', join(folder, '1'))
      for (let index = 2; index <= fileLimits.links + 1; index++)
        symlinkSync(`${index - 1}`, join(folder, `${index}`))
      expect(await read(`count-${enforcement}/${fileLimits.links}`)).toBe('inside top')
      expect(await codeOf(root.read(`count-${enforcement}/${fileLimits.links + 1}`))).toBe(
        'FS_TOO_MANY_LINKS',
      )
    })

    test('that multiply their steps end, too', async () => {
      const folder = join(tree.root, `bomb-${enforcement}`)
      mkdirSync(join(folder, 'd'), { recursive: true })
      for (let index = 0; index < 30; index++) {
        symlinkSync('d/../'.repeat(500) + (index === 0 ? 'd' : `${index - 1}`), join(folder, `${index}`))
      }
      const begun = performance.now()
      expect(await codeOf(root.read(`bomb-${enforcement}/29`))).toBe('FS_TOO_MANY_LINKS')
      expect(performance.now() - begun).toBeLessThan(10_000)
    })
  })

  test('a file on the way is no directory, and a directory at the end is no file', async () => {
    expect(await codeOf(root.read('top/x'))).toBe('FS_NOT_DIRECTORY')
    expect(await codeOf(root.directory('top'))).toBe('FS_NOT_DIRECTORY')
    expect(await codeOf(root.read('a'))).toBe('FS_NOT_REGULAR_FILE')
    expect(await codeOf(root.read('.'))).toBe('FS_NOT_REGULAR_FILE')
    expect(await codeOf(root.read('a/missing/x'))).toBe('FS_NOT_FOUND')
  })

  test('stat tells the facts of what a path leads to', async () => {
    const file = join(tree.root, 'facts')
    writeFileSync(file, '12345')
    chmodSync(file, 0o640)
    utimesSync(file, 1000, 2000)
    expect(await root.stat('facts')).toMatchObject({ kind: 'file', size: 5, mtimeMs: 2_000_000, mode: 0o640 })
    expect(await root.stat('links/dir')).toMatchObject({ kind: 'directory' })
    expect(await root.stat('')).toMatchObject({ kind: 'directory' })
    expect(await root.stat('.')).toEqual(await root.stat(tree.root))
  })

  describe('read', () => {
    const content = Uint8Array.from({ length: 3000 }, (_, index) => index % 256)

    beforeAll(() => writeFileSync(join(tree.root, 'bytes'), content))

    test.each([
      [{}, content],
      [{ offset: 2990 }, content.slice(2990)],
      [{ offset: 10, maxBytes: 5 }, content.slice(10, 15)],
      [{ offset: 2999, maxBytes: 100 }, content.slice(2999)],
      [{ maxBytes: 0 }, new Uint8Array()],
      [{ offset: 5000 }, new Uint8Array()],
    ])('gives the window %j and the size of the whole', async (options, bytes) => {
      expect(await root.read('bytes', options)).toMatchObject({ bytes, size: 3000 })
    })

    test.each([{ offset: -1 }, { offset: 0.5 }, { maxBytes: Number.NaN }, { maxBytes: -1 }])(
      'refuses %j',
      async (options) => {
        await expect(root.read('bytes', options)).rejects.toThrow(RangeError)
      },
    )

    test('never gives more than the limit at once, however huge the file', async () => {
      const { open } = await import('node:fs/promises')
      const file = await open(join(tree.root, 'sparse'), 'w')
      await file.truncate(2 ** 40)
      await file.close()
      const { bytes, size } = await root.read('sparse', { offset: 2 ** 39, maxBytes: 2 ** 39 })
      expect([bytes.length, size]).toEqual([fileLimits.readBytes, 2 ** 40])
    })
  })

  test('after close nothing is reached, and closing again does no harm', async () => {
    const other = await openAs(enforcement, tree.root)
    const directory = await other.directory('a')
    const underWay = other.read('top')
    await Promise.all([other.close(), other.close()])
    expect(textOf((await underWay).bytes)).toBe('inside top')
    expect(await codeOf(other.read('top'))).toBe('FS_CLOSED')
    expect(textOf((await directory.read('one')).bytes)).toBe('inside a/one')
    await directory.close()
  })
})

test('the best enforcement of the system is taken, and no option weakens it', async () => {
  const tree = plantTree()
  // @ts-expect-error There is no such option.
  const root = await ConfinedRoot.open(tree.root, { enforcement: 'partial' })
  expect(root.enforcement).toBe(process.platform === 'linux' ? 'full' : 'partial')
  await root.close()
  tree.remove()
})
