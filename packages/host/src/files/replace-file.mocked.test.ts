import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type * as FileSystem from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bytesOf, enforcements, heldDescriptors, openAs } from '../../tests/canary.ts'
import type { ConfinedRoot } from './confined-root.ts'
import { FileError } from './file-error.ts'

/** Which calls of the system fail, and how; nothing fails by itself. */
const faults = vi.hoisted(() => ({
  calls: [] as string[],
  errorFor: (_name: string, _index: number): string | undefined => undefined,
  most: Number.POSITIVE_INFINITY,
}))

vi.mock('node:fs', async (original) => {
  const real = await original<typeof FileSystem>()
  const faultOf = (name: string): Error | undefined => {
    const code = faults.errorFor(name, faults.calls.length)
    faults.calls.push(name)
    return code === undefined ? undefined : Object.assign(new Error(`${code}: injected`), { code })
  }
  type Callback = (error: Error) => void
  const later = <F extends (...args: never[]) => void>(name: string, call: F): F => {
    const wrapped = (...args: unknown[]) => {
      const fault = faultOf(name)
      if (fault) (args.at(-1) as Callback)(fault)
      else Reflect.apply(call, undefined, args)
    }
    // What `promisify` needs to know of a function is kept under symbols.
    for (const key of Object.getOwnPropertySymbols(call))
      Object.defineProperty(wrapped, key, Object.getOwnPropertyDescriptor(call, key) ?? {})
    return wrapped as unknown as F
  }
  const now = <F extends (...args: never[]) => unknown>(name: string, call: F): F =>
    ((...args: unknown[]) => {
      const fault = faultOf(name)
      if (fault) throw fault
      return Reflect.apply(call, undefined, args)
    }) as unknown as F
  const write = (fd: number, bytes: Uint8Array, offset: number, length: number, ...rest: unknown[]) =>
    Reflect.apply(real.write, undefined, [fd, bytes, offset, Math.min(length, faults.most), ...rest])
  for (const key of Object.getOwnPropertySymbols(real.write))
    Object.defineProperty(write, key, Object.getOwnPropertyDescriptor(real.write, key) ?? {})
  return {
    ...real,
    open: later('open', real.open),
    write: later('write', write),
    fsync: later('fsync', real.fsync),
    fchmod: later('fchmod', real.fchmod),
    renameSync: now('rename', real.renameSync),
    linkSync: now('link', real.linkSync),
    lstatSync: now('lstat', real.lstatSync),
  }
})

