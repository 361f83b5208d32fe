import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { BashValue } from '../src/bash/value.ts'
import { inShell, openShell } from './support/in-shell.ts'
import { eventually, living, openDescriptors, pidsIn } from './support/pids.ts'

const shell = inShell({ awaitsOutput: true })
const bash = (command: string, more: object = {}, signal?: AbortSignal) =>
  shell.call('bash', { command, ...more }, signal)

/** Whether a command has got so far that it made this file. */
const exists = async (path: string): Promise<boolean> => {
  try {
    return (await stat(shell.workspace.at(path))).size > 0
  } catch {
    return false
  }
}

describe('what a command leaves in the background', () => {
  const leaving = [
    'sleep 60 & echo done',
    'setsid sleep 60 & echo done',
    '(sleep 60 >/dev/null 2>&1 &); echo done',
    'nohup sleep 60 & disown; echo done',
  ]
  for (const command of leaving) {
    for (const more of [{}, { timeoutMs: 15_000 }]) {
      verifies(['fault:B108'], `does not hold up ${command} ${JSON.stringify(more)}`, async () => {
        const began = performance.now()
        const { value, text } = await bash(command, more)
        expect(performance.now() - began).toBeLessThan(20_000)
        expect(value).toMatchObject({ exitCode: 0, timedOut: false, running: true, job: 'j1' })
        expect(value).toHaveProperty('output', expect.stringContaining('done\n'))
        expect(text).toContain('job_stop ends it')
        expect((await shell.call('job_stop', { job: 'j1' })).value).toMatchObject({
          running: false,
          stopped: true,
        })
      })
    }
  }

  verifies(['fault:B108'], 'goes on into its job', async () => {
    const { value } = await bash('(until [ -e go ]; do sleep 0.02; done; echo late) & echo early')
    expect(value).toMatchObject({ output: 'early\n', job: 'j1' })
    await shell.workspace.put({ go: '' })
    const later = await shell.call('job_output', { job: 'j1', offset: 6, waitMs: 20_000 })
    expect(later.value).toMatchObject({ output: 'late\n', offset: 6, next: 11 })
  })

  verifies(
    ['fault:B108'],
    'leaks no descriptor in 100 commands',
    async () => {
      const leftBy = async (count: number, round: string): Promise<void> => {
        const leave = (): ReturnType<typeof bash> => bash(`sleep 300 & echo $! >>${round}; echo done`)
        const left = await Promise.all(Array.from({ length: count }, leave))
        const jobs = left.flatMap(({ value }) => (value as BashValue).job ?? [])
        expect(jobs).toHaveLength(count)
        for (const pid of await living(await pidsIn(shell.workspace.at(round)))) process.kill(pid)
        await Promise.all(jobs.map((job) => shell.call('job_output', { job, offset: 5, waitMs: 20_000 })))
      }
      await leftBy(1, 'first')
      const before = await openDescriptors()
      for (let round = 0; round < 4; round += 1) await leftBy(25, `round${round}`)
      await expect.poll(openDescriptors, { timeout: 30_000 }).toBeLessThan(before + 20)
    },
    120_000,
  )

  verifies(
    ['fault:B108', 'security:C6'],
    'is ended where as many jobs run as may, and the result says so',
    async () => {
      const leave = (): ReturnType<typeof bash> => bash('sleep 300 >/dev/null 2>&1 & echo $! >>pids')
      for (let turn = 0; turn < 32; turn += 1) expect((await leave()).value).toMatchObject({ running: true })
      const last = await leave()
      expect(last.value).toMatchObject({ exitCode: 0, running: false, leftoverEnded: true })
      expect(last.text).toContain('what it left running was ended')
      const pids = await pidsIn(shell.workspace.at('pids'))
      expect(await living(pids)).toEqual(pids.slice(0, 32))
    },
  )
})

