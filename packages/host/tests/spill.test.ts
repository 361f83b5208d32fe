import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { fixedClock, SpillStore, type SpillOptions } from '../src/index.ts'
import { codeOf } from './canary.ts'
import { openDescriptors } from './commands.ts'

let base: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'millrace-spill-test-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const openStore = (options: Partial<SpillOptions> = {}) =>
  SpillStore.open({ folder: join(base, 'spill'), maxFileBytes: 1000, maxTotalBytes: 10_000, ...options })

const bytes = (text: string): Uint8Array => Buffer.from(text)
const modeOf = (path: string): number => lstatSync(path).mode & 0o777
const hour = 60 * 60 * 1000

/** A file that a former host left, written so many hours ago. */
function leave(name: string, size: number, hoursAgo: number, now: number): string {
  const path = join(base, 'spill', `${name}-${'0'.repeat(32)}.txt`)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, 'x'.repeat(size))
  const then = new Date(now - hoursAgo * hour)
  utimesSync(path, then, then)
  return path
}

describe('a spill file', () => {
  test('holds what was written, in order', async () => {
    const store = await openStore()
    const file = store.create('bash')
    const writes = ['one ', 'two ', 'three'].map((text) => file.write(bytes(text)))
    await Promise.all(writes)
    await file.close()
    expect(readFileSync(file.path, 'utf8')).toBe('one two three')
    expect(file).toMatchObject({ written: 13, dropped: 0, failure: undefined })
  })

  verifies(['security:C7'], 'takes its quota, to the byte, and counts the rest', async () => {
    const store = await openStore({ maxFileBytes: 10 })
    const file = store.create('bash')
    for (const text of ['1234567', '890abc', 'def']) await file.write(bytes(text))
    await file.close()
    expect(readFileSync(file.path, 'utf8')).toBe('1234567890')
    expect(file).toMatchObject({ written: 10, dropped: 6 })
  })

  verifies(['security:C7'], 'shares the quota of its store with the others', async () => {
    const store = await openStore({ maxFileBytes: 8, maxTotalBytes: 12 })
    const [first, second, third] = [store.create('a'), store.create('b'), store.create('c')]
    await first.write(bytes('12345678'))
    await second.write(bytes('12345678'))
    await third.write(bytes('1'))
    expect([first, second, third].map(({ written, dropped }) => [written, dropped])).toEqual([
      [8, 0],
      [4, 4],
      [0, 1],
    ])
    await store.remove(first.path)
    const fourth = store.create('d')
    await fourth.write(bytes('123456789'))
    expect(fourth).toMatchObject({ written: 8, dropped: 1 })
    await store.close()
  })

  verifies(['security:C7'], 'keeps the beginning and exact counts, whatever is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }),
        fc.nat(300),
        fc.nat(300),
        async (chunks, maxFileBytes, maxTotalBytes) => {
          const store = await openStore({ maxFileBytes, maxTotalBytes })
          const file = store.create('any')
          await Promise.all(chunks.map((chunk) => file.write(chunk)))
          await store.close()
          const all = Buffer.concat(chunks)
          const room = Math.min(all.length, maxFileBytes, maxTotalBytes)
          expect(readFileSync(file.path)).toEqual(all.subarray(0, room))
          expect(file).toMatchObject({ written: room, dropped: all.length - room })
          await store.remove(file.path)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('takes nothing after it was closed', async () => {
    const store = await openStore()
    const file = store.create('bash')
    await file.close()
    await file.close()
    expect(await codeOf(file.write(bytes('late')))).toBe('SPILL_CLOSED')
    expect(file).toMatchObject({ written: 0, dropped: 0 })
  })

  test.skipIf(process.platform === 'win32')('is private, and has a name that nobody can guess', async () => {
    const store = await openStore()
    const paths = Array.from({ length: 20 }, () => store.create('../../etc/passwd \u202e').path)
    expect(new Set(paths).size).toBe(20)
    for (const path of paths) {
      expect(dirname(path)).toBe(store.folder)
      expect(basename(path)).toMatch(/^etc-passwd-[0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+-[0-9a-f]{32}\.txt$/)
      expect(modeOf(path)).toBe(0o600)
    }
    expect(modeOf(store.folder)).toBe(0o700)
    await store.close()
  })

  test('does not take the place of anything', async () => {
    const store = await openStore({ ids: { next: () => 'same' } })
    const taken = store.create('bash').path
    rmSync(taken)
    symlinkSync(join(base, 'elsewhere'), taken)
    expect(() => store.create('bash')).toThrow(expect.objectContaining({ code: 'SPILL_FAILED' }))
    expect(existsSync(join(base, 'elsewhere'))).toBe(false)
  })
})

describe('the folder of a store', () => {
  test.skipIf(process.platform === 'win32')('is refused where others could write', async () => {
    const folder = join(base, 'open')
    mkdirSync(folder)
    for (const mode of [0o777, 0o770, 0o702]) {
      chmodSync(folder, mode)
      expect(await codeOf(openStore({ folder }))).toBe('SPILL_FOLDER_UNSAFE')
    }
  })

  test.skipIf(process.platform === 'win32')('is refused where it is a link or a file', async () => {
    mkdirSync(join(base, 'real'), { mode: 0o700 })
    symlinkSync(join(base, 'real'), join(base, 'link'))
    writeFileSync(join(base, 'file'), '')
    expect(await codeOf(openStore({ folder: join(base, 'link') }))).toBe('SPILL_FOLDER_UNSAFE')
    expect(await codeOf(openStore({ folder: join(base, 'file') }))).toMatch(/^SPILL_/)
    expect(readdirSync(join(base, 'real'))).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)('is refused where it belongs to somebody else', async () => {
    const folder = join(base, 'foreign')
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, 12_345, 12_345)
    expect(await codeOf(openStore({ folder }))).toBe('SPILL_FOLDER_UNSAFE')
  })

  verifies(['security:C7'], 'loses what is old, and the oldest of what does not fit', async () => {
    const now = 1_800_000_000_000
    const old = leave('old', 10, 48, now)
    const large = leave('large', 600, 3, now)
    const middle = leave('middle', 300, 2, now)
    const young = leave('young', 300, 1, now)
    const foreign = join(base, 'spill', 'notes.txt')
    writeFileSync(foreign, 'mine')
    await openStore({ maxTotalBytes: 1000, maxAgeMs: 24 * hour, clock: fixedClock(now) })
    expect([old, large, middle, young, foreign].map((path) => existsSync(path))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })
})

describe('a store', () => {
  test('removes only its own files', async () => {
    const store = await openStore()
    const other = join(base, 'other.txt')
    writeFileSync(other, 'mine')
    await store.remove(other)
    await store.remove(store.folder)
    expect(existsSync(other)).toBe(true)
  })

  test('closes what is open, keeps the files, and makes no more', async () => {
    const store = await openStore()
    const files = [store.create('a'), store.create('b')]
    for (const file of files) await file.write(bytes('kept'))
    await store.close()
    expect(files.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(['kept', 'kept'])
    expect(() => store.create('c')).toThrow(expect.objectContaining({ code: 'SPILL_CLOSED' }))
    if (process.platform === 'linux') {
      expect(openDescriptors().filter((path) => path.startsWith(base))).toEqual([])
    }
  })

  test.each([-1, 1.5, Number.NaN, Infinity])('refuses %s as a number of bytes', async (maxFileBytes) => {
    await expect(openStore({ maxFileBytes })).rejects.toThrow(RangeError)
  })
})
