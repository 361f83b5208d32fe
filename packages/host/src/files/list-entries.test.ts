import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldDescriptors } from '../../tests/canary.ts'
import { listEntries } from './list-entries.ts'

const count = 1000
const names = Array.from({ length: count }, (_, index) => `n${(index * 919) % count}`)

describe('listEntries', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-'))
    for (const name of names) symlinkSync('x', join(folder, name))
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([1, 7, 64, 500, 1000, 8192])('lists everything in order, in stretches of %i', async (stretch) => {
    const listed = await listEntries(folder, undefined, stretch)
    expect(listed.map(({ name }) => name)).toEqual(names.toSorted())
    expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(['symlink']))
  })

  test.each([1, 2, 8192])(
    'a directory stands as if its name ended in a slash, in stretches of %i',
    async (stretch) => {
      const mixed = mkdtempSync(join(tmpdir(), 'millrace-'))
      for (const name of ['a', 'ab', 'a!b', 'z']) mkdirSync(join(mixed, name))
      for (const name of ['a-b', 'a.txt', 'aa', 'a!', 'z.z']) symlinkSync('x', join(mixed, name))
      const listed = await listEntries(mixed, undefined, stretch)
      rmSync(mixed, { recursive: true })
      const paths = listed.map(({ name, kind }) => (kind === 'directory' ? `${name}/` : name))
      expect(paths).toEqual(['a!', 'a!b/', 'a-b', 'a.txt', 'a/', 'aa', 'ab/', 'z.z', 'z/'])
    },
  )

  test('lets others have their turn after each stretch, when it reads and when it sorts', async () => {
    let turns = 0
    let listing = true
    const turn = () => {
      turns += 1
      if (listing) setImmediate(turn)
    }
    turn()
    await listEntries(folder, undefined, 50)
    listing = false
    expect(turns).toBeGreaterThan(80)
  })

  test.each([
    ['reading', 1],
    ['sorting', 22],
  ])('stops while it is %s, and leaves nothing open', async (_, checks) => {
    const reason = new Error('enough')
    const controller = new AbortController()
    let left = checks
    const signal = Object.assign(controller.signal, {
      throwIfAborted() {
        if (--left === 0) throw reason
      },
    })
    await expect(listEntries(folder, signal, 50)).rejects.toBe(reason)
    expect(heldDescriptors(folder)).toBe(0)
  })
})
