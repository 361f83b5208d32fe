import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import {
  commandEnvironment,
  openProcesses,
  openSandbox,
  sandboxedProcesses,
  type Processes,
  type Sandbox,
  type SandboxMode,
} from '@millrace/host'
import type { ToolDefinition } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { sandbox as sandboxPolicy, sandboxBanner } from '../src/sandbox.ts'
import { openBench, succeeded, ways } from './support/policy-bench.ts'

const hasBubblewrap = canRun('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'])

function canRun(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function setup(mode: SandboxMode) {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-test-')))
  const opened = await openSandbox({ mode, workspace, env: process.env })
  const processes = sandboxedProcesses(openProcesses(), opened)
  onTestFinished(async () => {
    await processes.close()
    await opened.close()
    rmSync(workspace, { recursive: true, force: true })
  })
  const bench = await openBench(commandTool(processes, workspace))
  await bench.ctx.plugin(sandboxPolicy, { sandbox: opened })
  return { ...bench, opened }
}

/** Takes whatever it is told, and runs the command. */
const commandTool = (processes: Processes, cwd: string): Partial<ToolDefinition> => ({
  name: 'bash',
  async execute(args) {
    const { command } = args as { command: string }
    const chunks: Uint8Array[] = []
    const running = await processes.start({
      file: 'bash',
      args: ['-c', command],
      cwd,
      env: commandEnvironment(process.env),
      streams: 'merged',
      onOutput: (chunk) => void chunks.push(chunk),
    })
    await running.drained
    return Buffer.concat(chunks).toString()
  },
})

/** What a model could try to get out by. */
const wishes = [
  {},
  { dangerouslyDisableSandbox: true },
  { sandbox: 'off' },
  { sandbox: { enforcement: 'none' } },
  { mode: 'off', with_escalated_permissions: true, justification: 'needed' },
  { env: { PATH: '/nowhere', HOME: '/' }, unprotected: ['package.json'] },
]

describe.runIf(hasBubblewrap).each(ways)('%s', (_, input) => {
  verifies(['security:C3'], 'cannot turn the sandbox off by any argument', async () => {
    const { call, ctx } = await setup('required')
    const canary = join(homedir(), '.millrace-sandbox-canary')
    onTestFinished(() => rmSync(canary, { force: true }))
    for (const wish of wishes) {
      const command = `echo x > ${canary}; echo x > package.json; cat /proc/1/comm`
      const result = succeeded(await call('bash', { command, ...wish }, input))
      expect(result.value).toMatch(/Read-only file system[^]*Is a directory\nbwrap\n$/)
      expect(existsSync(canary)).toBe(false)
    }
    expect(ctx.sandbox).toEqual({ enforcement: 'full', backend: 'bubblewrap', gaps: [] })
  })
})

describe('ctx.sandbox', () => {
  test('says what is promised, and cannot be changed', async () => {
    const { ctx, opened } = await setup('off')
    expect(ctx.sandbox).toEqual({ enforcement: 'none', backend: 'none', gaps: opened.gaps })
    expect(Object.isFrozen(ctx.sandbox)).toBe(true)
  })

  test('goes with its plugin', async () => {
    const ctx = new Context()
    const opened = await openSandbox({ mode: 'off', workspace: tmpdir(), env: process.env })
    const fiber = await ctx.plugin(sandboxPolicy, { sandbox: opened })
    expect(ctx.get('sandbox')).toBeDefined()
    await fiber.dispose()
    expect(ctx.get('sandbox')).toBeUndefined()
  })
})

describe('the banner', () => {
  const gaps = ['bubblewrap (bwrap) is not installed.', 'odd \u001b[31mname']

  test('says nothing where everything is kept', () => {
    expect(sandboxBanner({ enforcement: 'full', backend: 'bubblewrap', gaps: [] })).toBeUndefined()
  })

  verifies(
    ['security:C3', 'security:D1'],
    'says that there is none, and why, with nothing that a terminal obeys',
    () => {
      const states: [Sandbox['enforcement'], Sandbox['backend'], RegExp][] = [
        ['none', 'none', /^There is no sandbox: /],
        ['partial', 'landlock', /^The sandbox \(landlock\) keeps commands in only in part: /],
      ]
      for (const [enforcement, backend, title] of states) {
        const banner = sandboxBanner({ enforcement, backend, gaps }) ?? ''
        expect(banner).toMatch(title)
        expect(banner.split('\n')).toHaveLength(3)
        expect(banner).toContain('bubblewrap (bwrap) is not installed.')
        expect(banner).not.toContain('\u001b')
      }
    },
  )
})
