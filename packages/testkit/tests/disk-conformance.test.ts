import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiskError, privateDisk, type Disk, type DiskFile } from '@millrace/host'
import { simulatedDisk } from '@millrace/testkit/disk'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../../../tests/support/effort.ts'

const runs = isLong ? 3_000 : 100
const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const name = fc.constantFrom('a', 'b', 'c', 'sub', '..', 'a/b', '')
// The contract is about files: what becomes of a folder that is renamed is not in it.
const fileName = name.filter((text) => text !== 'sub')
const folderName = name.filter((text) => text.length !== 1)
const lockName = fc.constantFrom('lock', 'sub', '..', 'a/b', '')
const position = fc.nat(30)

/** One thing to do with a disk; files are meant by the number of their opening. */
const act = fc.oneof(
  fc.record({
    do: fc.constant('open' as const),
    name,
    how: fc.constantFrom('read', 'write', 'create' as const),
  }),
  fc.record({ do: fc.constant('write' as const), file: fc.nat(3), position, length: fc.nat(12) }),
  fc.record({
    do: fc.constant('read' as const),
    file: fc.nat(3),
    position,
    size: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ do: fc.constant('truncate' as const), file: fc.nat(3), size: position }),
  fc.record({ do: fc.constantFrom('sync', 'size', 'close' as const), file: fc.nat(3) }),
  fc.record({ do: fc.constant('rename' as const), name: fileName, to: name }),
  fc.record({ do: fc.constant('folder' as const), name: folderName }),
  fc.record({ do: fc.constantFrom('remove', 'facts' as const), name }),
  fc.record({ do: fc.constant('lock' as const), name: lockName }),
  fc.record({ do: fc.constantFrom('files', 'folders', 'folder-sync' as const) }),
)

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** What came of an act: a value that can be compared, or the code of its failure. */
async function outcomeOf(disk: Disk, opened: DiskFile[], what: Act): Promise<unknown> {
  try {
    if ('file' in what) return await onFile(opened[what.file % Math.max(opened.length, 1)], what)
    return await onDisk(disk, opened, what)
  } catch (error) {
    if (error instanceof DiskError) return error.code
    throw error
  }
}

async function onFile(file: DiskFile | undefined, what: Extract<Act, { file: number }>): Promise<unknown> {
  if (file === undefined) return 'no file'
  if (what.do === 'write')
    return file.write(new Uint8Array(what.length).fill(65 + what.length), what.position)
  if (what.do === 'read') return [...(await file.read(what.position, what.size))]
  if (what.do === 'truncate') return file.truncate(what.size)
  return file[what.do]()
}

async function onDisk(
  disk: Disk,
  opened: DiskFile[],
  what: Exclude<Act, { file: number }>,
): Promise<unknown> {
  switch (what.do) {
    case 'open':
      opened.push(await disk.open(what.name, what.how))
      return 'opened'
    case 'rename':
      return disk.rename(what.name, what.to)
    case 'facts':
      return (await disk.facts(what.name))?.size
    case 'lock':
      await (await disk.lock(what.name)).release()
      return 'locked'
    case 'folder':
      return (await disk.folder(what.name)).path.slice(disk.path.length)
    case 'folder-sync':
      return disk.sync()
    case 'remove':
      return disk.remove(what.name)
    case 'files':
    case 'folders':
      return disk[what.do]()
  }
}

describe('the simulated disk and the one of the machine', () => {
  let base: string

  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(fastFolder, 'millrace-')))
  })

  afterAll(() => rmSync(base, { recursive: true }))

  test('answer alike, whatever is done with them', async () => {
    let run = 0
    const property = fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const real = await privateDisk(join(base, `${run++}`))
      const simulated = simulatedDisk()
      const opened: { real: DiskFile[]; simulated: DiskFile[] } = { real: [], simulated: [] }
      try {
        for (const what of acts) {
          const expected = await outcomeOf(real, opened.real, what)
          expect([what, await outcomeOf(simulated, opened.simulated, what)]).toEqual([what, expected])
        }
      } finally {
        for (const file of opened.real) await file.close()
      }
    })
    await fc.assert(property, { numRuns: runs })
  })
})
