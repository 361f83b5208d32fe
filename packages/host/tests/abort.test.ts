import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ConfinedRoot } from '../src/index.ts'
import { enforcements, heldDescriptors, openAs, plantTree, type Tree } from './canary.ts'

describe.each(enforcements)('with %s enforcement', (enforcement) => {
  let tree: Tree
  let root: ConfinedRoot

  beforeAll(async () => {
    tree = plantTree()
    writeFileSync(join(tree.root, 'large'), new Uint8Array(40 * 1024 * 1024))
    root = await openAs(enforcement, tree.root)
  })

  afterAll(async () => {
    await root.close()
    tree.remove()
  })

  test('an aborted signal stops every call before it begins, with its reason', async () => {
    const reason = new Error('stopped')
    const signal = AbortSignal.abort(reason)
    const directory = await root.directory('.')
    const before = heldDescriptors(tree.base)
    const calls = [
      root.read('top', { signal }),
      root.stat('top', signal),
      root.directory('a', signal),
      directory.read('top', { signal }),
      directory.stat('top', signal),
      directory.directory('a', signal),
      directory.list(signal),
    ]
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toEqual({ status: 'rejected', reason })
    expect(heldDescriptors(tree.base)).toBe(before)
    await directory.close()
  })

  test('a large read asks again and again whether to go on', async () => {
    const { signal } = new AbortController()
    const asked = vi.spyOn(signal, 'throwIfAborted')
    const { bytes } = await root.read('large', { signal })
    expect(bytes.length).toBe(40 * 1024 * 1024)
    expect(asked.mock.calls.length).toBeGreaterThan(40)
  })

  test('a large read ends when it is stopped, whenever that is, and nothing stays open', async () => {
    const before = heldDescriptors(tree.base)
    let stopped = 0
    for (let delay = 0; delay < 40; delay++) {
      const controller = new AbortController()
      const reading = root.read('links/to-root/large', { signal: controller.signal })
      let turns = delay
      const count = () => (turns-- > 0 ? setImmediate(count) : controller.abort(new Error('stopped')))
      count()
      await reading.catch((error: Error) => {
        expect(error.message).toBe('stopped')
        stopped += 1
      })
    }
    expect(stopped).toBeGreaterThan(10)
    expect(heldDescriptors(tree.base)).toBe(before)
  })
})
