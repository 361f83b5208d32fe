import type { SessionStore } from '@millrace/agent/session'
import { messageOf } from '@millrace/protocol'
import type { About } from '@millrace/web/wire'
import { attendedDemo } from '../demo/attended-demo.ts'
import { demoPrompt } from '../demo/fix-failing-test.ts'
import { scratchCopy } from '../demo/scratch-copy.ts'
import { underRules } from '../demo/under-rules.ts'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import type { Io } from '../io.ts'
import { writeWarning } from '../mistake.ts'
import { programMeans } from '../run/program-means.ts'
import { untilAborted } from '../until-aborted.ts'
import { withWorkspace, type OpenWorkspace } from '../with-workspace.ts'
import type { Workspace } from '../workspace.ts'
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
  /** Lets whoever answers be asked what its folder wants to know. @returns what ends that. */
  readonly serve: (workspace: Workspace) => () => void
  readonly warn: (message: string) => void
}

/** The turn of the demo, in a scratch copy of its project: its session is there at once, and begins when somebody looks. */
export class DemoSession {
  readonly #options: DemoSessionOptions
  readonly #ending = new AbortController()
  #opened: { readonly agents: FolderAgents; readonly id: string } | undefined
  #hasBegun = false
  #playing: Promise<void> | undefined

  constructor(options: DemoSessionOptions) {
    this.#options = options
  }

  /** What pages are told of it. */
  get about(): NonNullable<About['demo']> {
    return { prompt: demoPrompt, ...(this.#opened !== undefined && { session: this.#opened.id }) }
  }

  /** The agents of its folder. */
  get agents(): readonly FolderAgents[] {
    return this.#opened === undefined ? [] : [this.#opened.agents]
  }

  /** Makes its folder and its session. @returns the id of that. */
  open(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#playing = this.#play(resolve).catch((error: unknown) => {
        // Whoever waits for the session hears of it; later somebody has to be told.
        if (this.#opened === undefined && !this.#ending.signal.aborted) return reject(error)
        this.#options.warn(`the demo ended early: ${messageOf(error)}`)
      })
    })
  }

  /** Begins to play, the first time. */
  begin(): void {
    if (this.#hasBegun || this.#opened === undefined) return
    this.#hasBegun = true
    const { agents, id } = this.#opened
    agents.agents
      .send(id, demoPrompt, () => Promise.reject(new Error('its agent is gone')))
      .catch((error: unknown) => this.#options.warn(`the demo cannot be played: ${messageOf(error)}`))
  }

  /** Interrupts what runs of it, and takes its folder away. */
  async close(): Promise<void> {
    this.#ending.abort()
    await this.#playing
  }

  async #play(opened: (id: string) => void): Promise<void> {
    const { io, open, flags } = this.#options
    const scratch = await scratchCopy(io)
    try {
      await withWorkspace(
        underRules(open, rules, 'millrace web --demo'),
        io,
        scratch.path,
        (workspace, settings) => this.#inWorkspace(workspace, settings, opened),
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

  async #inWorkspace(
    workspace: Workspace,
    settings: LoadedSettings,
    opened: (id: string) => void,
  ): Promise<void> {
    const { io, store, live, values, serve, warn } = this.#options
    const leave = serve(workspace)
    const means = programMeans({}, workspace, settings, io)
    const ready = (): Promise<void> => Promise.resolve()
    const agents = await folderAgents({ workspace, store, live, values, ...means, ready, warn })
    try {
      // Limits of settings are for turns that cost something.
      const id = await agents.agents.create(await agents.options(attendedDemo(), 'native', {}))
      this.#opened = { agents, id }
      opened(id)
      await untilAborted(this.#ending.signal)
    } finally {
      await agents.close()
      leave()
      await this.#forgetUnseen()
    }
  }

  /** A session in which nothing happened is nothing to look at again. */
  async #forgetUnseen(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    if (opened !== undefined && !this.#hasBegun) await this.#options.store.remove(opened.id)
  }
}
