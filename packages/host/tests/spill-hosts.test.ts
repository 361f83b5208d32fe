import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { fixedClock, spillReader, SpillStore, type SpillOptions } from '../src/index.ts'
import { codeOf } from './canary.ts'
import { compileProgram } from './host-program.ts'

let folder: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-spill-hosts-')))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const openStore = (options: Partial<SpillOptions> = {}) =>
  SpillStore.open({ folder, maxFileBytes: 1000, maxTotalBytes: 10_000, ...options })

/** Opens a store that has room for nothing, so that it removes whatever it may. */
const collect = async (options: Partial<SpillOptions> = {}) =>
  (await openStore({ maxTotalBytes: 0, maxAgeMs: 0, ...options })).close()

/** A file as another host would have left it; `mark` says in its name which. */
function leave(mark: string): string {
  const path = join(folder, `output-${mark}-${'0'.repeat(32)}.txt`)
  writeFileSync(path, 'kept')
  return path
}

const ownMark = async (): Promise<string> => {
  const store = await openStore()
  const file = store.create('output')
  const mark = /-([0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+)-/.exec(basename(file.path))?.[1] ?? ''
  await store.remove(file.path)
  await store.close()
  return mark
}

describe('what a living host keeps', () => {
  verifies(['security:C7'], 'is removed by no other store, however old and large', async () => {
    const store = await openStore()
    const file = store.create('output')
    await file.write(Buffer.from('somebody was told to read this'))
    utimesSync(file.path, 0, 0)
    await collect()
    expect(existsSync(file.path)).toBe(true)
    await store.close()
    await collect()
    expect(existsSync(file.path)).toBe(true)
  })

  verifies(['security:C7'], 'is removed once that host has ended', async () => {
    const program = await compileProgram('keep-spill')
    const child = spawn(process.execPath, [program.path, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [printed] = (await once(child.stdout, 'data')) as [Buffer]
      const path = String(printed).trim()
      await collect()
      expect(existsSync(path)).toBe(true)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await collect()
      expect(existsSync(path)).toBe(false)
    } finally {
      child.kill('SIGKILL')
      program.remove()
    }
  })

  test.runIf(process.platform === 'linux')('is not mistaken for that of a later process', async () => {
    const [namespace, pid] = (await ownMark()).split('.')
    const { pid: ended } = spawnSync('true')
    const former = leave(`${namespace}.${pid}.1`)
    const gone = leave(`${namespace}.${ended.toString(36)}.1`)
    await collect()
    expect([former, gone].map((path) => existsSync(path))).toEqual([false, false])
  })

  verifies(['security:C7'], 'counts for the room that the others have', async () => {
    const store = await openStore()
    await store.create('output').write(Buffer.alloc(600))
    const legacy = join(folder, `old-${'0'.repeat(32)}.txt`)
    writeFileSync(legacy, 'x'.repeat(500))
    utimesSync(legacy, new Date(), new Date(Date.now() - 1000))
    await (await openStore({ maxTotalBytes: 1000 })).close()
    expect(existsSync(legacy)).toBe(false)
    await store.close()
  })
})

describe('a host that cannot be seen from here', () => {
  test.runIf(process.platform === 'linux')('keeps its files as long as they are young', async () => {
    const path = leave('1.2.3')
    const { mtimeMs } = statSync(path)
    await collect({ maxAgeMs: 1000, clock: fixedClock(mtimeMs + 500) })
    expect(existsSync(path)).toBe(true)
    await collect({ maxAgeMs: 1000, clock: fixedClock(mtimeMs + 1500) })
    expect(existsSync(path)).toBe(false)
  })

  test('keeps them young while it lives, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const now = 1_900_000_000_000
      const store = await openStore({ maxAgeMs: 9000, clock: fixedClock(now) })
      const { path } = store.create('output')
      vi.advanceTimersByTime(3000)
      await vi.waitFor(() => expect(statSync(path).mtimeMs).toBe(now), { timeout: 20_000 })
      await store.close()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a spill reader', () => {
  const keep = async (content: string): Promise<string> => {
    const store = await openStore()
    const file = store.create('output')
    await file.write(Buffer.from(content))
    await store.close()
    return file.path
  }

  test('reads what a store kept, that of former hosts too', async () => {
    const path = await keep('0123456789')
    const reader = spillReader(folder)
    expect(reader.locate(path)).toBe(path)
    expect(await reader.stat(path)).toMatchObject({ kind: 'file', size: 10 })
    const { bytes, size, location } = await reader.read(path, { offset: 2, maxBytes: 3 })
    expect([Buffer.from(bytes).toString(), size, location]).toEqual(['234', 10, path])
    const picture = (await openStore()).create('shot', 'png').path
    expect(reader.locate(picture)).toBe(picture)
  })

  verifies(['security:F1'], 'knows no other path, however it is spelled', async () => {
    const path = await keep('kept')
    const name = basename(path)
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    mkdirSync(join(folder, 'inner'))
    const reader = spillReader(folder)
    for (const other of [
      '',
      '.',
      name,
      folder,
      `${folder}/`,
      join(folder, 'notes.txt'),
      `${folder}/inner/../${name}`,
      `${folder}/inner/${name}`,
      `${folder}//${name}`,
      `${folder}/./${name}`,
      `${path}/..`,
      `${path}\0`,
      `${path}\n`,
      path.toUpperCase(),
      `${folder}-evil/${name}`,
      `/${name}`,
    ]) {
      expect(reader.locate(other)).toBeUndefined()
      expect(await codeOf(reader.read(other))).toBe('FS_OUTSIDE_ROOT')
      expect(await codeOf(reader.stat(other))).toBe('FS_OUTSIDE_ROOT')
    }
  })

  verifies(['security:F1'], 'follows no link out of the folder', async () => {
    const outside = `${folder}-outside`
    writeFileSync(outside, 'secret')
    try {
      const path = join(folder, `output-${'0'.repeat(32)}.txt`)
      symlinkSync(outside, path)
      expect(await codeOf(spillReader(folder).read(path))).toBe('FS_OUTSIDE_ROOT')
    } finally {
      rmSync(outside)
    }
  })

  test.skipIf(process.platform === 'win32')('reads nothing that others could have put there', async () => {
    const path = await keep('kept')
    chmodSync(folder, 0o777)
    expect(await codeOf(spillReader(folder).read(path))).toBe('SPILL_FOLDER_UNSAFE')
  })

  test('says of what is gone that it does not stay for ever', async () => {
    const path = await keep('kept')
    rmSync(path)
    await expect(spillReader(folder).read(path)).rejects.toMatchObject({
      code: 'FS_NOT_FOUND',
      message: expect.stringContaining('removed after a while'),
    })
    const never = join(folder, 'never')
    const there = join(never, basename(path))
    expect(await codeOf(spillReader(never).stat(there))).toBe('FS_NOT_FOUND')
    expect(existsSync(never)).toBe(false)
  })
})
