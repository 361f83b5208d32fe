import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isHarnessError } from '@millrace/protocol'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { ConfinedRoot } from '../src/index.ts'
import { canary, enforcements, heldDescriptors, openAs, plantTree, textOf, type Tree } from './canary.ts'

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('..', '.', '', 'a', 'b', 'one', 'two', 'secret', 'ws', 'links', 'outside'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'dir',
      'to-root',
      'deep',
      'out',
      'out-file',
      'out-absolute',
      'out-twin',
      'out-back',
      'absolute',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '~',
      '~root',
      'C:',
      'C:\\boot',
      '...',
      '.. ',
      ' ..',
      '%2e%2e',
      '..%2f',
      '..\\',
      '\u2024\u2024',
      'ws-evil',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('proc', 'self', 'root', 'cwd', 'fd', 'dev', 'etc', 'passwd') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\0',
      'a\0',
      '\n',
      '\u202e',
      'e\u0301',
      '\u00e9',
      '\ud800',
      'x'.repeat(256),
      'y'.repeat(5000),
    ),
  },
)

const known = fc.constantFrom(
  'a/one',
  'a/b/two',
  '~/home',
  'links/dir/b/two',
  'links/chain',
  'links/absolute/two',
  'links/to-root/top',
  'links/out/secret',
  'links/out-twin',
  'links/to-root/../secret',
  '../ws-evil/secret',
  '../outside/secret',
  'links/../../outside/dir/secret',
)

/** Hostile pieces alone, or one put into a path that leads somewhere. */
const tail = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join('/')),
  known,
  fc.tuple(known, fc.nat(6), fc.array(piece, { minLength: 1, maxLength: 2 })).map(([path, at, pieces]) => {
    const names = path.split('/')
    return [...names.slice(0, at), ...pieces, ...names.slice(at)].join('/')
  }),
)

const starts = (tree: Tree) => [
  '',
  '/',
  './',
  '../',
  `${tree.root}/`,
  `${tree.root}-evil/`,
  `${tree.base}/`,
  '//',
  '\\',
  'file://',
  '~/',
]

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
        fc.asyncProperty(fc.nat(), tail, async (start, rest) => {
          const heads = starts(tree)
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

  verifies(['security:F1'], 'locate is stable, and never gives a form that leads up', () =>
    fc.assert(
      fc.property(tail, (path) => {
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
