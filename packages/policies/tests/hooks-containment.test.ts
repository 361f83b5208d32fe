import { getEventListeners } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProcess } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { HooksConfig } from '../src/hooks.ts'
import { after, before, command, openHookBench, sharedProcesses } from './support/hook-bench.ts'
import { failed, gate, succeeded } from './support/policy-bench.ts'

const processes = sharedProcesses()

/** Waits until a process is gone; fails after a time that only a hanging machine needs. */
async function untilGone(pid: number): Promise<void> {
  for (let left = 600; left > 0; left--) {
    if (!isAlive(pid)) return
    await sleep(50)
  }
  throw new Error(`process ${pid} lives on`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const pidIn = (root: string): number => Number(readFileSync(`${root}/pid`, 'utf8'))

describe.runIf(process.platform === 'linux')('a hook that cannot start', () => {
  for (const [line, told] of [
    [
      'python3 /nonexistent.py',
      /hook "python3 \/nonexistent\.py" blocked the call: .*No such file.*itself could not be run/,
    ],
    ['node /nonexistent.mjs', /hook "node \/nonexistent\.mjs" failed with exit code 1, which does not block/],
    [
      '/nonexistent-binary',
      /hook "\/nonexistent-binary" could not be started \(exit code 127\): .*onFailure: block/s,
    ],
    [
      './not-executable',
      /hook "\.\/not-executable" could not be started \(exit code 126\): .*onFailure: block/s,
    ],
  ] as const) {
    verifies(['fault:B061'], `is told apart from one that objects: ${line}`, async () => {
      const { call, root, told: notices, ran } = await openHookBench(processes(), before(line))
      writeFileSync(`${root}/not-executable`, 'x', { mode: 0o600 })
      const result = await call('bash')
      const words = [...notices, result.isError ? result.error.message : ''].join('\n')
      expect(words).toMatch(told)
      expect(ran).toHaveLength(line.startsWith('node') ? 1 : 0)
    })
  }

  verifies(
    ['fault:B061'],
    'lets the call go on where the operator says so, and a person is told',
    async () => {
      const { call, told } = await openHookBench(processes(), before('/nonexistent-binary'), {
        onFailure: 'continue',
      })
      succeeded(await call('bash'))
      expect(told).toEqual([
        expect.stringMatching(/"\/nonexistent-binary" could not be started .*onFailure: continue/s),
      ])
    },
  )

  test('for want of its program or its shell blocks, with the reason of the system', async () => {
    const missing = { PreToolUse: [{ hooks: [command('/nonexistent-program', { args: [] })] }] }
    const one = await openHookBench(processes(), missing)
    expect(failed(await one.call('bash')).error.message).toMatch(/could not be started: .*was not found/)
    const other = await openHookBench(processes(), before('true'), { shell: 'no-such-shell' })
    expect(failed(await other.call('bash')).error.message).toMatch(
      /could not be started: "no-such-shell" was not found/,
    )
  })
})

describe.runIf(process.platform === 'linux')('a hook that does not end', () => {
  const hanging = 'echo $$ > pid; exec sleep 600'

  verifies(['fault:B062'], 'blocks at its limit, which it may set itself, and is gone', async () => {
    const settings = { PreToolUse: [{ hooks: [command(hanging, { timeout: 0.3 })] }] }
    const started: RunningProcess[] = []
    const start: HooksConfig['start'] = async (spec) => {
      const running = await processes().start(spec)
      started.push(running)
      return running
    }
    const { call, told, ran } = await openHookBench(processes(), settings, { start })
    expect(failed(await call('bash')).error.message).toMatch(
      /did not end within 0\.3 s and was ended \(onTimeout: block\); this is a fault of the hook/,
    )
    expect({ ran, told: told.length }).toEqual({ ran: [], told: 1 })
    expect(started).toHaveLength(1)
    await expect.poll(() => started[0]?.isTreeAlive(), { timeout: 30_000 }).toBe(false)
  })

  verifies(
    ['fault:B062'],
    'lets the call go on where the operator says so, and a person is told',
    async () => {
      const more = { timeoutMs: 200, onTimeout: 'continue' } as const
      const { call, told, ran } = await openHookBench(processes(), before(hanging), more)
      succeeded(await call('bash'))
      expect(ran).toEqual(['bash'])
      expect(told).toEqual([expect.stringMatching(/did not end within 0\.2 s .*onTimeout: continue/)])
    },
  )

  verifies(['fault:B062'], 'after a call withholds the result at its limit, and says so', async () => {
    const { call } = await openHookBench(processes(), after(hanging), { timeoutMs: 200 })
    expect(failed(await call('bash')).error.message).toMatch(/did not end within .*The tool itself has run/s)
  })

  test('is ended when the caller gives up', async () => {
    const { call, root } = await openHookBench(processes(), before(`${hanging}`))
    const stop = new AbortController()
    const calling = call('bash', {}, { signal: stop.signal })
    while (!hasPid(root)) await sleep(10)
    stop.abort()
    expect(failed(await calling).error.info?.code).toBe('ABORTED_BEFORE_DISPATCH')
    await untilGone(pidIn(root))
  })

  test('is ended with the policy', async () => {
    const { ctx, call, root } = await openHookBench(processes(), {
      PreToolUse: [{ hooks: [command(hanging, { async: true })] }],
    })
    succeeded(await call('bash'))
    while (!hasPid(root)) await sleep(10)
    await ctx.fiber.dispose()
    expect(isAlive(pidIn(root))).toBe(false)
  })
})

function hasPid(root: string): boolean {
  try {
    return pidIn(root) > 0
  } catch {
    return false
  }
}

describe.runIf(process.platform === 'linux')('a hook that leaves something behind', () => {
  for (const line of [
    'sleep 600 & echo $! > pid; exit 0',
    'setsid sleep 600 & echo $! > pid; exit 0',
    'cat >/dev/null; (trap "" TERM; exec sleep 600) & echo $! > pid; echo "no" >&2; exit 2',
    'sleep 600 >/dev/null 2>&1 & echo $! > pid; exit 0',
  ]) {
    verifies(['fault:B062'], `is over when it ends itself, and nothing of it stays: ${line}`, async () => {
      const { call, root, ran, told } = await openHookBench(processes(), before(line), { timeoutMs: 600_000 })
      const result = await call('bash')
      expect({ denied: result.isError, ran: ran.length }).toEqual(
        line.endsWith('2') ? { denied: true, ran: 0 } : { denied: false, ran: 1 },
      )
      expect(told).toEqual([])
      await untilGone(pidIn(root))
    })
  }
})

describe.runIf(process.platform === 'linux')('a hook that floods', () => {
  for (const line of ['yes', 'yes >&2', 'cat /dev/zero', 'head -c 3000000 /dev/zero; exit 0']) {
    test(`is ended, has no say and does not fill the memory: ${line}`, async () => {
      const { call, told, ran } = await openHookBench(processes(), before(line))
      const { error } = failed(await call('bash'))
      expect(error.message).toMatch(/printed more than 1048576 bytes and was ended.*\(onFailure: block\)/s)
      expect(error.message.length).toBeLessThan(50_000)
      expect({ ran, told: told.length }).toEqual({ ran: [], told: 1 })
    })
  }

  test('with a long reason is cut, and says by how much', async () => {
    const line = `python3 -c 'import sys; sys.stderr.write("x" * 50000); sys.exit(2)'`
    const { call } = await openHookBench(processes(), before(line))
    const { error } = failed(await call('bash'))
    expect(error.message).toMatch(/40000 further characters left out\)$/)
    expect(error.message.length).toBeLessThan(11_000)
  })
})

describe.runIf(process.platform === 'linux')('a hook that is killed', () => {
  test('has no say', async () => {
    const { call } = await openHookBench(processes(), before('kill -9 $$'))
    expect(failed(await call('bash')).error.message).toMatch(/was killed by SIGKILL \(onFailure: block\)/)
  })
})

describe.runIf(process.platform === 'linux')('a hook beside the call', () => {
  test('is not waited for, decides nothing, and a person is told what it would have said', async () => {
    const said = gate()
    const told: string[] = []
    const warn = (message: string): void => {
      told.push(message)
      said.open()
    }
    const settings = {
      PreToolUse: [
        { hooks: [command('until [ -e go ]; do sleep 0.02; done; echo late >&2; exit 2', { async: true })] },
      ],
    }
    const { call, root, ran } = await openHookBench(processes(), settings, { warn })
    succeeded(await call('bash'))
    expect({ ran, told }).toEqual({ ran: ['bash'], told: [] })
    writeFileSync(`${root}/go`, '')
    await said.opened
    expect(told).toEqual([expect.stringMatching(/blocked the call: late; too late/)])
  })
})

describe.runIf(process.platform === 'linux')('hooks of one event', () => {
  verifies(['fault:B045'], 'put one listener on a signal that many calls share', async () => {
    const { signal } = new AbortController()
    const listeners: number[] = []
    const start: HooksConfig['start'] = (spec) => {
      listeners.push(getEventListeners(signal, 'abort').length)
      return processes().start(spec)
    }
    const { call, ran } = await openHookBench(processes(), before('true', 'exit 0'), { start })
    await Promise.all(Array.from({ length: 12 }, () => call('bash', {}, { signal })))
    expect(ran).toHaveLength(12)
    expect(listeners).toEqual(Array.from({ length: 24 }, () => 1))
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('run side by side', async () => {
    // Each waits for the other.
    const lines = [
      'touch a; while [ ! -e b ]; do sleep 0.02; done',
      'touch b; while [ ! -e a ]; do sleep 0.02; done',
    ]
    const { call, told } = await openHookBench(processes(), before(...lines))
    succeeded(await call('bash'))
    expect(told).toEqual([])
  })
})
