import { setMaxListeners } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConfinedRoot, FileBefore } from '../src/index.ts'
import {
  bytesOf,
  codeOf,
  enforcements,
  fastFolder,
  heldDescriptors,
  openAs,
  plantTree,
  type Tree,
} from './canary.ts'

const callers = 8
const files = 20
const changes = 2_000

describe.each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: Tree
  let roots: readonly ConfinedRoot[]

  beforeAll(async () => {
    tree = plantTree(fastFolder)
    mkdirSync(join(tree.root, 'many/sub'), { recursive: true })
    symlinkSync('many', join(tree.root, 'way'))
    for (let file = 0; file < files; file++) {
      symlinkSync(`../many/f${file}`, join(tree.root, 'links', `f${file}`))
      symlinkSync(join(tree.root, `links/f${file}`), join(tree.root, 'many/sub', `f${file}`))
    }
    roots = [await openAs(enforcement, tree.root), await openAs(enforcement, join(tree.root, 'many'))]
  })

  afterAll(async () => {
    await Promise.all(roots.map((root) => root.close()))
    tree.remove()
  })

  /** Every way to write the name of one file: by either root, absolutely, in a detour, through links. */
  const spellings = (file: number): readonly (readonly [root: number, path: string])[] => [
    [0, `many/f${file}`],
    [0, `./many//sub/../f${file}`],
    [0, join(tree.root, `many/f${file}`)],
    [0, `way/f${file}`],
    [0, `links/f${file}`],
    [0, `way/sub/f${file}`],
    [1, `f${file}`],
    [1, join(tree.root, `many/f${file}`)],
  ]

  const append = (token: string, wait: number) => async (before: FileBefore | undefined) => {
    const old = (await before?.read()) ?? new Uint8Array()
    for (let left = wait; left > 0; left--) await turn()
    return Buffer.concat([old, bytesOf(token)])
  }

  const step = fc.record({
    file: fc.nat(files - 1),
    spelling: fc.nat(7),
    wait: fc.nat(3),
    stopAfter: fc.oneof({ weight: 11, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(60) }),
  })
  type Step = ReturnType<typeof step.generate>['value']

  async function take(one: Step, token: string): Promise<boolean> {
    const [root, path] = spellings(one.file)[one.spelling] ?? [0, '']
    const controller = new AbortController()
    let left = one.stopAfter
    const tick = () => {
      if (left === null) return
      if (left-- <= 0) controller.abort(new Error('stopped'))
      else setImmediate(tick)
    }
    tick()
    try {
      const change = await roots[root]?.change(path, append(token, one.wait), { signal: controller.signal })
      return change?.changed === true
    } catch (error) {
      expect(error).toMatchObject({ message: 'stopped' })
      return false
    } finally {
      left = null
    }
  }

  test(`of ${changes} changes by ${callers} callers each reported success is on the disk, once, and nothing else is`, async () => {
    const held = heldDescriptors(tree.base)
    const steps = fc.sample(step, changes)
    const written = Array.from({ length: files }, () => new Set<string>())
    let begun = 0
    const caller = async () => {
      while (begun < steps.length) {
        const index = begun++
        const one = steps[index]
        if (one && (await take(one, `${index};`))) written[one.file]?.add(`${index}`)
      }
    }
    await Promise.all(Array.from({ length: callers }, caller))

    written.forEach((tokens, file) => {
      const found = readFileSync(join(tree.root, `many/f${file}`), 'utf8')
        .split(';')
        .slice(0, -1)
      expect([file, found.length, new Set(found)]).toEqual([file, tokens.size, tokens])
    })
    const total = written.reduce((sum, tokens) => sum + tokens.size, 0)
    expect(total).toBeGreaterThan(changes * 0.85)
    expect(total).toBeLessThan(changes)
    const names = readdirSync(join(tree.root, 'many')).filter((name) => name !== 'sub')
    expect(names.toSorted()).toEqual(Array.from({ length: files }, (_, file) => `f${file}`).toSorted())
    expect(heldDescriptors(tree.base)).toBe(held)
  }, 180_000)

  test('a thousand changes of one file wait without descriptors, and who gives up lets the others go on', async () => {
    const root = roots[0]
    if (!root) throw new Error('there is no root')
    const held = heldDescriptors(tree.base)
    let free: (() => void) | undefined
    const first = root.change('queue', () => new Promise((resolve) => (free = () => resolve(bytesOf('0;')))))
    // It looks at nothing that stands there, so it must be the first.
    while (free === undefined) await turn()
    const controller = new AbortController()
    setMaxListeners(0, controller.signal)
    const patient = Array.from({ length: 500 }, (_, index) => root.change('queue', append(`${index};`, 0)))
    const leaving = Array.from({ length: 500 }, () =>
      root.change('queue', append('never;', 0), { signal: controller.signal }),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    // Those who have not come to their turn yet hold some while they look for the file.
    await expect.poll(() => heldDescriptors(tree.base) - held, { timeout: 30_000 }).toBeLessThanOrEqual(8)
    controller.abort(new Error('stopped'))
    const left = await Promise.allSettled(leaving)
    expect(left.every(({ status }) => status === 'rejected')).toBe(true)
    free()
    await Promise.all([first, ...patient])
    expect(readFileSync(join(tree.root, 'queue'), 'utf8').split(';')).toHaveLength(502)
    expect(await codeOf(root.stat('queue'))).toMatchObject({ kind: 'file' })
  })
})
