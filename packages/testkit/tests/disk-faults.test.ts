import { DiskError } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import {
  simulatedDisk,
  type DiskFault,
  type DiskOperationKind,
  type SimulatedDisk,
} from '@millrace/testkit/disk'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Every operation that a disk has, once. */
async function everyOperation(disk: SimulatedDisk): Promise<void> {
  const lock = await disk.lock('lock')
  await disk.folder('sub')
  const file = await disk.open('a', 'create')
  await file.write(bytes('12345'), 0)
  await file.sync()
  await file.truncate(3)
  await file.size()
  await file.read(0, 3)
  await file.close()
  await disk.rename('a', 'b')
  await disk.sync()
  await disk.files()
  await disk.folders()
  await disk.facts('b')
  await disk.remove('b')
  await lock.release()
}

const everyKind: readonly DiskOperationKind[] = [
  'lock',
  'folder',
  'open',
  'write',
  'sync',
  'truncate',
  'size',
  'read',
  'close',
  'rename',
  'folder-sync',
  'files',
  'folders',
  'facts',
  'remove',
  'unlock',
]

async function failureOf(work: Promise<unknown>): Promise<DiskError | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof DiskError) return error
    throw error
  }
}

describe('a fault', () => {
  test('happens to the nth operation of any kind, for every n until there is none', async () => {
    const failed: (string | undefined)[] = []
    for (let nth = 1; ; nth++) {
      const disk = simulatedDisk({ faults: [{ nth, effect: { error: 'EIO' } }] })
      const failure = await failureOf(everyOperation(disk))
      if (disk.faultCount === 0) break
      expect(failure?.code).toBe('DISK_FAILED')
      failed.push(disk.operations().at(-1)?.kind)
    }
    expect(failed).toEqual(everyKind)
  })

  test.each(everyKind)('happens to the kind that it names: %s', async (on) => {
    const disk = simulatedDisk({ faults: [{ on, effect: { error: 'ENOSPC' } }] })
    const failure = await failureOf(everyOperation(disk))
    expect(failure).toMatchObject({ code: 'DISK_FULL', cause: { code: 'ENOSPC' } })
    expect(disk.operations().at(-1)?.kind).toBe(on)
  })

  test('says where and at what', async () => {
    const disk = simulatedDisk({ path: '/state', faults: [{ on: 'sync', effect: { error: 'EINTR' } }] })
    const failure = await failureOf(everyOperation(disk))
    expect(failure?.message).toBe('"/state/a" failed at "sync": interrupted system call (EINTR).')
  })

  test('happens once, or from then on for ever, and ends when it is told to', async () => {
    const once = simulatedDisk({
      files: { a: '' },
      faults: [{ on: 'facts', nth: 2, effect: { error: 'EIO' } }],
    })
    const results = async (disk: SimulatedDisk): Promise<boolean[]> => {
      const ended: boolean[] = []
      for (let turn = 0; turn < 4; turn++) ended.push((await failureOf(disk.facts('a'))) === undefined)
      return ended
    }
    expect(await results(once)).toEqual([true, false, true, true])
    const ever = simulatedDisk({ files: { a: '' } })
    const undo = ever.fail({ on: 'facts', nth: 2, lasts: 'for-ever', effect: { error: 'EIO' } })
    expect(await results(ever)).toEqual([true, false, false, false])
    undo()
    expect(await results(ever)).toEqual([true, true, true, true])
  })

  test('concerns one name where it says so', async () => {
    const fault: DiskFault = { name: 'sub/b', effect: { error: 'EIO' } }
    const disk = simulatedDisk({ files: { b: '', 'sub/b': '' }, faults: [fault] })
    await disk.facts('b')
    const within = await disk.folder('sub')
    expect(await failureOf(within.facts('b'))).toBeDefined()
  })

  test.each([0, -1, 1.5, Number.NaN])('cannot be number %s', (nth) => {
    expect(() => simulatedDisk().fail({ nth, effect: { error: 'EIO' } })).toThrow(RangeError)
    expect(() => simulatedDisk().fail({ effect: { short: nth } })).toThrow(RangeError)
  })
})

describe('a write', () => {
  test('that is short says how much it took', async () => {
    const disk = simulatedDisk({ faults: [{ effect: { short: 2 } }] })
    const file = await disk.open('a', 'create')
    expect(await file.write(bytes('12345'), 0)).toBe(2)
    expect(await file.write(bytes('345'), 2)).toBe(3)
    expect(disk.text('a')).toBe('12345')
  })

  test('that fails may leave bytes behind', async () => {
    const disk = simulatedDisk({ faults: [{ on: 'write', effect: { error: 'EIO', written: 3 } }] })
    const file = await disk.open('a', 'create')
    expect(await failureOf(file.write(bytes('12345'), 0))).toBeDefined()
    expect(disk.text('a')).toBe('123')
  })
})

test('a delay comes from the given timers, and the operation follows it', async () => {
  const waited: number[] = []
  const timers = { sleep: async (milliseconds: number) => void waited.push(milliseconds) }
  const disk = simulatedDisk({ files: { a: '1' }, timers, faults: [{ on: 'facts', effect: { delay: 500 } }] })
  expect(await disk.facts('a')).toMatchObject({ size: 1 })
  expect(waited).toEqual([500])
})

describe('a sync that failed', () => {
  async function afterFailedSync(): Promise<SimulatedDisk> {
    const disk = simulatedDisk({ files: { a: '' }, faults: [{ on: 'sync', effect: { error: 'EIO' } }] })
    const file = await disk.open('a', 'write')
    await file.write(bytes('12'), 0)
    await failureOf(file.sync())
    await file.write(bytes('34'), 2)
    await file.sync()
    return disk
  }

  test('leaves its bytes to be read', async () => {
    const disk = await afterFailedSync()
    expect(disk.text('a')).toBe('1234')
  })

  test('has given its bytes up: a later sync that succeeds does not make them durable', async () => {
    const disk = await afterFailedSync()
    const states = [...disk.crashStates()]
    expect(states.map((state) => state.disk.text('a'))).toEqual(['\0\u000034'])
  })
})

test('a descriptor is gone even where closing fails', async () => {
  const disk = simulatedDisk({ files: { a: '' }, faults: [{ on: 'close', effect: { error: 'EIO' } }] })
  const file = await disk.open('a', 'read')
  expect(await failureOf(file.close())).toBeDefined()
  expect(disk.openFiles).toBe(0)
})
