import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { shown } from '@millrace/protocol'
import { contains } from '../../files/contains.ts'
import { homeOf } from '../../home.ts'
import { atExit } from '../../processes/at-exit.ts'
import type { CommandSpec } from '../../processes/command.ts'
import { ProcessError } from '../../processes/process-error.ts'
import { EgressJudge } from '../egress/egress-judge.ts'
import { EgressNetwork } from '../egress/egress-network.ts'
import { requireProgram } from '../require-program.ts'
import type { Sandbox, SandboxedCommand, SandboxNetwork } from '../sandbox.ts'
import { unavailable } from '../sandbox-error.ts'
import type { SandboxOptions } from '../sandbox-options.ts'
import type { SandboxPrograms } from '../sandbox-programs.ts'
import { boundary, hiddenFrom, type View } from './boundary.ts'
import { hiddenPlaces } from './hidden-places.ts'
import { HostSockets } from './host-sockets.ts'
import { Placeholders } from './placeholders.ts'
import { watchProtected, type ProtectedMounts } from './protected-mounts.ts'
import { SessionFolder } from '../session-folder.ts'
import { WrappedCommand } from './wrapped-command.ts'

// These act on whatever is started with them, and bubblewrap itself runs outside.
const loaderVariable = /^(?:LD_|GCONV_PATH$|GLIBC_TUNABLES$|LOCPATH$|NLSPATH$)/

const attempts = 5

/** Commands in bubblewrap: own processes, own network, one writable project, no secrets. */
export class Bubblewrap implements Sandbox {
  readonly enforcement = 'full'
  readonly backend = 'bubblewrap'
  readonly gaps: readonly string[] = []
  private readonly program: string
  private readonly options: SandboxOptions
  private readonly roots: readonly string[]
  private readonly home: string
  private readonly findProtected: () => ProtectedMounts
  // Refuses a machine on which it has no place of its own, before anything has been made.
  private readonly placeholders = new Placeholders()
  private readonly session = new SessionFolder()
  private readonly sockets = new HostSockets()
  private readonly egress: EgressNetwork
  private readonly stayAtExit: () => void
  private closing: Promise<void> | undefined

  /** @param program - bubblewrap, which was seen to work. */
  constructor(program: string, programs: SandboxPrograms, options: SandboxOptions) {
    this.program = program
    this.options = options
    this.roots = [options.workspace, ...(options.writable ?? [])].map((path) => realpathSync(path))
    this.home = homeOf(options.env)
    this.findProtected = watchProtected({
      roots: this.roots,
      home: this.home,
      unprotected: new Set(options.unprotected),
      isPlaceholder: (path) => this.placeholders.has(path),
    })
    this.egress = new EgressNetwork(programs, new EgressJudge(options.egress ?? {}), options.egress?.resolve)
    this.stayAtExit = atExit(() => {
      this.placeholders.close()
      this.session.closeNow()
    })
  }

  get network(): SandboxNetwork {
    return this.egress.state
  }

  async wrap(spec: CommandSpec): Promise<SandboxedCommand> {
    if (this.closing !== undefined) throw unavailable('bubblewrap', 'it was closed')
    const { joining, variables } = await this.egress.joined()
    if (!existsSync(this.program)) throw unavailable('bubblewrap', `${this.program} is gone`)
    const mounts = this.holdProtected()
    try {
      const view = this.view(mounts)
      this.requireVisible(spec, view)
      requireProgram(spec)
      const { env, loading } = splitEnvironment({ ...ownVariables(spec, mounts.missing), ...variables })
      const inner = [...loading, '--json-status-fd', '3', '--chdir', spec.cwd, '--', spec.file, ...spec.args]
      const [file = '', ...args] = [
        ...joining,
        this.program,
        ...boundary(view, joining.length === 0 ? 'none' : 'joined'),
        ...inner,
      ]
      return new WrappedCommand(spec, { file, args, env }, () => this.placeholders.release(mounts.missing))
    } catch (error) {
      this.placeholders.release(mounts.missing)
      throw error
    }
  }

  /** What is protected at this moment, with something in the place of all that is missing. */
  private holdProtected(): ProtectedMounts {
    for (let attempt = 0; attempt < attempts; attempt++) {
      this.placeholders.look()
      const found = this.findProtected()
      const held = this.placeholders.hold(found.missing)
      // Where nothing can be put, commands can put nothing either; unless somebody was quicker, or they open it first.
      const isSettled =
        held.length === found.missing.length ||
        !found.missing.some((path) => !held.includes(path) && existsSync(path))
      if (isSettled) {
        const shut = found.missing.filter((path) => !held.includes(path)).map((path) => dirname(path))
        return { ...found, present: [...found.present, ...new Set(shut.filter(isOwn))], missing: held }
      }
      this.placeholders.release(held)
    }
    throw unavailable('bubblewrap', 'protected paths come and go, and could not be held')
  }

  close(): Promise<void> {
    this.closing ??= this.letGo()
    return this.closing
  }

  private async letGo(): Promise<void> {
    this.stayAtExit()
    this.placeholders.close()
    await this.egress.close()
    await this.session.close()
  }

  private view(mounts: View['protected']): View {
    const npmrc = join(this.home, '.npmrc')
    const copy = this.session.npmSettings(npmrc)
    return {
      roots: this.roots,
      temporary: this.session.temporary,
      hidden: hiddenPlaces(this.options.env),
      protected: mounts,
      sockets: this.sockets.find(),
      replaced: new Map(copy === undefined ? [] : [[realpathSync(npmrc), copy]]),
    }
  }

  private requireVisible(spec: CommandSpec, view: View): void {
    if (!existsSync(spec.cwd)) return
    const folder = realpathSync(spec.cwd)
    if (!hiddenFrom(view)(folder)) return
    throw new ProcessError(
      'PROCESS_CWD_MISSING',
      spec.file,
      `cannot run in "${shown(spec.cwd)}", which commands in the sandbox do not see; run it in the workspace`,
    )
  }
}

/** Whether this user could open a folder again that is shut. */
const isOwn = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()

/** What makes programs work with what the sandbox holds: the home folder is read-only, and places of files are folders. */
function ownVariables({ env, cwd }: CommandSpec, held: readonly string[]): Record<string, string> {
  const caches = {
    XDG_CACHE_HOME: '/tmp/.cache',
    npm_config_cache: '/tmp/.cache/npm',
    YARN_GLOBAL_FOLDER: '/tmp/.cache/yarn',
  }
  // Yarn stops at a folder in the place of its settings, npm and pnpm do not; by another name it finds none.
  const stopsYarn = held.some((path) => basename(path) === '.yarnrc.yml' && contains(dirname(path), cwd))
  return {
    ...caches,
    ...(stopsYarn ? { YARN_RC_FILENAME: '.yarnrc.held.yml' } : {}),
    ...env,
    ...('TMPDIR' in env ? { TMPDIR: '/tmp' } : {}),
  }
}

function splitEnvironment(variables: CommandSpec['env']): { env: Record<string, string>; loading: string[] } {
  const env: Record<string, string> = {}
  const loading: string[] = []
  for (const [name, value] of Object.entries(variables)) {
    if (loaderVariable.test(name)) loading.push('--setenv', name, value)
    else env[name] = value
  }
  return { env, loading }
}
