import {
  closeSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { canary, heldDescriptors, plantTree, type Tree } from '../../tests/canary.ts'
import { openByDescriptor } from './descriptor-reach.ts'
import { identityOf } from './facts.ts'
import { openByPath } from './path-reach.ts'
import type { Base, Found, Place } from './reach.ts'

const ways = [
  ['by path', openByPath],
  ...(process.platform === 'linux' ? ([['by descriptor', openByDescriptor]] as const) : []),
] as const

describe.each(ways)('a swap between two steps, %s', (way, open) => {
  let tree: Tree
  let base: Base
  let place: Place
  let found: Found

  beforeEach(async () => {
    tree = plantTree()
    writeFileSync(join(tree.base, 'outside/one'), canary)
    const opened = await open(tree.root)
    const entered = await opened?.reach.enter(opened.place, 'a')
    if (!opened || !entered) throw new Error('the tree cannot be entered')
    base = opened
    place = entered
    found = await base.reach.find(place, 'one')
  })

  afterEach(() => {
    for (const held of [found, place, base.place]) held.release()
    const left = heldDescriptors(tree.base)
    tree.remove()
    expect(left).toBe(0)
  })

  const swapDirectory = () => {
    renameSync(join(tree.root, 'a'), join(tree.root, 'moved'))
    symlinkSync('../outside', join(tree.root, 'a'))
  }

  async function contentOf(entry: Found): Promise<string> {
    const fd = await entry.openFile()
    try {
      return readFileSync(fd, 'utf8')
    } finally {
      closeSync(fd)
    }
  }

  verifies(['security:F2'], 'never opens the file outside', async () => {
    swapDirectory()
    const opened = contentOf(found)
    if (way === 'by descriptor') expect(await opened).toBe('inside a/one')
    else await expect(opened).rejects.toMatchObject({ how: 'outside' })
  })

  verifies(['security:F2'], 'never finds or lists what is outside', async () => {
    swapDirectory()
    const later = () => base.reach.find(place, 'one')
    const listed = () => base.reach.list(place)
    const self = () => base.reach.self(place)
    if (way === 'by descriptor') {
      const again = await later()
      expect(await contentOf(again)).toBe('inside a/one')
      expect((await listed()).map(({ name }) => name)).toEqual(['b', 'one'])
      const held = await self()
      for (const entry of [again, held]) entry.release()
    } else {
      for (const step of [later, listed, self]) await expect(step()).rejects.toMatchObject({ how: 'outside' })
    }
  })

  verifies(['security:F2'], 'of the file itself for a link opens nothing else', async () => {
    renameSync(join(tree.root, 'a/one'), join(tree.root, 'a/moved'))
    symlinkSync('../../outside/one', join(tree.root, 'a/one'))
    const opened = contentOf(found)
    if (way === 'by descriptor') expect(await opened).toBe('inside a/one')
    else await expect(opened).rejects.toMatchObject({ code: 'ELOOP' })
  })

  test('of one file for another is noticed', async () => {
    writeFileSync(join(tree.root, 'next'), 'another')
    renameSync(join(tree.root, 'next'), join(tree.root, 'a/one'))
    const opened = contentOf(found)
    if (way === 'by descriptor') expect(await opened).toBe('inside a/one')
    else await expect(opened).rejects.toMatchObject({ how: 'replaced' })
  })

  test('of one directory for another shows only what is inside', async () => {
    renameSync(join(tree.root, 'a'), join(tree.root, 'moved'))
    mkdirSync(join(tree.root, 'a'))
    writeFileSync(join(tree.root, 'a/other'), 'inside')
    const names = (await base.reach.list(place)).map(({ name }) => name)
    expect(names).toEqual(way === 'by descriptor' ? ['b', 'one'] : ['other'])
  })

  verifies(['security:F2'], 'never makes anything outside', async () => {
    swapDirectory()
    const outside = readdirSync(join(tree.base, 'outside'))
    const makeFile = async () => closeSync(await base.reach.makeFile(place, 'new', 0o600))
    const makeFolder = () => base.reach.makeFolder(place, 'folder')
    if (way === 'by descriptor') {
      await makeFile()
      await makeFolder()
      expect(readdirSync(join(tree.root, 'moved'))).toEqual(['b', 'folder', 'new', 'one'])
    } else {
      for (const step of [makeFile, makeFolder])
        await expect(step()).rejects.toMatchObject({ how: 'outside' })
    }
    expect(readdirSync(join(tree.base, 'outside'))).toEqual(outside)
  })

  verifies(['security:F2'], 'is noticed before a file gets its name', async () => {
    const self = await base.reach.self(place)
    self.release()
    const confirm = () => base.reach.confirm(place, identityOf(self.stats))
    expect(confirm).not.toThrow()
    renameSync(join(tree.root, 'a'), join(tree.base, 'outside/a'))
    symlinkSync('../outside/a', join(tree.root, 'a'))
    expect(confirm).toThrow(expect.objectContaining({ how: 'outside' }))
  })

  test('of a directory for a link is no entry any more', async () => {
    swapDirectory()
    expect(await base.reach.enter(base.place, 'a')).toBeUndefined()
    const link = await base.reach.find(base.place, 'a')
    expect(link.stats.isSymbolicLink()).toBe(true)
    link.release()
  })
})
