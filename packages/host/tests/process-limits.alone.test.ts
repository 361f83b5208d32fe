import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { bash, containments, freshToken, openForTest, processesWith, until } from './commands.ts'

const tasks = 200
const megabyte = 1_000_000

/** Milliseconds for which this process may be held up by its own work, and by whatever else runs on a busy machine. */
const accepted = { own: 500, any: 10_000 }

/** How long this process was held up at most, in milliseconds, while something was done, and by its own work. */
async function longestPauseDuring(work: () => Promise<void>): Promise<{ own: number; any: number }> {
  let [last, before] = [performance.now(), process.cpuUsage()]
  const longest = { own: 0, any: 0 }
  const beat = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const any = performance.now() - last
    longest.any = Math.max(longest.any, any)
    longest.own = Math.max(longest.own, Math.min(any, (user + system) / 1000))
    ;[last, before] = [performance.now(), process.cpuUsage()]
  }, 10)
  await work().finally(() => clearInterval(beat))
  return longest
}

function keptNobodyUp({ own, any }: { own: number; any: number }): void {
  expect(own).toBeLessThan(accepted.own)
  expect(any).toBeLessThan(accepted.any)
}

/** What the control groups of a process say about its tasks; undefined where none of them counts. */
function taskCounter(pid: number): { limit: number; now: () => number } | undefined {
  for (const line of readFileSync(`/proc/${pid}/cgroup`, 'latin1').split('\n')) {
    const [, controllers, path = ''] = line.split(':')
    for (const mount of controllers === 'pids' ? ['/pids'] : ['', '/unified']) {
      const folder = `/sys/fs/cgroup${mount}${path}`
      const limit = path.includes('millrace-') ? textOf(`${folder}/pids.max`) : undefined
      if (limit !== undefined)
        return { limit: Number(limit), now: () => Number(textOf(`${folder}/pids.current`)) }
    }
  }
  return undefined
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}

/** A bomb that waits until its gate is opened. */
async function armedBomb(token: string) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bomb-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const gate = join(folder, 'open')
  const processes = openForTest('cgroup', { limits: { tasks } })
  const line = `until [ -e ${gate} ]; do sleep 0.05; done; f() { f | f & }; f; wait`
  const { running } = await bash(processes, line, { args: ['-c', line, token], onOutput: () => {} })
  return { running, explode: () => writeFileSync(gate, '') }
}

describe.runIf(process.platform === 'linux')('a command that multiplies', () => {
  verifies(
    ['security:C5'],
    'is held at its limit, keeps nobody up, and is gone after the stop',
    async () => {
      const token = freshToken()
      const { running, explode } = await armedBomb(token)
      const counter = containments.includes('cgroup') ? taskCounter(running.pid) : undefined
      if (counter?.limit !== tasks) {
        console.warn('No control group counts tasks here, and a bomb without a limit is not started.')
        return
      }
      const pause = await longestPauseDuring(async () => {
        explode()
        await until(() => counter.now() > tasks * 0.8, 'it has multiplied')
        for (let look = 0; look < 50; look++) {
          await sleep(20)
          expect(counter.now()).toBeLessThanOrEqual(tasks)
        }
        const began = performance.now()
        await running.stop()
        expect(performance.now() - began).toBeLessThan(20_000)
      })
      expect(processesWith(token)).toEqual([])
      keptNobodyUp(pause)
    },
    120_000,
  )
})

describe.runIf(process.platform === 'linux').each(containments)(
  'found by %s, a command that swallows memory',
  (best) => {
    verifies(
      ['security:C5'],
      'is killed at its limit, and keeps nobody up',
      async () => {
        const processes = openForTest(best, { limits: { memoryBytes: 30 * megabyte } })
        // A line of a gigabyte, which the program keeps until its end.
        const hog = await bash(
          processes,
          `head -c ${1000 * megabyte} /dev/zero | tail -n 1 | wc -c; sleep 300`,
        )
        const pause = await longestPauseDuring(async () => {
          await until(async () => hog.running.exceededLimit === 'memoryBytes', 'it is killed')
          await hog.running.drained
        })
        expect(await hog.running.exited).toEqual({ exitCode: null, signal: 'SIGKILL' })
        expect(hog.output()).toBe('')
        await hog.running.stop()
        expect(await hog.running.isTreeAlive()).toBe(false)
        keptNobodyUp(pause)
      },
      120_000,
    )

    test('is not killed for what its processes share', async () => {
      const processes = openForTest(best, { limits: { memoryBytes: 200 * megabyte } })
      const line = `
        x=$(head -c ${20 * megabyte} /dev/zero | tr '\\0' x)
        for i in 1 2 3 4 5 6 7 8 9 10 11 12; do (sleep 3; echo $i) & done
        wait
        echo \${#x}`
      const ran = await bash(processes, line)
      expect(await ran.end()).toEqual({ exitCode: 0, signal: null })
      expect(ran.output().split('\n')).toContain(String(20 * megabyte))
      expect(ran.running.exceededLimit).toBeUndefined()
    }, 120_000)
  },
)

test.runIf(process.platform === 'linux')(
  'too many processes are ended where the kernel does not count them',
  async () => {
    const processes = openForTest('marker', { limits: { tasks: 20 } })
    const token = freshToken()
    const line = `for i in $(seq 40); do (exec -a ${token} sleep 300) & done; wait`
    const { running } = await bash(processes, line)
    await running.exited
    expect(running.exceededLimit).toBe('tasks')
    await running.stop()
    expect(processesWith(token)).toEqual([])
  },
)

test.runIf(process.platform === 'linux')(
  'a machine without memory ends commands before the host',
  async () => {
    const ran = await bash(openForTest(), 'sleep 0.3; cat /proc/self/oom_score_adj')
    await ran.end()
    expect(Number(ran.output())).toBeGreaterThan(Number(readFileSync('/proc/self/oom_score_adj', 'latin1')))
  },
)
