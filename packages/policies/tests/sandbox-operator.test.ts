import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import {
  commandEnvironment,
  ConfinedRoot,
  openProcesses,
  openSandbox,
  sandboxedProcesses,
  SpillStore,
  type Sandbox,
  type SandboxMode,
} from '@millrace/host'
import { commandTools, confinedFiles, hostProcesses } from '@millrace/toolbox'
import { ToolRuntime } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { sandbox as sandboxPolicy, sandboxBanner } from '../src/sandbox.ts'

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
  const root = await ConfinedRoot.open(workspace)
  onTestFinished(async () => {
    await processes.close()
    await opened.close()
    await root.close()
    rmSync(workspace, { recursive: true, force: true })
  })
  const ctx = new Context()
  const tools = new ToolRuntime(ctx)
  await ctx.plugin(sandboxPolicy, { sandbox: opened, egress: ['example.com'] })
  const spill = () => SpillStore.open()
  const env = commandEnvironment(process.env)
  for (const tool of commandTools(hostProcesses({ processes, spill, files: confinedFiles(root), env }))) {
    tools.register(tool)
  }
  return { ctx, tools, opened }
}

/** What a model could try to get out by. */
const wishes = [
  { dangerouslyDisableSandbox: true },
  { sandbox: 'off' },
  { sandbox: false },
  { mode: 'off', with_escalated_permissions: true, justification: 'needed' },
  { env: { PATH: '/nowhere', BWRAP: 'off' } },
]

describe.runIf(hasBubblewrap)('a call of bash', () => {
  verifies(['security:C3'], 'cannot turn the sandbox off by any argument', async () => {
    const { tools } = await setup('required')
    const canary = join(homedir(), '.millrace-sandbox-canary')
    onTestFinished(() => rmSync(canary, { force: true }))
    for (const [index, wish] of wishes.entries()) {
      const command = `echo x > ${canary}; cat /proc/1/comm`
      const { signal } = new AbortController()
      const result = await tools.execute({
        callId: `c${index}`,
        name: 'bash',
        arguments: { command, ...wish },
        signal,
      })
      // Refused for an argument that it does not know, or run inside.
      if (!result.isError) expect(JSON.stringify(result.value)).toContain('bwrap')
      expect(existsSync(canary)).toBe(false)
    }
    const { signal } = new AbortController()
    const plain = await tools.execute({
      callId: 'plain',
      name: 'bash',
      arguments: { command: 'cat /proc/1/comm' },
      signal,
    })
    expect(JSON.stringify(plain)).toContain('bwrap')
  })
})

describe('the sandbox is the operator’s', () => {
  test('ctx.sandbox says what is promised, and cannot be changed', async () => {
    const { ctx, opened } = await setup('off')
    expect(ctx.sandbox).toEqual({
      enforcement: 'none',
      backend: 'none',
      network: 'open',
      gaps: opened.gaps,
      egress: ['example.com'],
    })
    expect(Object.isFrozen(ctx.sandbox)).toBe(true)
  })

  test('it goes with its plugin', async () => {
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

  verifies(['security:C3', 'security:D1'], 'says that there is none, and why, with nothing that a terminal obeys', () => {
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
  })
})
