import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  commandEnvironment,
  openProcesses,
  openSandbox,
  sandboxedProcesses,
  type Processes,
  type Sandbox,
} from '../src/index.ts'
import { fixture, freshToken, processesWith, start, times, until } from './commands.ts'
import { boxed, freshFolder, hasBubblewrap } from './sandbox.ts'

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

describe.runIf(hasBubblewrap)('processes in the sandbox', () => {
  let sandbox: Sandbox
  let processes: Processes

  beforeAll(async () => {
    const workspace = fixture('.')
    sandbox = await openSandbox({ mode: 'required', workspace, env: process.env })
    processes = sandboxedProcesses(openProcesses(), sandbox)
  })

  afterAll(async () => {
    await processes.close()
    await sandbox.close()
  })

  const run = (through: Processes, payload: string, token: string) =>
    start(through, { file: 'bash', args: [fixture('outlive.sh'), payload, token], cwd: fixture('.') })

  describe.each([...payloads, 'unmarked'])('%s', (payload) => {
    verifies(['security:C6'], 'leaves nothing behind when it is stopped', async () => {
      for (let round = 0; round < times(2, 20); round++) {
        const token = freshToken()
        const { running } = await run(processes, payload, token)
        await sleep(60)
        await running.stop()
        expect(processesWith(token)).toEqual([])
        expect(await running.isTreeAlive()).toBe(false)
      }
    })

    verifies(['security:C6'], 'leaves nothing behind when its program ends, or all is closed', async () => {
      const own = sandboxedProcesses(openProcesses(), sandbox)
      const token = freshToken()
      const { running } = await run(own, payload, token)
      await sleep(60)
      await own.close()
      await running.exited
      expect(processesWith(token)).toEqual([])
    })
  })

  verifies(
    ['security:C5', 'security:C6'],
    'one that multiplies without end is ended, and the host goes on',
    async () => {
      const limited = sandboxedProcesses(openProcesses({ limits: { tasks: 100 } }), sandbox)
      const token = freshToken()
      const bomb = 'bomb() { bomb | bomb & }; exec 2>/dev/null; bomb; sleep 300'
      const { running } = await start(limited, {
        file: 'bash',
        args: ['-c', bomb, token],
        cwd: fixture('.'),
      })
      let [most, hasEnded] = [0, false]
      void running.exited.then(() => (hasEnded = true))
      const look = () => (most = Math.max(most, processesWith(token).length))
      await until(() => hasEnded || look() > 50, 'it has multiplied')
      for (let looks = 0; looks < 25 && !hasEnded; looks++) {
        look()
        await sleep(20)
      }
      // Where the kernel does not count, it is ended as soon as it is seen.
      if (most > 100) await until(() => running.exceededLimit === 'tasks', 'it is ended')
      await running.stop({ graceMs: 0 })
      expect(most <= 100 || running.exceededLimit === 'tasks', `${most} processes`).toBe(true)
      expect(processesWith(token)).toEqual([])
      await limited.close()
    },
  )

  verifies(['security:C6'], 'what a command left in the background ends with it', async () => {
    const box = await boxed()
    const token = freshToken()
    expect(
      await box.run(`(exec -a ${token} sleep 300) >/dev/null 2>&1 & (exec -a ${token} sleep 300) & exit 4`),
    ).toEqual({
      output: '',
      status: 4,
    })
    await until(() => processesWith(token).length === 0, 'nothing is left')
  })

  verifies(['security:C6'], 'what is about to end with its program was not left running by it', async () => {
    const box = await boxed()
    for (let round = 0; round < 30; round++) {
      const { running } = await box.bash('sleep 300 & exit 3')
      await running.exited
      expect(await running.isTreeAlive()).toBe(false)
    }
  })

  test('one is told apart from the other: status, signal of a stop, output', async () => {
    const box = await boxed()
    expect(await box.run('exit 0')).toEqual({ output: '', status: 0 })
    expect(await box.run('echo out; echo err >&2; exit 77')).toEqual({ output: 'out\nerr\n', status: 77 })
    // As a shell reports it: bubblewrap does not tell it apart from a status.
    expect(await box.run('kill -TERM $$')).toEqual({ output: '', status: 143 })
    const stopped = await box.bash('sleep 300')
    await stopped.running.stop({ graceMs: 20_000 })
    expect(await stopped.end()).toEqual({ exitCode: null, signal: 'SIGTERM' })
    const killed = await box.bash('trap "" TERM; echo ready; while :; do sleep 0.01; done')
    await until(() => killed.output() === 'ready\n', 'it is ready')
    await killed.running.stop({ graceMs: 50 })
    expect(await killed.end()).toEqual({ exitCode: null, signal: 'SIGKILL' })
  })

  test('a program that ends when it is asked to has its last word, a stopped one too', async () => {
    const box = await boxed()
    const asked = await box.bash('trap "echo asked; exit 7" TERM; echo ready; while :; do sleep 0.01; done')
    await until(() => asked.output() === 'ready\n', 'it is ready')
    await asked.running.stop({ graceMs: 20_000 })
    expect(await asked.running.exited).toEqual({ exitCode: 7, signal: null })
    expect(asked.output()).toMatch(/^ready\n(?:Terminated\n)?asked\n$/)
    const token = freshToken()
    const halted = await box.bash(
      `(exec -a ${token} sleep 300) & sleep 0.1; kill -STOP $!; echo stopped; wait`,
    )
    await until(() => halted.output() === 'stopped\n', 'it is stopped')
    await halted.running.stop({ graceMs: 20_000 })
    expect(processesWith(token)).toEqual([])
  })

  test('streams stay apart, and much output comes whole, whoever takes it slowly', async () => {
    const box = await boxed()
    let [bytes, errors] = [0, '']
    const ran = await start(box.processes, {
      file: 'bash',
      args: ['-c', `head -c ${times(100, 1000)}000000 /dev/zero; echo err >&2`],
      cwd: box.workspace,
      streams: 'separate',
      onOutput: async (chunk, stream) => {
        if (stream === 'stdout') bytes += chunk.length
        else errors += Buffer.from(chunk).toString()
        if (bytes % 7 === 0) await sleep(1)
      },
    })
    expect(await ran.end()).toEqual({ exitCode: 0, signal: null })
    expect({ bytes, errors }).toEqual({ bytes: times(100, 1000) * 1_000_000, errors: 'err\n' })
  })

  test('what cannot be started is said as without a sandbox', async () => {
    const box = await boxed()
    const spec = { args: [], cwd: box.workspace, env: commandEnvironment(process.env) }
    writeFileSync(join(box.workspace, 'plain.txt'), 'no program')
    const failures = [
      ['no-such-program-anywhere', 'PROCESS_NOT_FOUND'],
      ['./missing', 'PROCESS_NOT_FOUND'],
      ['./plain.txt', 'PROCESS_PERMISSION'],
      ['', 'PROCESS_INVALID'],
    ] as const
    for (const [file, code] of failures) {
      await expect(start(box.processes, { ...spec, file }), file).rejects.toMatchObject({ code, file })
    }
  })

  test('a command sees its own processes alone, and cannot tell who started it', async () => {
    const box = await boxed()
    const { output } = await box.run('ps -e -o pid= -o comm=; ls /proc | grep -c "^[0-9]"')
    expect(output.split('\n').length).toBeLessThan(8)
    expect(processes.containment).toBe('namespace')
    expect(processes.hidesParent).toBe('full')
  })

  test('many at the same time do not get into each other’s way', async () => {
    const box = await boxed({ workspace: freshFolder() })
    const all = Array.from({ length: 12 }, (_, index) =>
      box.run(`sleep 0.0${index % 5}; echo ${index}; exit ${index}`),
    )
    expect(await Promise.all(all)).toEqual(all.map((_, index) => ({ output: `${index}\n`, status: index })))
  })
})
