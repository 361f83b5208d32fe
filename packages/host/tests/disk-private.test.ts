import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DiskError, privateDisk, type Disk } from '../src/index.ts'

let base: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'millrace-disk-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const place = (...names: string[]): string => join(base, 'state', ...names)
const openDisk = (): Promise<Disk> => privateDisk(place())
const modeOf = (path: string): number => statSync(path).mode & 0o777
const codeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof DiskError ? error.code : String(error)),
  )
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function written(disk: Disk, name: string, text: string): Promise<void> {
  const file = await disk.open(name, 'create')
  await file.write(bytes(text), 0)
  await file.sync()
  await file.close()
}

describe('a private folder', () => {
  test.skipIf(process.platform === 'win32')(
    'is made with its parents for this user alone, and its files too',
    async () => {
      const disk = await privateDisk(place('deep', 'er'))
      const within = await disk.folder('project')
      await written(within, 'a', 'text')
      const modes = [place('deep'), disk.path, within.path, join(within.path, 'a')].map(modeOf)
      expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'is refused where no folder can be made, which is found out at once',
    async () => {
      expect(await codeOf(privateDisk('/proc/self/fdinfo/millrace/state'))).toBe('DISK_FAILED')
    },
  )

  test.skipIf(process.platform === 'win32')('is refused where others can write to it', async () => {
    mkdirSync(place())
    chmodSync(place(), 0o777)
    expect(await codeOf(openDisk())).toBe('DISK_UNSAFE')
  })

  test('is refused where it is a link or a file', async () => {
    mkdirSync(join(base, 'real'), { mode: 0o700 })
    symlinkSync(join(base, 'real'), place())
    expect(await codeOf(openDisk())).toBe('DISK_UNSAFE')
    rmSync(place())
    writeFileSync(place(), '')
    expect(await codeOf(openDisk())).toMatch(/^DISK_(UNSAFE|EXISTS)$/)
  })

  test('refuses every name that is more or less than the name of one file', async () => {
    const disk = await openDisk()
    const names = [
      '',
      '.',
      '..',
      '../up',
      'a/b',
      'a\\b',
      '/etc/passwd',
      'nul\0',
      'line\n',
      'esc\u001b',
      '\u0085',
    ]
    const long = ['x'.repeat(256), 'é'.repeat(128), 'lone\ud800']
    for (const name of [...names, ...long]) {
      const codes = await Promise.all(
        [
          disk.open(name, 'create'),
          disk.open(name, 'read'),
          disk.remove(name),
          disk.rename(name, 'b'),
          disk.rename('b', name),
          disk.facts(name),
          disk.folder(name),
          disk.lock(name),
        ].map(codeOf),
      )
      expect([name, new Set(codes)]).toEqual([name, new Set(['DISK_UNSAFE'])])
    }
    expect(readdirSync(place())).toEqual([])
  })
})

describe('its files', () => {
  test('are read and written at any place, cut, and measured', async () => {
    const disk = await openDisk()
    const file = await disk.open('a', 'create')
    expect(await file.write(bytes('hello world'), 0)).toBe(11)
    await file.write(bytes('W'), 6)
    await file.truncate(9)
    await file.sync()
    expect(await file.size()).toBe(9)
    expect(Buffer.from(await file.read(6, 100)).toString()).toBe('Wor')
    expect((await file.read(9, 10)).length).toBe(0)
    await file.close()
    await file.close()
    const again = await disk.open('a', 'write')
    await again.write(bytes('!'), 9)
    await again.close()
    expect(readFileSync(place('a'), 'utf8')).toBe('hello Wor!')
  })

  test('are made once, found only where they are, renamed and removed', async () => {
    const disk = await openDisk()
    await written(disk, 'b', 'text')
    expect(await codeOf(disk.open('b', 'create'))).toBe('DISK_EXISTS')
    expect(await codeOf(disk.open('a', 'read'))).toBe('DISK_NOT_FOUND')
    expect(await codeOf(disk.open('a', 'write'))).toBe('DISK_NOT_FOUND')
    expect(await codeOf(disk.remove('a'))).toBe('DISK_NOT_FOUND')
    expect(await disk.facts('a')).toBeUndefined()
    await disk.rename('b', 'c')
    await disk.sync()
    expect(await disk.facts('c')).toEqual({ size: 4, modifiedAt: expect.any(Number) })
    await disk.remove('c')
    expect(await disk.files()).toEqual([])
  })

  test('are listed in the order of their names, folders apart, and nothing else with them', async () => {
    const disk = await openDisk()
    for (const name of ['b', 'a', 'B', 'é']) await written(disk, name, '')
    await disk.folder('z')
    await disk.folder('y')
    symlinkSync(place('a'), place('link'))
    writeFileSync(place('odd\nname'), '')
    expect(await disk.files()).toEqual(['B', 'a', 'b', 'é'])
    expect(await disk.folders()).toEqual(['y', 'z'])
  })

  test.skipIf(process.platform === 'win32')(
    'are no links, folders, pipes or files that others can write to',
    async () => {
      const disk = await openDisk()
      writeFileSync(join(base, 'secret'), 'secret', { mode: 0o600 })
      symlinkSync(join(base, 'secret'), place('link'))
      execFileSync('mkfifo', [place('pipe')])
      mkdirSync(place('folder'))
      writeFileSync(place('open'), '', { mode: 0o600 })
      chmodSync(place('open'), 0o666)
      for (const name of ['link', 'pipe', 'folder', 'open']) {
        expect([name, await codeOf(disk.open(name, 'read'))]).toEqual([name, 'DISK_UNSAFE'])
        expect([name, await codeOf(disk.open(name, 'write'))]).toEqual([name, 'DISK_UNSAFE'])
      }
      expect(await disk.facts('link')).toBeUndefined()
      expect(await codeOf(disk.open('link', 'create'))).toBe('DISK_EXISTS')
      expect(existsSync(join(base, 'secret'))).toBe(true)
    },
  )

  test('say what failed, where, and how to mend it', async () => {
    const disk = await openDisk()
    rmSync(place(), { recursive: true })
    await expect(disk.open('a', 'create')).rejects.toThrow(`"${place('a')}" does not exist`)
    await expect(disk.files()).rejects.toThrow(`"${place()}" does not exist`)
    await expect(disk.sync()).rejects.toMatchObject({ code: 'DISK_NOT_FOUND' })
  })
})
