import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fastFolder } from './canary.ts'
import { compileProgram, type HostProgram } from './host-program.ts'
import { isLong } from '../../../tests/support/effort.ts'

const kills = isLong ? 200 : 12
const files = 6
const unit = 40_000

describe.runIf(process.platform !== 'win32')('a process that is killed in the middle of its changes', () => {
  let folder: string
  let program: HostProgram

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(fastFolder, 'millrace-')))
    program = await compileProgram('change-forever')
  })

  afterAll(() => {
    program.remove()
    rmSync(folder, { recursive: true })
  })

  async function killedAfter(milliseconds: number): Promise<void> {
    const child = spawn(process.execPath, [program.path, folder, `${files}`, `${unit}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), ended])
    await pause(milliseconds)
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }

  test(
    `leaves whole files, old or new, and beside them temporary ones at most, ${kills} times`,
    async () => {
      const seen = new Set<string>()
      // A machine that is too busy for second changes gets more time for them.
      for (let kill = 0; kill < kills || seen.size <= files; kill++) {
        await killedAfter((30 + ((kill * 37) % 150)) * Math.ceil((kill + 1) / kills))
        for (const name of readdirSync(folder)) {
          if (/^\.file\d\.[0-9a-f]{16}\.tmp$/.test(name)) continue
          expect(name).toMatch(/^file\d$/)
          const text = readFileSync(join(folder, name), 'latin1')
          const letter = text[0] ?? ''
          expect([name, letter]).toEqual([name, expect.stringMatching(/^[a-z]$/)])
          expect([name, text.length]).toEqual([name, unit * (letter.charCodeAt(0) - 96)])
          expect(text === letter.repeat(text.length)).toBe(true)
          seen.add(`${name}${letter}`)
        }
      }
      expect(seen.size).toBeGreaterThan(files)
    },
    60_000 + kills * 10_000,
  )
})
