import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  commandEnvironment,
  openProcesses,
  openSandbox,
  sandboxedProcesses,
  type Processes,
  type Sandbox,
  type SandboxOptions,
} from '../src/index.ts'
import { start, type Ran } from './commands.ts'

/** Whether bubblewrap is installed and may be used; tests that need it are skipped where it may not. */
export const hasBubblewrap = canRun('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'])

/** What to put before a program so that it runs as a user who is not root. */
export const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups']

/** Whether this is root and that works, with bubblewrap, too. */
export const canBeNobody =
  process.getuid?.() === 0 &&
  canRun('setpriv', [
    ...asNobody.slice(1),
    'bwrap',
    '--unshare-all',
    '--ro-bind',
    '/',
    '/',
    process.execPath,
    '-v',
  ])

function canRun(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A folder of its own, gone after the test. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A workspace with commands in it that run in a sandbox. */
export interface Boxed {
  readonly sandbox: Sandbox
  readonly processes: Processes
  readonly workspace: string
  /** Starts a line of bash in the workspace. */
  bash(line: string, env?: Readonly<Record<string, string>>): Promise<Ran>
  /** Runs one to its end; its output and status. */
  run(
    line: string,
    env?: Readonly<Record<string, string>>,
  ): Promise<{ output: string; status: number | string }>
}

/** Opens one; everything is closed when the test ends. */
export async function boxed(options: Partial<SandboxOptions> = {}): Promise<Boxed> {
  const workspace = options.workspace ?? freshFolder()
  const sandbox = await openSandbox({ mode: 'required', env: process.env, ...options, workspace })
  const bare = openProcesses()
  const processes = sandboxedProcesses(bare, sandbox)
  onTestFinished(async () => {
    await processes.close()
    await sandbox.close()
  })
  const bash: Boxed['bash'] = (line, env = {}) =>
    start(processes, {
      file: 'bash',
      args: ['-c', line],
      cwd: workspace,
      env: { ...commandEnvironment(process.env), ...env },
    })
  return {
    sandbox,
    processes,
    workspace,
    bash,
    run: async (line, env) => {
      const ran = await bash(line, env)
      const { exitCode, signal } = await ran.end()
      return { output: ran.output(), status: exitCode ?? signal ?? '' }
    },
  }
}