describe.each(enforcements)('with %s enforcement', (enforcement) => {
  let folder: string
  let root: ConfinedRoot

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-')))
    writeFileSync(join(folder, 'old'), 'old', { mode: 0o640 })
    root = await openAs(enforcement, folder)
    faults.calls = []
  })

  afterEach(async () => {
    faults.errorFor = () => undefined
    faults.most = Number.POSITIVE_INFINITY
    await root.close()
    expect(heldDescriptors(folder)).toBe(0)
    rmSync(folder, { recursive: true })
  })

  const next = bytesOf('next'.repeat(1000))
  const contentOf = (name: string) => readFileSync(join(folder, name), 'utf8')

  /** Fails one call after the other until there is none left to fail; gives what each attempt left behind. */
  async function sweep(
    name: string,
    code: string,
  ): Promise<{ failed: string; error: unknown; names: string[]; content: string | undefined }[]> {
    const attempts = []
    for (let nth = 0; ; nth++) {
      faults.calls = []
      faults.errorFor = (_, index) => (index === nth ? code : undefined)
      const error = await root
        .change(name, () => next)
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
      faults.errorFor = () => undefined
      const failed = faults.calls[nth]
      if (failed === undefined) return attempts
      const names = readdirSync(folder)
      attempts.push({ failed, error, names, content: names.includes(name) ? contentOf(name) : undefined })
      if (name === 'old') writeFileSync(join(folder, name), 'old')
      else rmSync(join(folder, name), { force: true })
    }
  }

  test.each(['EIO', 'ENOSPC'])(
    'whichever call fails with %s, the old file is whole and nothing is left beside it',
    async (code) => {
      const attempts = await sweep('old', code)
      const kinds = new Set(attempts.map(({ failed }) => failed))
      expect([...kinds]).toEqual(
        expect.arrayContaining(['open', 'write', 'fsync', 'fchmod', 'lstat', 'rename']),
      )
      for (const { failed, error, names, content } of attempts) {
        expect(names).toEqual(['old'])
        // A look that fails is made again, and the last sync comes when the file is replaced already.
        if (error === undefined) expect(failed).toBe('lstat')
        else expect(error).toBeInstanceOf(FileError)
        const replaced = error === undefined || /was written, but/.test((error as Error).message)
        expect([failed, content === 'old']).toEqual([failed, !replaced])
        if (replaced) expect(content).toBe(Buffer.from(next).toString())
        else if (code === 'ENOSPC') expect(error).toMatchObject({ code: 'FS_NO_SPACE' })
      }
      const replaced = attempts.filter(({ error, content }) => error !== undefined && content !== 'old')
      expect(replaced.map(({ failed }) => failed)).toEqual(['fsync'])
    },
  )

  test('whichever call fails, a new file is made whole or not at all', async () => {
    const attempts = await sweep('new', 'EIO')
    for (const { error, names, content } of attempts) {
      const isThere = error === undefined || /was written, but/.test((error as Error).message)
      expect(names).toEqual(isThere ? ['new', 'old'] : ['old'])
      if (isThere) expect(content).toBe(Buffer.from(next).toString())
    }
    expect(attempts.some(({ failed, error }) => failed === 'link' && error !== undefined)).toBe(true)
  })

  test('what is written in pieces is written whole', async () => {
    faults.most = 7
    await root.change('old', () => next)
    expect(contentOf('old')).toBe(Buffer.from(next).toString())
    expect(faults.calls.filter((name) => name === 'write').length).toBeGreaterThan(500)
  })

  test.each(['EPERM', 'ENOTSUP'])(
    'where the file system says %s to second names, a new file is made without',
    async (code) => {
      faults.errorFor = (name) => (name === 'link' ? code : undefined)
      expect(await root.change('new', () => next)).toMatchObject({ created: true })
      expect([contentOf('new'), readdirSync(folder)]).toEqual([Buffer.from(next).toString(), ['new', 'old']])
      const late = root.change('other', () => {
        writeFileSync(join(folder, 'other'), 'theirs')
        return next
      })
      await expect(late).rejects.toMatchObject({ code: 'FS_STALE_VERSION' })
      expect(contentOf('other')).toBe('theirs')
    },
  )

  test('a file system that cannot sync folders is taken as it is', async () => {
    let syncs = 0
    faults.errorFor = (name) => (name === 'fsync' && ++syncs > 1 ? 'EINVAL' : undefined)
    expect(await root.change('old', () => next)).toMatchObject({ changed: true })
    expect([syncs, contentOf('old').length]).toEqual([2, next.length])
  })

  test('the file is synced before it gets its name, and the folder afterwards', async () => {
    await root.change('old', () => next)
    const steps = faults.calls.filter((name) => ['write', 'fsync', 'rename'].includes(name))
    expect(steps).toEqual(['write', 'fsync', 'rename', 'fsync'])
    expect(statSync(join(folder, 'old')).mode & 0o777).toBe(0o640)
  })

  test('an abort until the last moment leaves the old file, and later ones come too late', async () => {
    for (const moment of ['open', 'write', 'fsync', 'rename']) {
      const controller = new AbortController()
      const hits: string[] = []
      faults.errorFor = (name) => {
        if (name === moment && hits.push(name) === 1) controller.abort(new Error('stopped'))
        return undefined
      }
      const outcome = await root
        .change('old', () => bytesOf(moment), { signal: controller.signal })
        .then(
          ({ changed }) => changed,
          (error: Error) => error.message,
        )
      expect([moment, outcome, contentOf('old')]).toEqual(
        moment === 'rename' ? [moment, true, 'rename'] : [moment, 'stopped', 'old'],
      )
      expect(readdirSync(folder)).toEqual(['old'])
    }
  })
})
