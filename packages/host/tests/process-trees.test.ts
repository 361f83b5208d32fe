import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { Processes } from '../src/index.ts'
import { openContained } from '../src/processes/host-processes.ts'
import {
  bash,
  containments,
  fixture,
  freshToken,
  openForTest,
  processesWith,
  start,
  times,
  until,
} from './commands.ts'

const payloads = [
  'child',
  'background',
  'session',
  'nohup',
  'daemon',
  'respawn',
  'stubborn',
  'parent-first',
  'chain',
]

/** Starts a payload and waits until it has spread. */
async function spread(processes: Processes, payload: string, token: string) {
  const ran = await start(processes, { file: 'bash', args: [fixture('outlive.sh'), payload, token] })
  await until(() => processesWith(token).length > 0, `${payload} lives`)
  await sleep(60)
  return ran.running
}

/** Three at the same time. */
async function often(act: (token: string) => Promise<void>): Promise<void> {
  for (let left = times(3, 51); left > 0; left -= 3) {
    await Promise.all([act(freshToken()), act(freshToken()), act(freshToken())])
  }
}

/** A tree of 200 processes and the one on top; all but ten are copies of it, which cost less than programs. */
const tree = (token: string) => `
  exec 3<> <(:)
  for i in $(seq 10); do
    (for j in $(seq 19); do read -u 3 & done; exec -a ${token} sleep 300) &
  done
  read -u 3`

describe.runIf(process.platform === 'linux').each(containments)('found by %s', (containment) => {
  let processes: Processes

  beforeAll(() => {
    processes = openContained({}, containment)
  })

  afterAll(() => processes.close())

  describe.each(payloads)('%s', (payload) => {
    verifies(
      ['security:C6', 'fault:B110'],
      'leaves nothing behind when it is stopped',
      async () => {
        await often(async (token) => {
          const running = await spread(processes, payload, token)
          await running.stop()
          expect(processesWith(token)).toEqual([])
          expect(await running.isTreeAlive()).toBe(false)
        })
      },
      240_000,
    )

    verifies(
      ['security:C6'],
      'leaves nothing behind when everything is closed',
      async () => {
        const own = openForTest(containment)
        const tokens = Array.from({ length: times(3, 50) }, freshToken)
        await Promise.all(tokens.map((token) => spread(own, payload, token)))
        await own.close()
        expect(tokens.flatMap(processesWith)).toEqual([])
      },
      240_000,
    )
  })

  verifies(
    ['security:C6'],
    'a tree of 200 processes leaves nothing behind, again and again',
    async () => {
      const rounds = containment === 'cgroup' ? times(5, 1000) : times(1, 100)
      for (let round = 0; round < rounds; round++) {
        const token = freshToken()
        const { running } = await start(processes, { file: 'bash', args: ['-c', tree(token), token] })
        await until(() => processesWith(token).length === 201, 'all of them live')
        await running.stop({ graceMs: round % 2 === 0 ? 200 : 0 })
        expect(processesWith(token)).toEqual([])
      }
    },
    1_200_000,
  )

  test('what a command leaves running lives on, and is known to', async () => {
    const token = freshToken()
    const { running } = await bash(processes, `(exec -a ${token} sleep 300) >/dev/null 2>&1 & exit 4`)
    expect(await running.exited).toEqual({ exitCode: 4, signal: null })
    await running.drained
    expect(await running.isTreeAlive()).toBe(true)
    await bash(processes, 'true').then((ran) => ran.end())
    await until(() => processesWith(token).length === 1, 'it lives on')
    await running.stop()
    expect(processesWith(token)).toEqual([])
  })

  test('stopping again, or twice at once, is stopping once', async () => {
    const { running } = await bash(processes, 'sleep 300')
    expect(running.stop()).toBe(running.stop({ graceMs: 0 }))
    await running.stop()
    await running.stop()
    expect(await running.exited).toEqual({ exitCode: null, signal: 'SIGTERM' })
  })

  test('a program that ends when it is asked to has its last word', async () => {
    const ran = await bash(
      processes,
      'trap "echo asked; exit 7" TERM; echo ready; while :; do sleep 0.01; done',
    )
    await until(() => ran.output() === 'ready\n', 'it is ready')
    await ran.running.stop({ graceMs: 20_000 })
    expect(await ran.running.exited).toEqual({ exitCode: 7, signal: null })
    expect(ran.output()).toMatch(/^ready\n(?:Terminated\n)?asked\n$/)
  })

  test('a stopped process is ended too', async () => {
    const token = freshToken()
    const ran = await bash(
      processes,
      `(exec -a ${token} sleep 300) & sleep 0.2; kill -STOP $!; echo stopped; wait`,
    )
    await until(() => ran.output() === 'stopped\n', 'it is stopped')
    await ran.running.stop({ graceMs: 20_000 })
    expect(processesWith(token)).toEqual([])
  })

  test('the commands of others live on', async () => {
    const [one, other] = [freshToken(), freshToken()]
    const stopped = await bash(processes, `exec -a ${one} sleep 300`)
    const spared = await bash(processes, `exec -a ${other} sleep 300`)
    await until(() => processesWith(other).length === 1, 'the other one lives')
    const neighbours = openForTest(containment)
    await neighbours.close()
    await stopped.running.stop()
    expect(processesWith(other)).toEqual([spared.running.pid])
  })
})

describe.runIf(containments.includes('cgroup'))('a process without its mark', () => {
  verifies(['security:C6'], 'is ended with its control group', async () => {
    const processes = openForTest('cgroup')
    await often(async (token) => {
      const running = await spread(processes, 'unmarked', token)
      await running.stop()
      expect(processesWith(token)).toEqual([])
    })
  })
})

describe.runIf(containments.includes('cgroup') && process.getuid?.() === 0)(
  'a process that leaves its groups',
  () => {
    verifies(['security:C6'], 'is known to live, and is found by its mark', async () => {
      const processes = openForTest('cgroup')
      const token = freshToken()
      const leave =
        'for group in /sys/fs/cgroup{,/unified,/pids}/cgroup.procs; do echo $$ >$group; done 2>/dev/null'
      const { running } = await bash(processes, `(setsid bash -c '${leave}; exec -a ${token} sleep 300' &)`)
      await until(() => processesWith(token).length === 1, 'it lives')
      await running.exited
      expect(await running.isTreeAlive()).toBe(true)
      await running.stop()
      expect(await running.isTreeAlive()).toBe(false)
      expect(processesWith(token)).toEqual([])
    })
  },
)
