import { rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { visiting } from '../src/files/confined-directory.ts'
import { openByDescriptor } from '../src/files/descriptor-reach.ts'
import type { Place } from '../src/files/reach.ts'
import type { ConfinedRoot } from '../src/index.ts'
import { isKernelFileSystem } from '../src/files/kernel-files.ts'
import { awaitThread, codeOf, enforcements, heldDescriptors, openAs } from './canary.ts'
import { hang, plantSpecialTree, type SpecialTree } from './special-tree.ts'

describe.runIf(process.platform !== 'win32').each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: SpecialTree
  let folder: string
  let root: ConfinedRoot

  beforeAll(async () => {
    tree = await plantSpecialTree()
    folder = tree.folder
    root = await openAs(enforcement, folder)
  })

  afterAll(async () => {
    await root.close()
    await tree.remove()
  })

  verifies(
    ['security:F4', 'fault:B089'],
    'pipes, sockets, devices and directories are refused at once',
    async () => {
      const directory = await root.directory('.')
      const before = heldDescriptors(folder)
      const begun = performance.now()
      const paths = tree.names.flatMap((name) => [root.read(name), directory.read(name)])
      expect(new Set(await Promise.all(paths.map(codeOf)))).toEqual(new Set(['FS_NOT_REGULAR_FILE']))
      expect(performance.now() - begun).toBeLessThan(hang)
      const asked = performance.now()
      await stat(folder)
      expect(performance.now() - asked).toBeLessThan(hang)
      expect(heldDescriptors(folder)).toBe(before)
      await directory.close()
    },
  )

  verifies(['security:F4'], 'they are left at once where files are read together', async () => {
    writeFileSync(join(folder, 'file'), '')
    await awaitThread(root, 'file')
    rmSync(join(folder, 'file'))
    const before = heldDescriptors(folder)
    const begun = performance.now()
    const contents = await root.readTogether(tree.names, { most: 1000 })
    expect(contents.filter((bytes) => bytes !== undefined)).toEqual([])
    expect(performance.now() - begun).toBeLessThan(hang)
    expect(heldDescriptors(folder)).toBe(before)
  })

  test('they are seen for what they are', async () => {
    const directory = await root.directory('.')
    const entries = await directory.list()
    expect(entries.filter(({ kind }) => kind === 'other').map(({ name }) => name)).toEqual(
      tree.names.filter((name) => name !== 'directory').toSorted(),
    )
    expect(await directory.stat('pipe0')).toMatchObject({ kind: 'other' })
    expect(await root.stat('socket')).toMatchObject({ kind: 'other' })
    expect(await codeOf(root.directory('pipe0'))).toBe('FS_NOT_DIRECTORY')
    expect(await codeOf(root.read('pipe0/x'))).toBe('FS_NOT_DIRECTORY')
    await directory.close()
  })
})

describe.runIf(process.platform === 'linux')('the folders of the kernel', () => {
  verifies(['security:F4'], 'are out of reach even from the root of the machine', async () => {
    for (const enforcement of enforcements) {
      const root = await openAs(enforcement, '/')
      for (const path of [
        '/proc/self/mem',
        'proc/self/environ',
        'sys/kernel/notes',
        '/dev/zero',
        'dev/stdin',
        '/proc',
      ]) {
        expect([path, await codeOf(root.read(path))]).toEqual([path, 'FS_PERMISSION'])
        expect(await codeOf(root.directory(path))).toBe('FS_PERMISSION')
        expect((await root.readTogether([path], { most: 1000 }))[0]).toBeUndefined()
      }
      const top = await root.directory('/')
      expect(await codeOf(top.directory('proc'))).toBe('FS_PERMISSION')
      expect(await codeOf(top.stat('dev'))).toBe('FS_PERMISSION')
      expect(await codeOf(root.stat('tmp'))).toMatchObject({ kind: 'directory' })
      await Promise.all([top.close(), root.close()])
    }
  })

  test('are known by what they are, wherever they are mounted', async () => {
    expect(await isKernelFileSystem('/proc')).toBe(true)
    expect(await isKernelFileSystem('/proc/self/status')).toBe(true)
    expect(await isKernelFileSystem('/sys')).toBe(true)
    expect(await isKernelFileSystem(tmpdir())).toBe(false)
  })

  test('are refused wherever they are mounted beneath a root', async () => {
    const base = await openByDescriptor(tmpdir())
    if (!base) throw new Error('this process does not see its descriptors')
    const mounted = { address: '/proc/self', release: () => {} }
    const visit = (place: Place, name: string) =>
      codeOf(
        visiting(
          async () => ({ found: await base.reach.find(place, name), location: name }),
          name,
          base,
          undefined,
          async () => 'visited',
        ),
      )
    expect(await visit(mounted, 'status')).toBe('FS_PERMISSION')
    expect(await visit(base.place, '.')).toBe('visited')
    base.place.release()
  })
})
