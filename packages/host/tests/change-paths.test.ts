import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { isHarnessError } from '@millrace/protocol'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { ConfinedRoot } from '../src/index.ts'
import {
  bytesOf,
  canary,
  enforcements,
  fastFolder,
  heldDescriptors,
  openAs,
  plantTree,
  textOf,
  type Tree,
} from './canary.ts'
import { hostileTail, startsOf } from './hostile-path.ts'
import { naughtyStrings } from './naughty-strings.ts'

/** Everything that stands in a tree but for one part of it: kinds, contents, and when each was last touched. */
function outsideOf(tree: Tree): string[] {
  const below = (path: string): string[] => {
    if (path === tree.root) return []
    const stats = lstatSync(path, { bigint: true })
    const facts = `${path} ${stats.ino} ${stats.mode}`
    if (stats.isDirectory())
      return [
        facts,
        ...readdirSync(path)
          .toSorted()
          .flatMap((name) => below(join(path, name))),
      ]
    const content = stats.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'latin1')
    return [`${facts} ${stats.mtimeNs} ${content}`]
  }
  return below(tree.base)
}

describe.each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: Tree
  let root: ConfinedRoot

  beforeAll(async () => {
    tree = plantTree(fastFolder)
    root = await openAs(enforcement, tree.root)
  })

  afterAll(async () => {
    await root.close()
    tree.remove()
  })

  /** Writes to a path, and looks at whether the bytes are where the answer says. */
  async function attempt(path: string, createFolders: boolean): Promise<string> {
    try {
      let before = ''
      const change = await root.change(
        path,
        async (file) => {
          before = textOf((await file?.read()) ?? new Uint8Array())
          return bytesOf(`inside, again ${before.length}`)
        },
        { createFolders },
      )
      expect(before).not.toContain(canary)
      expect(readFileSync(join(tree.root, change.location), 'utf8')).toMatch(/^inside, again/)
      return change.created ? 'created' : 'changed'
    } catch (error) {
      if (!isHarnessError(error)) throw error
      return error.code
    }
  }

  verifies(
    ['security:F1', 'fault:B091'],
    'no spelling of a path out of 2,000 changes a file outside, and every refusal is ours',
    async () => {
      const seen = new Set<string>()
      const before = outsideOf(tree)
      const held = heldDescriptors(tree.base)
      const heads = startsOf(tree)
      await fc.assert(
        fc.asyncProperty(fc.nat(), hostileTail, fc.boolean(), async (start, tail, createFolders) => {
          seen.add(await attempt(`${heads[start % heads.length]}${tail}`, createFolders))
        }),
        { numRuns: 2000 },
      )
      expect(outsideOf(tree)).toEqual(before)
      expect(heldDescriptors(tree.base)).toBe(held)
      const expected = ['created', 'changed', 'FS_OUTSIDE_ROOT', 'FS_INVALID_PATH', 'FS_NOT_REGULAR_FILE']
      expect([...seen]).toEqual(expect.arrayContaining(expected))
    },
    120_000,
  )

  verifies(
    ['security:F1', 'security:F6'],
    'every one of the naughty strings is a name inside or is refused, and its text comes back',
    async () => {
      const before = outsideOf(tree)
      const outcomes = new Set<string>()
      for (const [index, name] of naughtyStrings.entries()) {
        const text = `${name} at ${index}`
        try {
          await root.change(`naughty/${name}`, () => bytesOf(text), { createFolders: true })
          expect(textOf((await root.read(`naughty/${name}`)).bytes)).toBe(textOf(bytesOf(text)))
          outcomes.add('written')
        } catch (error) {
          if (!isHarnessError(error)) throw error
          outcomes.add(error.code)
        }
        await attempt(name, true)
      }
      expect(naughtyStrings.length).toBeGreaterThanOrEqual(485)
      expect(outsideOf(tree)).toEqual(before)
      expect([...outcomes]).toEqual(expect.arrayContaining(['written', 'FS_INVALID_PATH']))
    },
  )

  verifies(['security:F6'], 'bytes of every kind arrive as they are', async () => {
    const odd = [
      [0xef, 0xbb, 0xbf, 0x61],
      [0xff, 0xfe, 0],
      [0xed, 0xa0, 0x80],
      [0x0d, 0x0a, 0x0d],
      [0xc3, 0x28],
    ]
    const samples = fc.oneof(
      fc.uint8Array({ maxLength: 4096 }),
      fc.constantFrom(...odd).map((bytes) => Uint8Array.from(bytes)),
      fc.constantFrom(...naughtyStrings).map(bytesOf),
    )
    await fc.assert(
      fc.asyncProperty(samples, samples, async (old, next) => {
        writeFileSync(join(tree.root, 'sample'), old)
        const change = await root.change('sample', async (before) => {
          expect(Buffer.compare((await before?.read()) ?? new Uint8Array(1), old)).toBe(0)
          return next
        })
        const { bytes, version } = await root.read('sample')
        expect(Buffer.compare(bytes, next)).toBe(0)
        expect([change.size, change.version]).toEqual([next.length, version])
        expect(change.changed).toBe(Buffer.compare(old, next) !== 0)
      }),
      { numRuns: 300 },
    )
  })
})
