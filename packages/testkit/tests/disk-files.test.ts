import { manualClock } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import { simulatedDisk } from '@millrace/testkit/disk'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('a simulated disk without faults', () => {
  test('keeps what is written, with zeros where nothing was', async () => {
    const disk = simulatedDisk()
    const file = await disk.open('a', 'create')
    expect(await file.write(bytes('xyz'), 2)).toBe(3)
    expect([...(await file.read(0, 100))]).toEqual([0, 0, 120, 121, 122])
    expect([...(await file.read(4, 100))]).toEqual([122])
    expect([...(await file.read(9, 1))]).toEqual([])
    expect(await file.size()).toBe(5)
  })

  test('cuts a file, and brings back nothing when it grows again', async () => {
    const disk = simulatedDisk({ files: { a: 'secret' } })
    const file = await disk.open('a', 'write')
    await file.truncate(2)
    await file.truncate(4)
    expect(disk.contents().get('a')).toEqual(Uint8Array.of(115, 101, 0, 0))
  })

  test('takes the bytes as they are when the write is asked for', async () => {
    const disk = simulatedDisk()
    const file = await disk.open('a', 'create')
    const own = bytes('good')
    const written = file.write(own, 0)
    own.fill(33)
    await written
    expect(disk.text('a')).toBe('good')
  })

  test('lists names and folders in order, and tells facts of files alone', async () => {
    const disk = simulatedDisk({ files: { b: '12', a: '1', 'sub/c': '123' }, clock: manualClock(77) })
    expect(await disk.files()).toEqual(['a', 'b'])
    expect(await disk.folders()).toEqual(['sub'])
    expect(await disk.facts('b')).toEqual({ size: 2, modifiedAt: 77 })
    expect(await disk.facts('sub')).toBeUndefined()
    expect(await disk.facts('none')).toBeUndefined()
  })

  test('keeps folders within, which share its count and its contents', async () => {
    const disk = simulatedDisk({ path: '/state' })
    const within = await disk.folder('sub')
    const file = await within.open('f', 'create')
    await file.write(bytes('1'), 0)
    expect(within.path).toBe('/state/sub')
    expect(disk.text('sub/f')).toBe('1')
    expect(disk.operations().at(-1)).toEqual({ index: 3, kind: 'write', name: 'sub/f', bytes: 1 })
    expect(await (await disk.folder('sub')).files()).toEqual(['f'])
  })

  test('lets an open file live on without its name', async () => {
    const disk = simulatedDisk({ files: { a: 'old', b: 'other' } })
    const file = await disk.open('a', 'read')
    await disk.rename('b', 'a')
    expect(new TextDecoder().decode(await file.read(0, 9))).toBe('old')
    expect(disk.text('a')).toBe('other')
    expect(await disk.files()).toEqual(['a'])
  })

  test('counts open files, also when they are closed twice', async () => {
    const disk = simulatedDisk({ files: { a: '' } })
    const file = await disk.open('a', 'read')
    expect(disk.openFiles).toBe(1)
    await file.close()
    await file.close()
    expect(disk.openFiles).toBe(0)
  })

  test('puts damage there, and tells whoever watches of every operation', async () => {
    const heard: string[] = []
    const disk = simulatedDisk({ files: { a: 'good' }, watch: ({ kind }) => void heard.push(kind) })
    disk.put('a', 'bad')
    expect(disk.text('a')).toBe('bad')
    await disk.files()
    expect(heard).toEqual(['files'])
  })
})

describe('a simulated disk refuses', () => {
  const cases: readonly [string, string, (disk: ReturnType<typeof simulatedDisk>) => Promise<unknown>][] = [
    ['a missing file', 'DISK_NOT_FOUND', (disk) => disk.open('none', 'write')],
    ['to remove a missing file', 'DISK_NOT_FOUND', (disk) => disk.remove('none')],
    ['to rename a missing file', 'DISK_NOT_FOUND', (disk) => disk.rename('none', 'b')],
    ['to open a folder', 'DISK_UNSAFE', (disk) => disk.open('sub', 'read')],
    ['to create what exists', 'DISK_EXISTS', (disk) => disk.open('a', 'create')],
    ['a folder in place of a file', 'DISK_UNSAFE', (disk) => disk.folder('a')],
    ['to rename over a folder', 'DISK_UNSAFE', (disk) => disk.rename('a', 'sub')],
    ['a path', 'DISK_UNSAFE', (disk) => disk.open('../a', 'read')],
    ['the folder above', 'DISK_UNSAFE', (disk) => disk.folder('..')],
    ['an empty name', 'DISK_UNSAFE', (disk) => disk.open('', 'create')],
    ['a control character', 'DISK_UNSAFE', (disk) => disk.rename('a', 'b\n')],
    ['a second lock', 'DISK_LOCKED', (disk) => disk.lock('l').then(() => disk.lock('l'))],
    ['a lock in place of a file', 'DISK_LOCKED', (disk) => disk.lock('a')],
    ['a lock in place of a folder', 'DISK_UNSAFE', (disk) => disk.lock('sub')],
    ['to remove a lock', 'DISK_LOCKED', (disk) => disk.lock('l').then(() => disk.remove('l'))],
    [
      'to write to a file that is open for reading',
      'DISK_FAILED',
      (disk) => disk.open('a', 'read').then((file) => file.write(bytes('1'), 0)),
    ],
    [
      'a file that was closed',
      'DISK_FAILED',
      async (disk) => {
        const file = await disk.open('a', 'read')
        await file.close()
        return file.read(0, 1)
      },
    ],
  ]

  test.each(cases)('%s', async (_, code, act) => {
    const disk = simulatedDisk({ files: { a: 'x', 'sub/b': 'y' } })
    await expect(act(disk)).rejects.toMatchObject({ name: 'DiskError', code })
    expect(disk.text('a')).toBe('x')
  })
})

describe('a lock of a simulated disk', () => {
  test('is free again after its release, and is a file in the meantime', async () => {
    const disk = simulatedDisk()
    const lock = await disk.lock('l')
    expect(await disk.files()).toEqual(['l'])
    await lock.release()
    await lock.release()
    expect(await disk.files()).toEqual([])
    await (await disk.lock('l')).release()
  })

  test('does not outlive its process, and what was written does', async () => {
    const disk = simulatedDisk()
    await disk.lock('l')
    const file = await disk.open('a', 'create')
    await file.write(bytes('unsynced'), 0)
    const after = disk.killed()
    await after.lock('l')
    expect(after.text('a')).toBe('unsynced')
  })
})
