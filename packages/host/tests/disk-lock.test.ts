import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { nameOfMark } from '../src/disk/lock-mark.ts'
import { DiskError, privateDisk, type Disk, type DiskLock } from '../src/index.ts'
import { compileProgram, type HostProgram } from './host-program.ts'

const name = 'session.lock'
let folder: string
let disk: Disk
let program: HostProgram

beforeAll(async () => {
  program = await compileProgram('hold-lock')
})

afterAll(() => program.remove())

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lock-'))
  disk = await privateDisk(folder)
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const path = (): string => join(folder, name)
const attempt = (): Promise<DiskLock | DiskError> =>
  disk.lock(name).catch((error: unknown) => {
    if (error instanceof DiskError) return error
    throw error
  })

async function holder(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program.path, folder, name, 'stay'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  expect(said.toString()).toBe('held\n')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** The lock as a process left it that was killed. */
async function staleLock(): Promise<string> {
  await kill(await holder())
  return readFileSync(path(), 'latin1')
}

describe('a lock', () => {
  test('is held by one alone, until it is released, and leaves nothing behind', async () => {
    const lock = await disk.lock(name)
    await expect(disk.lock(name)).rejects.toMatchObject({ code: 'DISK_LOCKED' })
    await expect(disk.lock(name)).rejects.toThrow(`this process (${process.pid})`)
    await lock.release()
    await lock.release()
    const again = await disk.lock(name)
    await again.release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('of many that try at once goes to one', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, attempt))
    expect(results.filter((result) => !(result instanceof DiskError))).toHaveLength(1)
    expect(new Set(results.flatMap((found) => (found instanceof DiskError ? found.code : [])))).toEqual(
      new Set(['DISK_LOCKED']),
    )
  })

  test('that was removed by hand and taken again is not given back by its first holder', async () => {
    const first = await disk.lock(name)
    rmSync(path())
    const second = await disk.lock(name)
    await first.release()
    await expect(disk.lock(name)).rejects.toMatchObject({ code: 'DISK_LOCKED' })
    await second.release()
  })
})

describe('a lock that another process holds', () => {
  verifies(
    ['security:R1'],
    'is refused with its number while it lives, and taken over once it is dead',
    async () => {
      const child = await holder()
      await expect(disk.lock(name)).rejects.toMatchObject({ code: 'DISK_LOCKED' })
      await expect(disk.lock(name)).rejects.toThrow(`is held by process ${child.pid}, which runs`)
      await kill(child)
      const lock = await disk.lock(name)
      expect((await program.run(folder, name)).stdout).toBe('DISK_LOCKED\n')
      await lock.release()
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test.runIf(process.platform === 'linux')(
    'does not count where its number was given to another process',
    async () => {
      const mark = await staleLock()
      const [word, namespace, , , nonce] = mark.split(' ')
      // This very process has the number, and started at another time.
      writeFileSync(path(), [word, namespace, process.pid, 1, nonce].join(' '), { mode: 0o600 })
      await (await disk.lock(name)).release()
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test.runIf(process.platform === 'linux')(
    'counts where it cannot be seen from here, and says so',
    async () => {
      writeFileSync(path(), `millrace-lock 1 4711 1 ${'0'.repeat(32)}\n`, { mode: 0o600 })
      await expect(disk.lock(name)).rejects.toThrow(/process 4711 of another container.*remove the file/)
    },
  )
})

describe('a lock that a dead process left', () => {
  verifies(['security:R1'], 'goes to one of many that take it over at once, however often', async () => {
    const mark = await staleLock()
    for (let round = 0; round < 20; round++) {
      writeFileSync(path(), mark, { mode: 0o600 })
      const results = await Promise.all(Array.from({ length: 8 }, attempt))
      const locks = results.flatMap((result) => (result instanceof DiskError ? [] : [result]))
      expect([round, locks.length]).toEqual([round, 1])
      await locks[0]?.release()
      expect(readdirSync(folder)).toEqual([])
    }
  })

  test('goes to one of several processes', async () => {
    const mark = await staleLock()
    for (let round = 0; round < 3; round++) {
      writeFileSync(path(), mark, { mode: 0o600 })
      const children = Array.from({ length: 4 }, () =>
        spawn(process.execPath, [program.path, folder, name, 'stay'], {
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      )
      const said = await Promise.all(
        children.map(async (child) => String(((await once(child.stdout, 'data')) as [Buffer])[0]).trim()),
      )
      expect(said.toSorted()).toEqual(['DISK_LOCKED', 'DISK_LOCKED', 'DISK_LOCKED', 'held'])
      await Promise.all(children.map(kill))
    }
  })

  test('is taken over, too, where the one that took it over was killed meanwhile', async () => {
    const mark = await staleLock()
    writeFileSync(`${path()}.${nameOfMark(mark)}`, mark, { mode: 0o600 })
    await (await disk.lock(name)).release()
    expect(readdirSync(folder)).toEqual([])
  })

  test.each(['', 'rubbish', '\0'.repeat(100), '{}'])(
    'is taken over where it holds %j, once it is old',
    async (content) => {
      writeFileSync(path(), content, { mode: 0o600 })
      // It stays young, however long the look at it takes.
      vi.useFakeTimers({ toFake: ['Date'], now: statSync(path()).mtimeMs })
      await expect(disk.lock(name)).rejects.toThrow('is just being taken')
      const old = Date.now() / 1000 - 60
      utimesSync(path(), old, old)
      await (await disk.lock(name)).release()
    },
  )
})
