import type { Context } from '@deepseek-ai/cordis'
import { headOf } from '@millrace/schema'
import { messageOf, shown } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import type { McpServerConfig } from '../../contract/config.ts'
import type { McpConnection, RemoteTool, RemoteTools } from '../../contract/connection.ts'
import type { PinStore } from '../../contract/pin.ts'
import type { McpOptions, McpToolStatus } from '../../contract/service.ts'
import { distinctTools } from '../tools/distinct.ts'
import { PinBook } from './pin-book.ts'
import { RegisteredTools, type RegisteredTool } from './registered-tools.ts'

/** Sentences about one server that are kept, and UTF-16 units of each. */
const mostProblems = 200
const longestProblem = 600

/** What the tools of a server need. */
export interface ServerToolsOptions {
  readonly owner: Context
  readonly options: McpOptions
  readonly pins: PinStore
  /** By what the pins of this server are kept. */
  readonly key: string
  readonly connection: () => McpConnection
  readonly warn: (message: string) => void
  /** Told before a tool is registered that is another than was agreed to. */
  readonly drifting: () => void
}

/** The tools of one server: what of its list is taken, what was agreed to of it, and what is registered. */
export class ServerTools {
  readonly #server: string
  readonly #config: McpServerConfig
  readonly #options: ServerToolsOptions
  readonly #pins: PinBook
  readonly #registered: RegisteredTools
  #problems: readonly string[] = []
  #isGone = false

  constructor(server: string, config: McpServerConfig, options: ServerToolsOptions) {
    this.#server = server
    this.#config = config
    this.#options = options
    this.#pins = new PinBook(
      options.pins,
      options.key,
      (problem) => this.#tell(problem),
      options.options.redact,
    )
    this.#registered = new RegisteredTools(options.owner, {
      server,
      parallel: config.parallel === true,
      connection: options.connection,
      ...(options.options.redact !== undefined && { redact: options.options.redact }),
    })
  }

  /** Whether any of them is another than was agreed to. */
  get hasChanges(): boolean {
    return this.#registered.hasChanges
  }

  get statuses(): readonly McpToolStatus[] {
    return this.#registered.all.map(({ name, reviewed }) => ({
      name,
      remoteName: reviewed.tool.name,
      changes: reviewed.changes,
    }))
  }

  /** What was left out, widened or is worth a look, one sentence each. */
  get problems(): readonly string[] {
    const ofTools = this.#registered.all.flatMap(({ name, problems }) =>
      problems.map((each) => `${name}: ${each}`),
    )
    const all = [...this.#problems, ...ofTools]
    const few = all.slice(0, mostProblems).map((each) => headOf(each, longestProblem))
    return few.length < all.length ? [...few, `and ${all.length - few.length} more`] : few
  }

  /** Puts a new list in the place of the one before; where that cannot be, the one before stays. Never rejects. */
  async take(list: RemoteTools | Error): Promise<void> {
    if (list instanceof Error) {
      this.#problems = [
        `its tools could not be listed again, so those from before stay: ${shown(list.message)}`,
      ]
      return this.#tell(this.#problems[0] ?? '')
    }
    const { tools: wanted, missing } = this.#wanted(list.tools)
    const { tools, problems } = distinctTools(this.#server, wanted)
    const reviewed = await this.#pins.review(tools)
    if (this.#isGone) return
    const found = [...list.problems.map((problem) => shown(problem)), ...missing, ...problems]
    try {
      if (reviewed.some(({ changes }) => changes.length > 0)) this.#options.drifting()
      found.push(...this.#registered.replace(reviewed))
    } catch (error) {
      found.unshift(`its new list of tools was not taken: ${messageOf(error)}`)
    }
    const told = new Set(this.#problems)
    this.#problems = found
    for (const problem of found) if (!told.has(problem)) this.#tell(problem)
    for (const {
      name,
      reviewed: { changes },
    } of this.#registered.all) {
      if (changes.length > 0) this.#tell(`${name} is not what was agreed to: ${changes.join('; ')}`)
    }
  }

  /** The registration behind a definition, if it is one of these. */
  find(definition: ToolDefinition): RegisteredTool | undefined {
    return this.#registered.find(definition)
  }

  /**
   * Agrees to tools as they are now, by their public or their own names; to all without one.
   * @returns the public names of those that were another than agreed to; `undefined` where there is none of the name.
   */
  async accept(name?: string): Promise<readonly string[] | undefined> {
    const meant = name === undefined ? this.#registered.all : this.#named(name)
    if (name !== undefined && meant.length === 0) return undefined
    const changed = meant.filter(({ reviewed }) => reviewed.changes.length > 0)
    const agreed = changed.map((tool) => this.#registered.agree(tool))
    if (agreed.length > 0) await this.#pins.accept(agreed)
    return changed.map((tool) => tool.name)
  }

  /** A public name comes first: a server may call one of its tools what another one is called here. */
  #named(name: string): readonly RegisteredTool[] {
    const { all } = this.#registered
    const ours = all.filter((tool) => tool.name === name)
    return ours.length > 0 ? ours : all.filter(({ reviewed }) => reviewed.tool.name === name)
  }

  /** Unregisters them for good. */
  clear(): void {
    this.#isGone = true
    this.#registered.clear()
  }

  #wanted(listed: readonly RemoteTool[]): {
    readonly tools: readonly RemoteTool[]
    readonly missing: readonly string[]
  } {
    const { include, exclude = [] } = this.#config
    const names = new Set(listed.map(({ name }) => name))
    const missing = (include ?? [])
      .filter((name) => !names.has(name))
      .map((name) => `the configuration includes "${shown(name)}", which the server does not list`)
    const tools = listed.filter(({ name }) => (include?.includes(name) ?? true) && !exclude.includes(name))
    return { tools, missing }
  }

  #tell(problem: string): void {
    const { options, warn } = this.#options
    const line = headOf(problem, longestProblem)
    warn(`MCP server "${shown(this.#server)}": ${line}`)
    options.log?.(this.#server, `${line}\n`)
  }
}
