import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isHarnessError } from '@millrace/protocol'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { ConfinedRoot } from '../src/index.ts'
import {
  awaitThread,
  canary,
  enforcements,
  heldDescriptors,
  openAs,
  plantTree,
  textOf,
  type Tree,
} from './canary.ts'
import { hostileTail, startsOf } from './hostile-path.ts'

describe.each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: Tree
  let root: ConfinedRoot

  beforeAll(async () => {
    tree = plantTree()
    root = await openAs(enforcement, tree.root)
  })

  afterAll(async () => {
    await root.close()
    tree.remove()
  })

  async function attempt(path: string): Promise<string> {
    try {
      const { bytes } = await root.read(path)
      expect(textOf(bytes)).not.toContain(canary)
      expect(textOf(bytes)).toMatch(/^inside /)
      return 'read'
    } catch (error) {
      if (!isHarnessError(error)) throw error
      return error.code
    }
  }

  verifies(
    ['security:F1'],
    'no spelling of a path out of 4,000 reads a file outside, and every refusal is ours',
    async () => {
      const seen = new Map<string, number>()
      await fc.assert(
        fc.asyncProperty(fc.nat(), hostileTail, async (start, rest) => {
          const heads = startsOf(tree)
          const outcome = await attempt(`${heads[start % heads.length]}${rest}`)
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        }),
        { numRuns: 4000 },
      )
      for (const outcome of [
        'read',
        'FS_OUTSIDE_ROOT',
        'FS_INVALID_PATH',
        'FS_NOT_FOUND',
        'FS_NOT_REGULAR_FILE',
      ]) {
        expect([outcome, (seen.get(outcome) ?? 0) > 0]).toEqual([outcome, true])
      }
    },
    120_000,
  )

  verifies(['security:F1'], 'none of 4,000 reads one outside where files are read together', async () => {
    await awaitThread(root, 'top')
    const heads = startsOf(tree)
    const spellings = fc.sample(fc.tuple(fc.nat(), hostileTail), 4000)
    const paths = spellings.map(([start, rest]) => `${heads[start % heads.length]}${rest}`)
    let read = 0
    for (let at = 0; at < paths.length; at += 250) {
      const some = paths.slice(at, at + 250)
      const contents = await root.readTogether(some, { most: 1000 })
      for (const [index, bytes] of contents.entries()) {
        if (bytes === undefined) continue
        read += 1
        expect(textOf(bytes)).toMatch(/^inside /)
        expect(textOf((await root.read(some[index] ?? '')).bytes)).toBe(textOf(bytes))
      }
    }
    expect(read > 0).toBe(enforcement === 'full')
  })

  verifies(['security:F1'], 'locate is stable, and never gives a form that leads up', () =>
    fc.assert(
      fc.property(hostileTail, (path) => {
        let located: string
        try {
          located = root.locate(path)
        } catch (error) {
          expect(isHarnessError(error)).toBe(true)
          return
        }
        const names = located === '' ? [] : located.split('/')
        for (const name of names) expect(['', '.', '..']).not.toContain(name)
        if (names.length > 0) expect(root.locate(located)).toBe(located)
        expect(root.locate(`${tree.root}/${located}`)).toBe(located)
      }),
      { numRuns: 2000 },
    ),
  )

  verifies(['security:F6'], 'bytes come back as they are on the disk', async () => {
    const samples = fc.oneof(
      fc.uint8Array({ maxLength: 4096 }),
      fc
        .constantFrom(
          [0xef, 0xbb, 0xbf, 0x61],
          [0xff, 0xfe, 0],
          [0xed, 0xa0, 0x80],
          [0x0d, 0x0a, 0x0d],
          [0xc3, 0x28],
        )
        .map((bytes) => Uint8Array.from(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(samples, async (bytes) => {
        writeFileSync(join(tree.root, 'sample'), bytes)
        const { bytes: read, size } = await root.read('sample')
        expect(Buffer.compare(read, bytes)).toBe(0)
        expect(size).toBe(bytes.length)
      }),
      { numRuns: 300 },
    )
  })

  test('no attempt leaves a descriptor behind', async () => {
    await attempt('a/one')
    const before = heldDescriptors(tree.base)
    const paths = [
      'a/one',
      'links/out/secret',
      'links/self',
      'links/dangling',
      'top/x',
      'a',
      '../x',
      'links/chain',
      'a/b/missing',
    ]
    for (let round = 0; round < 20; round++) await Promise.all(paths.map(attempt))
    expect(heldDescriptors(tree.base)).toBe(before)
  })
})
