import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { shown } from '@millrace/protocol'
import type { CommandSpec } from '../processes/command.ts'
import { ProcessError } from '../processes/process-error.ts'
import { contains } from '../files/contains.ts'
import { probeBubblewrap } from './bubblewrap/probe.ts'
import { WrappedCommand } from './bubblewrap/wrapped-command.ts'
import { noSandbox } from './no-sandbox.ts'
import { probedOnce } from './open-sandbox.ts'
import { requireProgram } from './require-program.ts'
import { noneWorks, SandboxError, unavailable } from './sandbox-error.ts'
import type { SandboxMode } from './sandbox-options.ts'
import { findPrograms } from './sandbox-programs.ts'
import type { Sandbox, SandboxedCommand } from './sandbox.ts'

/** What programs in a closed sandbox see. All of it is chosen by the operator. */
export interface ClosedSandboxOptions {
  readonly mode: SandboxMode
  /** Files and folders that they may read besides those of the system's own programs; absolute. */
  readonly readable: readonly string[]
  /** The environment of the operator, in whose `PATH` the sandbox's own program is looked for. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Opens a sandbox for programs that compute and talk to this process alone: no network, nothing to write to, not even for
 * temporary files, and of the disk nothing but the system's programs and what is named. Bubblewrap alone can do it.
 * @throws SandboxError `SANDBOX_UNAVAILABLE` where it is required and does not work, `SANDBOX_INVALID` for a path that is
 *   not absolute or does not exist.
 */
export async function openClosedSandbox(options: ClosedSandboxOptions): Promise<Sandbox> {
  const { mode, readable, env } = options
  if (mode === 'off') return noSandbox(['The sandbox is turned off.'])
  for (const path of readable) {
    if (isAbsolute(path) && existsSync(path)) continue
    throw new SandboxError(
      'SANDBOX_INVALID',
      `sandbox: "${shown(path)}" must be an absolute path that exists`,
    )
  }
  const { bubblewrap: program } = findPrograms({ mode, env, workspace: '/nonexistent' })
  const problem =
    program === undefined ? 'bubblewrap (bwrap) is not installed' : await probedOnce(program, probeBubblewrap)
  if (program !== undefined && problem === undefined) return new ClosedSandbox(program, readable)
  const reason = problem ?? 'unknown'
  if (mode === 'required') throw noneWorks([reason])
  return noSandbox([`There is no sandbox: ${shown(reason)}.`])
}

const namespaces = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-net',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
]

// Where programs of the system and what they are linked with lie; each as it is, a folder or a link.
const systemPlaces = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store']
const loaderFiles = ['/etc/ld.so.cache', '/etc/alternatives']

class ClosedSandbox implements Sandbox {
  readonly enforcement = 'full'
  readonly backend = 'bubblewrap'
  readonly network = 'none'
  readonly gaps: readonly string[] = []
  private readonly program: string
  private readonly readable: readonly string[]
  private isClosed = false

  constructor(program: string, readable: readonly string[]) {
    this.program = program
    this.readable = readable
  }

  async wrap(spec: CommandSpec): Promise<SandboxedCommand> {
    if (this.isClosed) throw unavailable('bubblewrap', 'it was closed')
    if (!existsSync(this.program)) throw unavailable('bubblewrap', `${this.program} is gone`)
    requireProgram(spec)
    const visible = [...this.readable, ...(isAbsolute(spec.file) ? [spec.file, realpathSync(spec.file)] : [])]
    if (spec.cwd !== '/' && !visible.some((path) => contains(path, spec.cwd))) {
      const problem = `cannot run in "${shown(spec.cwd)}", which is not in its sandbox; run it in "/"`
      throw new ProcessError('PROCESS_CWD_MISSING', spec.file, problem)
    }
    const args = [
      ...namespaces,
      ...systemPlaces.flatMap(asItIs),
      ...[...loaderFiles, ...visible].filter(isElsewhere).flatMap((path) => bindReadOnly(path)),
      '--dev',
      '/dev',
      '--remount-ro',
      '/dev',
      '--remount-ro',
      '/',
      '--json-status-fd',
      '3',
      '--chdir',
      spec.cwd,
      '--',
      spec.file,
      ...spec.args,
    ]
    return new WrappedCommand(spec, { file: this.program, args, env: spec.env }, () => {})
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}

/** Whether a path is there, and not in a place that is seen anyway. */
const isElsewhere = (path: string): boolean =>
  existsSync(path) && !systemPlaces.some((place) => contains(place, path))

function asItIs(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isSymbolicLink()) return bindReadOnly(path)
  const target = readlinkSync(path)
  // A link to another place of the system leads there inside, too.
  const isWithin = systemPlaces.some((place) => contains(place, resolve('/', target)))
  return isWithin ? ['--symlink', target, path] : bindReadOnly(path)
}

const bindReadOnly = (path: string): string[] => ['--ro-bind', path, path]
