import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { ConfinedRoot } from '../src/index.ts'
import { bytesOf, codeOf, enforcements, heldDescriptors, openAs } from './canary.ts'
import { compileProgram } from './host-program.ts'
import { hang, pipes, plantPipes, plantSpecialTree, type SpecialTree } from './special-tree.ts'

const write = () => bytesOf('written')

describe.runIf(process.platform !== 'win32').each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: SpecialTree
  let folder: string
  let root: ConfinedRoot
  const links = ['to-pipe', 'to-directory']

  beforeAll(async () => {
    tree = await plantSpecialTree()
    folder = tree.folder
    symlinkSync('pipe0', join(folder, 'to-pipe'))
    symlinkSync('directory', join(folder, 'to-directory'))
    symlinkSync('..', join(folder, 'directory/loop'))
    root = await openAs(enforcement, folder)
  })

  afterAll(async () => {
    await root.close()
    await tree.remove()
  })

  verifies(
    ['security:F4', 'fault:B089'],
    'pipes, sockets, devices and directories are refused at once, and stay what they are',
    async () => {
      const special = [...tree.names, ...links]
      const kinds = () => special.map((name) => lstatSync(join(folder, name)).mode)
      const [before, held] = [kinds(), heldDescriptors(folder)]
      const begun = performance.now()
      const changes = special.map((name) => codeOf(root.change(name, write)))
      expect(new Set(await Promise.all(changes))).toEqual(new Set(['FS_NOT_REGULAR_FILE']))
      expect(performance.now() - begun).toBeLessThan(hang)
      const asked = performance.now()
      await stat(folder)
      expect(performance.now() - asked).toBeLessThan(hang)
      expect([kinds(), heldDescriptors(folder)]).toEqual([before, held])
      expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
    },
  )

  test('nothing is decided about what cannot be changed', async () => {
    let asked = 0
    const code = await codeOf(
      root.change('pipe0', () => {
        asked += 1
        return bytesOf('x')
      }),
    )
    expect([code, asked]).toEqual(['FS_NOT_REGULAR_FILE', 0])
  })

  verifies(['security:F4'], 'what stands behind a pipe, or in folders that go round, ends', async () => {
    expect(await codeOf(root.change('pipe0/file', write, { createFolders: true }))).toBe('FS_NOT_DIRECTORY')
    const round = (times: number) => `${'directory/loop/'.repeat(times)}made`
    expect(await root.change(round(40), write)).toMatchObject({ created: true, location: 'made' })
    expect(await codeOf(root.change(round(41), write))).toBe('FS_TOO_MANY_LINKS')
  })

  verifies(['security:F4'], 'a huge file with nothing in it is not read to be replaced', async () => {
    writeFileSync(join(folder, 'sparse'), '')
    truncateSync(join(folder, 'sparse'), 2 ** 40)
    expect(await codeOf(root.change('sparse', (before) => before?.read()))).toBe('FS_TOO_LARGE')
    expect(lstatSync(join(folder, 'sparse')).size).toBe(2 ** 40)
    expect(await root.change('sparse', write)).toMatchObject({ changed: true, created: false, size: 7 })
  })
})

describe.runIf(process.platform === 'linux')('the folders of the kernel', () => {
  verifies(['security:F4'], 'are out of reach for changes even from the root of the machine', async () => {
    for (const enforcement of enforcements) {
      const root = await openAs(enforcement, '/')
      for (const path of [
        '/proc/self/mem',
        'proc/self/comm',
        'sys/new',
        '/dev/zero',
        '/dev/stdin',
        '/dev/shm/new',
      ]) {
        const change = root.change(path, write, { createFolders: true })
        expect([path, await codeOf(change)]).toEqual([path, 'FS_PERMISSION'])
      }
      await root.close()
    }
  })

  verifies(['security:F4'], 'a process that met pipes can end', async () => {
    const folder = plantPipes()
    const program = await compileProgram('refuse-pipes')
    const child = spawn(process.execPath, [program.path, folder, ...pipes], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = await once(child, 'close')
    expect(ended).toEqual([0, null])
    expect(said.trim().split(' ')).toEqual(Array.from({ length: 16 }, () => 'FS_NOT_REGULAR_FILE'))
    program.remove()
    rmSync(folder, { recursive: true })
  })
})
