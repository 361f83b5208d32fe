import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { isHarnessError } from '@millrace/protocol'
import { verifies } from '../../../tests/spec/verifies.ts'
import { ConfinedRoot } from '../src/index.ts'
import { beginAttack, type Attack } from './attack.ts'
import { awaitThread, bytesOf, canary, heldDescriptors, textOf } from './canary.ts'
import { isLong } from '../../../tests/support/effort.ts'

const opens = isLong ? 2_000_000 : 40_000
const changes = isLong ? 200_000 : 4_000
const wide = 12

describe.runIf(process.platform === 'linux')('while somebody swaps links in', () => {
  let attack: Attack
  let root: ConfinedRoot

  beforeAll(async () => {
    attack = beginAttack()
    root = await ConfinedRoot.open(join(attack.base, 'ws'))
  })

  afterAll(async () => {
    await root.close()
    attack.remove()
  })

  const outcomes = new Map<string, number>()
  const count = (key: string): number => outcomes.get(key) ?? 0

  async function attempt(label: string, work: () => Promise<string>): Promise<void> {
    let outcome: string
    try {
      outcome = await work()
    } catch (error) {
      if (!isHarnessError(error)) throw error
      outcome = error.code
    }
    outcomes.set(`${label}: ${outcome}`, count(`${label}: ${outcome}`) + 1)
  }

  async function atOnce(times: number, work: (index: number) => Promise<void>): Promise<void> {
    let begun = 0
    const worker = async () => {
      while (begun < times) await work(begun++)
    }
    await Promise.all(Array.from({ length: wide }, worker))
  }

  const read = async (path: string) => textOf((await root.read(path, { maxBytes: 64 })).bytes)
  const sized = async (path: string) => ((await root.stat(path)).size === 6 ? 'inside' : 'another')

  async function throughHandle(): Promise<string> {
    const directory = await root.directory('swap')
    try {
      const names = (await directory.list()).map(({ name }) => name)
      expect(names).not.toContain('only-outside')
      return textOf((await directory.read('secret', { maxBytes: 64 })).bytes)
    } finally {
      await directory.close()
    }
  }

  const many = Array.from({ length: 10 }, () => ['swap/secret', 'deep/er/secret', 'file', 'm/n/up']).flat()

  async function together(): Promise<string> {
    for (const entries of await root.listTogether(['swap', 'deep/er'], { most: 64 })) {
      expect(entries?.map(({ name }) => name) ?? []).not.toContain('only-outside')
    }
    const contents = await root.readTogether(many, { most: 64 })
    const texts = contents.flatMap((bytes) => (bytes === undefined ? [] : [textOf(bytes)]))
    return texts.find((text) => text !== 'inside') ?? (texts.length === 0 ? 'none' : 'some')
  }

  const ways: readonly (() => Promise<void>)[] = [
    () => attempt('folder', () => read('swap/secret')),
    () => attempt('folder', () => sized('swap/secret')),
    () => attempt('deep', () => sized('deep/er/secret')),
    () => attempt('file', () => read('file')),
    () => attempt('file', () => sized('file')),
    () => attempt('folder', () => sized('swap/secret')),
    () => attempt('deep', () => sized('deep/er/secret')),
    () => attempt('deep', () => read('deep/er/secret')),
  ]

  verifies(
    ['security:F2'],
    `not one of ${opens} opens and ${changes} changes leads outside while the attacker is at work`,
    async () => {
      await awaitThread(root, 'm/plain')
      const before = heldDescriptors(attack.base)
      await atOnce(opens, async (index) => {
        if (index % 100 === 0) await attempt('handle', throughHandle)
        else if (index % 100 === 1) await attempt('together', together)
        else if (index % 20 === 0) await attempt('parent', () => read('m/n/up'))
        else await ways[index % ways.length]?.()
      })
      const made = new Set<string>()
      await atOnce(changes, async (index) => {
        const folder = index % 2 === 0 ? 'swap' : 'deep/er'
        const name = index % 4 < 2 ? `old${index % 8}` : `new${index}`
        const path = index % 16 === 15 ? 'file' : `${folder}/${name}`
        await attempt(path === 'file' ? 'changed file' : `changed ${folder}`, async () => {
          const { location, created } = await root.change(path, () => bytesOf(`inside ${index}`))
          expect(location).toBe(path)
          // The slower attacker leaves a moment in which nothing has this name.
          if (created && path !== 'file') made.add(location)
          return 'inside'
        })
      })
      const swaps = await attack.stop()

      expect([...outcomes.keys()].filter((key) => key.includes(canary) || key.includes('another'))).toEqual(
        [],
      )
      expect(attack.outside()).toEqual(attack.outsideBefore)
      const inside = (folder: string) =>
        readdirSync(join(root.path, folder)).map((name) => `${folder}/${name}`)
      const found = [...inside('swap'), ...inside('deep/er')].filter((path) => !path.endsWith('secret'))
      expect(new Set(found)).toEqual(made)
      for (const what of ['folder', 'deep', 'file', 'changed swap', 'changed deep/er']) {
        expect([what, count(`${what}: inside`) >= 20, count(`${what}: FS_OUTSIDE_ROOT`) >= 20]).toEqual([
          what,
          true,
          true,
        ])
      }
      // A file that is swapped all the time is hardly ever the same at the beginning and at the end of a change.
      expect(count('changed file: FS_OUTSIDE_ROOT')).toBeGreaterThanOrEqual(20)
      for (const what of ['handle', 'parent'])
        expect([what, count(`${what}: inside`) >= 20]).toEqual([what, true])
      expect(count('together: some')).toBeGreaterThanOrEqual(20)
      expect(swaps).toBeGreaterThan(1000)
      expect(heldDescriptors(attack.base)).toBe(before)
    },
    isLong ? 3_600_000 : 600_000,
  )
})
