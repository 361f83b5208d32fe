import type { SessionStore } from '@millrace/agent/session'
import { messageOf } from '@millrace/protocol'
import type { About } from '@millrace/web/wire'
import { attendedDemo } from '../demo/attended-demo.ts'
import { demoPrompt } from '../demo/fix-failing-test.ts'
import { scratchCopy } from '../demo/scratch-copy.ts'
import { underRules } from '../demo/under-rules.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import type { Io } from '../io.ts'
import { writeWarning } from '../mistake.ts'
import { programMeans } from '../run/program-means.ts'
import { untilAborted } from '../until-aborted.ts'
import { withWorkspace, type OpenWorkspace } from '../with-workspace.ts'
import type { Workspace } from '../workspace.ts'
import type { WebDesk } from './desk/web-desk.ts'
import { folderAgents, type FolderAgents } from './sessions/folder-agents.ts'
import type { KeptValues } from './sessions/kept-values.ts'
import type { LiveSessions } from './sessions/live-sessions.ts'

/** The tests run without a question; whoever looks on is asked about the change, to see how that is. */
const rules: readonly string[] = ['Bash(npm test)']

/** What the demo is played with. */
export interface DemoSessionOptions {
  readonly io: Io
  readonly open: OpenWorkspace
  readonly flags: Pick<SettingsFlags, 'permissionMode' | 'sandbox'>
  /** Where its session is kept: with those of the folder of the server. */
  readonly store: SessionStore
  readonly live: LiveSessions
  readonly values: KeptValues
  readonly desk: Pick<WebDesk, 'changed'>
  /** Lets whoever answers be asked what its folder wants to know. @returns what ends that. */
  readonly serve: (workspace: Workspace) => () => void
  readonly warn: (message: string) => void
}

/** The turn of the demo, in a scratch copy of its project, for whoever opens the page. */
export class DemoSession {
  readonly #options: DemoSessionOptions
  readonly #ending = new AbortController()
  #agents: FolderAgents | undefined
  #session: string | undefined
  #playing: Promise<void> | undefined

  constructor(options: DemoSessionOptions) {
    this.#options = options
  }

  /** What pages are told of it. */
  get about(): NonNullable<About['demo']> {
    return { prompt: demoPrompt, ...(this.#session !== undefined && { session: this.#session }) }
  }

  /** The agents of its folder, once it began. */
  get agents(): readonly FolderAgents[] {
    return this.#agents === undefined ? [] : [this.#agents]
  }

  /** Begins to play, the first time. */
  begin(): void {
    this.#playing ??= this.#play().catch((error: unknown) =>
      this.#options.warn(`the demo cannot be played: ${messageOf(error)}`),
    )
  }

  /** Interrupts what runs of it, and takes its folder away. */
  async close(): Promise<void> {
    this.#ending.abort()
    await this.#playing
  }

  async #play(): Promise<void> {
    const { io, open, flags } = this.#options
    const scratch = await scratchCopy()
    try {
      await withWorkspace(
        underRules(open, rules, 'millrace web --demo'),
        io,
        scratch.path,
        async (workspace, settings) => {
          const { store, live, values, serve, warn } = this.#options
          const leave = serve(workspace)
          const agents = await folderAgents({
            workspace,
            store,
            live,
            values,
            ...programMeans({}, workspace, settings, io),
            ready: () => Promise.resolve(),
            warn,
          })
          try {
            await this.#began(agents)
          } finally {
            await agents.close()
            leave()
          }
        },
        flags,
      )
    } finally {
      await scratch
        .remove()
        .catch((error: unknown) =>
          writeWarning(io, `the scratch copy ${scratch.path} cannot be removed: ${messageOf(error)}`),
        )
    }
  }

  async #began(agents: FolderAgents): Promise<void> {
    this.#agents = agents
    // Limits of settings are for turns that cost something.
    this.#session = await agents.agents.begin(await agents.options(attendedDemo(), 'native', {}), demoPrompt)
    this.#options.desk.changed('about')
    await untilAborted(this.#ending.signal)
    this.#agents = undefined
  }
}
