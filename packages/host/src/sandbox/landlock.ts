import { existsSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { atExit } from '../processes/at-exit.ts'
import type { CommandSpec, RunningProcess } from '../processes/command.ts'
import { kernelText } from '../processes/kernel-text.ts'
import { HeldOutput } from './held-output.ts'
import { requireProgram } from './require-program.ts'
import type { Sandbox, SandboxedCommand } from './sandbox.ts'
import { unavailable } from './sandbox-error.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { SessionFolder } from './session-folder.ts'

/** The program that confines itself by Landlock and then becomes another one. */
export interface LandlockLauncher {
  readonly path: string
  probe(): 'full' | 'partial' | 'unusable'
  args(readOnly: readonly string[], readWrite: readonly string[]): string[]
}

/** The launcher of the optional package, where it is installed. */
export async function landlockLauncher(): Promise<LandlockLauncher | undefined> {
  try {
    const { grantArgs, launcherPath, probe } = await import('@deepseek-ai/node-addon-landlock-run')
    const path = launcherPath()
    return {
      path,
      probe: () => probe(path),
      args: (readOnly, readWrite) => grantArgs({ readOnly, readWrite }),
    }
  } catch {
    return undefined
  }
}

const gaps = [
  'Commands reach the network.',
  'Commands see the processes of this machine and can end those of this user; they can read their environment as far as the system lets them.',
  'Commands read everything that this user can read, secrets included.',
  'Commands can change protected paths of the workspace, such as .git/hooks and package.json.',
]

// Every program expects to write to these.
const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx', 'pts', 'shm'].map(
  (name) => `/dev/${name}`,
)

const failureStatus = 125
const lookEveryMs = 1

/** Commands under Landlock: they write to the workspace and to a folder for temporary files of their own. */
export function landlockSandbox(
  launcher: LandlockLauncher,
  options: SandboxOptions,
  why: readonly string[],
): Sandbox {
  const session = new SessionFolder()
  const temporary = realpathSync(session.temporary)
  const stayAtExit = atExit(() => session.closeNow())
  const roots = [options.workspace, ...(options.writable ?? [])].map((path) => realpathSync(path))
  const grants = launcher.args(['/'], [...roots, temporary, ...devices.filter((path) => existsSync(path))])
  return {
    enforcement: 'partial',
    backend: 'landlock',
    network: 'open',
    gaps: [...gaps, ...why],
    wrap: async (spec) => {
      if (!existsSync(launcher.path)) throw unavailable('landlock', `${launcher.path} is gone`)
      requireProgram(spec)
      return new LandlockCommand(spec, launcher.path, grants, temporary)
    },
    close: async () => {
      stayAtExit()
      await session.close()
    },
  }
}

class LandlockCommand implements SandboxedCommand {
  readonly spec: CommandSpec
  private readonly output: HeldOutput

  constructor(spec: CommandSpec, launcher: string, grants: readonly string[], temporary: string) {
    this.output = new HeldOutput(spec)
    this.spec = {
      ...spec,
      file: launcher,
      args: [...grants, '--', spec.file, ...spec.args],
      env: { ...spec.env, TMPDIR: temporary },
      onOutput: (chunk, stream) => this.output.take(chunk, stream),
    }
  }

  async entered(running: RunningProcess): Promise<void> {
    let status: number | null | undefined
    void running.exited.then(({ exitCode }) => (status = exitCode))
    while (status === undefined && isLauncher(running.pid, this.spec.file)) await sleep(lookEveryMs)
    if (status === failureStatus) await this.requireRun(running)
    this.output.letThrough()
  }

  ask(): boolean {
    return false
  }

  release(): void {}

  /** The launcher ends with a status that a command may have too, but says why. */
  private async requireRun(running: RunningProcess): Promise<void> {
    await Promise.race([running.drained, sleep(lookEveryMs * 50)])
    if (this.output.heard.startsWith('landlock-run: ')) throw unavailable('landlock', this.output.heard)
  }
}

/** Whether a process has not become the command yet. One that shows nothing has ended, which is told in a moment. */
function isLauncher(pid: number, launcher: string): boolean {
  try {
    const line = kernelText(`/proc/${pid}/cmdline`)
    return line === '' || line.startsWith(`${launcher}\0`)
  } catch {
    return true
  }
}
