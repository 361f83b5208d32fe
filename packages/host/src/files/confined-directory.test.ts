import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { codeOf, enforcements, openAs, plantTree, textOf, type Tree } from '../../tests/canary.ts'
import type { ConfinedDirectory } from './confined-directory.ts'
import type { ConfinedRoot } from './confined-root.ts'

describe.each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: Tree
  let root: ConfinedRoot
  let top: ConfinedDirectory

  beforeAll(async () => {
    tree = plantTree()
    root = await openAs(enforcement, tree.root)
    top = await root.directory('.')
  })

  afterAll(async () => {
    await top.close()
    await root.close()
    tree.remove()
  })

  test('lists names in their order with their kinds', async () => {
    expect(top.path).toBe('')
    expect(await top.list()).toEqual([
      { name: 'C:\\boot', kind: 'file' },
      { name: 'a', kind: 'directory' },
      { name: 'links', kind: 'directory' },
      { name: 'top', kind: 'file' },
      { name: '~', kind: 'directory' },
    ])
    const links = await top.directory('links')
    expect(new Set((await links.list()).map(({ kind }) => kind))).toEqual(new Set(['symlink']))
    await links.close()
  })

  test('an empty directory lists nothing', async () => {
    mkdirSync(join(tree.base, 'ws/a/b/empty'))
    const empty = await root.directory('a/b/empty')
    expect(await empty.list()).toEqual([])
    await empty.close()
    rmSync(join(tree.base, 'ws/a/b/empty'), { recursive: true })
  })

  test('reaches what is in it by name, and knows its path', async () => {
    const a = await root.directory('./links/../a/')
    const b = await a.directory('b')
    expect([a.path, b.path]).toEqual(['a', 'a/b'])
    expect(textOf((await b.read('two')).bytes)).toBe('inside a/b/two')
    expect(textOf((await b.read('two', { offset: 7, maxBytes: 3 })).bytes)).toBe('a/b')
    expect(await b.stat('two')).toMatchObject({ kind: 'file', size: 14 })
    await Promise.all([a.close(), b.close()])
    expect(await codeOf(b.read('two'))).toBe('FS_CLOSED')
  })

  verifies(['security:F2'], 'links are seen and not followed', async () => {
    const links = await root.directory('links')
    expect(await links.stat('out-file')).toMatchObject({ kind: 'symlink' })
    expect(await codeOf(links.read('out-file'))).toBe('FS_NOT_REGULAR_FILE')
    expect(await codeOf(links.read('file'))).toBe('FS_NOT_REGULAR_FILE')
    expect(await codeOf(links.directory('out'))).toBe('FS_NOT_DIRECTORY')
    expect(await codeOf(links.directory('dir'))).toBe('FS_NOT_DIRECTORY')
    await links.close()
  })

  verifies(['security:F1'], 'takes single names only', async () => {
    for (const name of ['', '.', '..', '../secret', '/etc/passwd', 'a/one', 'top/', 'top\0', 'a\n']) {
      expect([name, await codeOf(top.read(name))]).toEqual([name, 'FS_INVALID_PATH'])
      expect(await codeOf(top.stat(name))).toBe('FS_INVALID_PATH')
      expect(await codeOf(top.directory(name))).toBe('FS_INVALID_PATH')
    }
    expect(await codeOf(top.read('missing'))).toBe('FS_NOT_FOUND')
    expect(await codeOf(top.directory('top'))).toBe('FS_NOT_DIRECTORY')
    expect(await codeOf(top.read('a'))).toBe('FS_NOT_REGULAR_FILE')
  })

  test.runIf(process.platform === 'linux')('a name that is not UTF-8 is shown and out of reach', async () => {
    const folder = join(tree.root, `bytes-${enforcement}`)
    mkdirSync(folder)
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff])]), 'odd')
    writeFileSync(join(folder, 'x\ufffdy'), 'a real replacement character')
    const directory = await root.directory(`bytes-${enforcement}`)
    expect(await directory.list()).toEqual([
      { name: 'x\ufffd', kind: 'other', unspellable: 'file' },
      { name: 'x\ufffdy', kind: 'file' },
    ])
    expect(await codeOf(directory.read('x\ufffd'))).toBe('FS_NOT_FOUND')
    expect(textOf((await directory.read('x\ufffdy')).bytes)).toBe('a real replacement character')
    await directory.close()
  })

  test('a directory that vanished is not found', async () => {
    mkdirSync(join(tree.root, 'gone'))
    const gone = await root.directory('gone')
    rmSync(join(tree.root, 'gone'), { recursive: true })
    const listed = await codeOf(gone.list())
    expect(enforcement === 'full' ? [[], 'FS_NOT_FOUND'] : ['FS_NOT_FOUND']).toContainEqual(listed)
    expect(await codeOf(gone.read('x'))).toBe('FS_NOT_FOUND')
    await gone.close()
  })
})
