import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { isHarnessError } from '@millrace/protocol'
import { verifies } from '../../../tests/spec/verifies.ts'
import { ConfinedRoot } from '../src/index.ts'
import { canary, heldDescriptors, textOf } from './canary.ts'

const opens = 24_000
const wide = 12

describe.runIf(process.platform === 'linux')('while somebody swaps links in', () => {
  let base: string
  let root: ConfinedRoot
  let attacker: ChildProcess

  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-')))
    for (const folder of ['ws/swap', 'ws/m/n', 'outside']) mkdirSync(join(base, folder), { recursive: true })
    for (const file of ['ws/swap/secret', 'ws/.plain', 'ws/run']) writeFileSync(join(base, file), 'inside')
    for (const file of ['secret', 'outside/secret', 'outside/only-outside'])
      writeFileSync(join(base, file), canary)
    symlinkSync('../outside', join(base, 'ws/.link'))
    symlinkSync('../../secret', join(base, 'ws/m/n/up'))
    linkSync(join(base, 'ws/.plain'), join(base, 'ws/file'))
    root = await ConfinedRoot.open(join(base, 'ws'))
    const script = fileURLToPath(new URL('attacker.mjs', import.meta.url))
    attacker = spawn(process.execPath, [script, base], { stdio: 'inherit' })
  })

  afterAll(async () => {
    attacker.kill()
    await root.close()
    rmSync(base, { recursive: true, force: true, maxRetries: 5 })
  })

  const outcomes = new Map<string, number>()

  async function attempt(label: string, work: () => Promise<string>): Promise<void> {
    let outcome: string
    try {
      outcome = await work()
    } catch (error) {
      if (!isHarnessError(error)) throw error
      outcome = error.code
    }
    const key = `${label}: ${outcome}`
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
  }

  /** Whether both sides of each swap were met, often enough to say that the attacker was at work. */
  const wasReal = () =>
    [
      'directory: inside',
      'directory: FS_OUTSIDE_ROOT',
      'file: inside',
      'file: FS_OUTSIDE_ROOT',
      'handle: inside',
    ].every((key) => (outcomes.get(key) ?? 0) >= 20)

  const read = async (path: string) => textOf((await root.read(path)).bytes)

  async function throughHandle(): Promise<string> {
    const directory = await root.directory('swap')
    try {
      const names = (await directory.list()).map(({ name }) => name)
      expect(names).not.toContain('only-outside')
      return textOf((await directory.read('secret')).bytes)
    } finally {
      await directory.close()
    }
  }

  verifies(
    ['security:F2'],
    `not one of ${opens} opens leads outside while the attacker is at work`,
    async () => {
      const before = heldDescriptors(base)
      const attempts = [
        () => attempt('directory', () => read('swap/secret')),
        () => attempt('file', () => read('file')),
        () => attempt('parent', () => read('m/n/up')),
        () => attempt('handle', throughHandle),
      ]
      const deadline = performance.now() + 60_000
      let done = 0
      const worker = async () => {
        while (done < opens || (!wasReal() && performance.now() < deadline)) {
          done += 1
          await attempts[done % attempts.length]?.()
        }
      }
      await Promise.all(Array.from({ length: wide }, worker))
      rmSync(join(base, 'ws/run'))
      const [code] = await once(attacker, 'exit')

      expect(code).toBe(0)
      expect([...outcomes.keys()].filter((key) => key.includes(canary))).toEqual([])
      expect(wasReal()).toBe(true)
      expect(heldDescriptors(base)).toBe(before)
    },
    120_000,
  )
})
