import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openProcesses, type CommandSpec } from '../src/index.ts'

describe.runIf(process.platform !== 'win32')('processes of trusted programs', () => {
  const spec = (file: string, ...args: string[]): CommandSpec => ({
    file,
    args,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    streams: 'separate',
    onOutput: () => {},
  })

  test('are ended by their process group, and have no control group of their own', async () => {
    const processes = openProcesses({ containment: 'group' })
    expect(processes.containment).toBe('group')
    const running = await processes.start(spec('sleep', '60'))
    if (existsSync('/proc/self/cgroup')) {
      const groups = (of: string) => readFileSync(`/proc/${of}/cgroup`, 'utf8')
      expect(groups(`${running.pid}`)).toBe(groups('self'))
    }
    await running.stop({ graceMs: 0 })
    expect(await running.exited).toEqual({ exitCode: null, signal: 'SIGKILL' })
    await processes.close()
  })

  test('are ended when processes are closed', async () => {
    const processes = openProcesses({ containment: 'group' })
    const running = await processes.start(spec('sleep', '60'))
    await processes.close()
    expect((await running.exited).signal).toBe('SIGTERM')
  })
})