describe('the time limit', () => {
  verifies(
    ['fault:B110', 'fault:B032', 'security:C6'],
    'ends the whole tree and keeps the output',
    async () => {
      const { value, text } = await bash('sleep 300 & echo $! >pid; echo line1; wait', { timeoutMs: 500 })
      expect(value).toMatchObject({ timedOut: true, running: false, output: 'line1\n' })
      expect(text).toMatch(/^line1\n\[timed out after 0\.5 s, all its processes were ended/)
      expect(await living(await pidsIn(shell.workspace.at('pid')))).toEqual([])
    },
  )

  verifies(['fault:B110', 'security:C6'], 'ends what ignores SIGTERM or left its session', async () => {
    const stubborn = `trap "" TERM; setsid bash -c 'trap "" TERM; echo $$ >>pids; sleep 300' & echo $$ >>pids; until [ $(wc -l <pids) = 2 ]; do sleep 0.02; done; echo up; sleep 300`
    const { value } = await bash(stubborn, { timeoutMs: 700 })
    expect(value).toMatchObject({ timedOut: true, running: false, signal: 'SIGKILL' })
    const pids = await pidsIn(shell.workspace.at('pids'))
    expect(pids).toHaveLength(2)
    expect(await living(pids)).toEqual([])
  })

  test('shows on the card', async () => {
    const { resultView } = await bash('echo a; sleep 60', { timeoutMs: 300 })
    expect(resultView).toMatchObject({ card: 'terminal', output: 'a\n', timedOut: true })
  })
})

describe('an abort', () => {
  verifies(['fault:B040'], 'before the call keeps the command from running', async () => {
    for (const more of [{}, { background: true }]) {
      const { code } = await bash('touch made-by-tool', more, AbortSignal.abort())
      expect(code).toBe('ABORTED_BEFORE_DISPATCH')
    }
    await sleep(200)
    expect(await exists('made-by-tool')).toBe(false)
  })

  verifies(['fault:B110', 'security:C6', 'contract:Z1', 'contract:Z6'], 'ends the tree first', async () => {
    const controller = new AbortController()
    const called = bash('echo one; echo two; sleep 300 & echo $! >pid; wait', {}, controller.signal)
    await eventually(() => exists('pid'))
    controller.abort()
    const { code, text, result } = await called
    expect(code).toBe('ABORTED')
    expect(result.error?.info?.name).toBe('AbortError')
    expect(text).toContain('one\ntwo')
    expect(await living(await pidsIn(shell.workspace.at('pid')))).toEqual([])
  })

  verifies(['fault:B110'], 'ends a command in the background only as long as its call lasts', async () => {
    const controller = new AbortController()
    const { value } = await bash('echo $$ >pid; echo up; sleep 300', { background: true }, controller.signal)
    expect(value).toMatchObject({ running: true })
    controller.abort()
    await sleep(300)
    expect(await living(await pidsIn(shell.workspace.at('pid')))).toHaveLength(1)
  })

  verifies(
    ['fault:B026'],
    'quotes no more of the output than some lines, and no half character',
    async () => {
      const controller = new AbortController()
      const called = bash('printf "😀%.0s" {1..3000}; echo >done; sleep 60', {}, controller.signal)
      await eventually(() => exists('done'))
      controller.abort()
      const { text } = await called
      expect(text.length).toBeLessThan(2200)
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toContain('\ufffd')
    },
  )

  verifies(['fault:B045'], 'that never comes leaves no listener behind', async () => {
    const { signal } = new AbortController()
    for (const command of ['echo a', 'exit 1', 'sleep 60 & echo b']) await bash(command, {}, signal)
    await bash('echo c; sleep 60', { background: true }, signal)
    await bash('echo d; sleep 60', { timeoutMs: 100 }, signal)
    await shell.call('job_output', { job: 'j1', waitMs: 50 }, signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('closing the host', () => {
  verifies(['security:C6'], 'ends the jobs, which nothing else has ended', async () => {
    const own = await openShell({ awaitsOutput: true })
    await own.call('bash', { command: 'echo $$ >>pids; echo up; sleep 300', background: true })
    await own.call('bash', { command: 'sleep 300 & echo $! >>pids' })
    const pids = await pidsIn(own.workspace.at('pids'))
    expect(await living(pids)).toHaveLength(2)
    await own.processes.close()
    expect(await living(pids)).toEqual([])
    expect((await own.call('bash', { command: 'echo more' })).code).toBe('PROCESS_CLOSED')
    expect((await own.call('job_output', { job: 'j1' })).value).toMatchObject({ running: false })
    await own.close()
  })
})
