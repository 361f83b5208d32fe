import type { Context } from '@deepseek-ai/cordis'
import { messageOf, shown } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import { McpError } from '../../contract/error.ts'
import { remoteDefinition, type RemoteDefinitionOptions } from '../tools/remote-definition.ts'
import type { ReviewedTool } from './pin-book.ts'

/** A tool that is registered. */
export interface RegisteredTool {
  readonly name: string
  readonly definition: ToolDefinition
  /** As it was reviewed last, or agreed to since. */
  reviewed: ReviewedTool
  /** What a person should know of it, a clause each; some of it is found out by calls. */
  readonly problems: string[]
  unregister: () => void
}

/** The tools of one server that are registered: one generation of its list, whole. */
export class RegisteredTools {
  readonly #ctx: Context
  readonly #options: Omit<RemoteDefinitionOptions, 'foundOut'>
  #tools = new Map<string, RegisteredTool>()
  #changed = 0

  /** @param ctx - whose context the tools are registered through. */
  constructor(ctx: Context, options: Omit<RemoteDefinitionOptions, 'foundOut'>) {
    this.#ctx = ctx
    this.#options = options
  }

  /** Whether any of them is another than was agreed to. */
  get hasChanges(): boolean {
    return this.#changed > 0
  }

  /** By name, in the order of code units. */
  get all(): readonly RegisteredTool[] {
    return [...this.#tools.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  /**
   * Puts another generation in the place of this one: what is the same in both stays registered, all else comes and goes in one go.
   * @returns what was left out because it cannot be made a tool at all, one sentence each.
   * @throws McpError `MCP_NAME_TAKEN` where one of them cannot be registered; then all is as it was before.
   */
  replace(next: readonly ReviewedTool[]): readonly string[] {
    const before = this.#tools
    const after = new Map<string, RegisteredTool>()
    const fresh: RegisteredTool[] = []
    const problems: string[] = []
    for (const reviewed of next) {
      const known = before.get(reviewed.name)
      const same = known !== undefined && known.reviewed.pin.fingerprint === reviewed.pin.fingerprint
      const tool = same ? known : this.#prepare(reviewed, problems)
      if (tool === undefined) continue
      if (!same) fresh.push(tool)
      after.set(tool.name, tool)
    }
    this.#swap(before, fresh)
    for (const [name, tool] of before) if (!after.has(name)) tool.unregister()
    for (const reviewed of next) {
      const tool = after.get(reviewed.name)
      if (tool !== undefined) tool.reviewed = reviewed
    }
    this.#tools = after
    this.#count()
    return problems
  }

  /** The registration of a definition; `undefined` where it is none of these, or not any more. */
  find(definition: ToolDefinition): RegisteredTool | undefined {
    const tool = this.#tools.get(definition.name)
    return tool?.definition === definition ? tool : undefined
  }

  /** Takes a tool for agreed to as it is now. */
  agree(tool: RegisteredTool): ReviewedTool {
    tool.reviewed = { ...tool.reviewed, changes: [] }
    this.#count()
    return tool.reviewed
  }

  /** Unregisters all of them. */
  clear(): void {
    for (const tool of this.#tools.values()) tool.unregister()
    this.#tools = new Map()
    this.#count()
  }

  #count(): void {
    this.#changed = 0
    for (const { reviewed } of this.#tools.values()) if (reviewed.changes.length > 0) this.#changed += 1
  }

  /** One tool that cannot be prepared must not hurt the others. */
  #prepare(reviewed: ReviewedTool, leftOut: string[]): RegisteredTool | undefined {
    const { name } = reviewed
    const late: string[] = []
    try {
      const { definition, problems } = remoteDefinition(reviewed, {
        ...this.#options,
        foundOut: (problem) => late.push(problem),
      })
      late.unshift(...problems)
      return { name, definition, reviewed, problems: late, unregister: unregistered }
    } catch (error) {
      leftOut.push(`${name} is left out: ${shown(messageOf(error))}`)
      return undefined
    }
  }

  /** Names that are new come first: where one is taken, nothing of what is there was touched. */
  #swap(before: ReadonlyMap<string, RegisteredTool>, fresh: readonly RegisteredTool[]): void {
    const done: RegisteredTool[] = []
    const isNew = ({ name }: RegisteredTool): boolean => !before.has(name)
    try {
      for (const tool of [...fresh.filter(isNew), ...fresh.filter((each) => !isNew(each))]) {
        before.get(tool.name)?.unregister()
        done.push(tool)
        this.#register(tool)
      }
    } catch (error) {
      for (const tool of done) tool.unregister()
      for (const { name } of done) {
        const replaced = before.get(name)
        if (replaced !== undefined) this.#register(replaced)
      }
      throw error
    }
  }

  #register(tool: RegisteredTool): void {
    const { server } = this.#options
    const tools = this.#ctx.get('tools')
    if (tools === undefined)
      throw new McpError('MCP_CONFIG_INVALID', server, 'MCP servers need the runtime of tools, ctx.tools')
    try {
      tool.unregister = tools.register(tool.definition)
    } catch (error) {
      throw new McpError('MCP_NAME_TAKEN', server, `${tool.name} cannot be registered: ${messageOf(error)}`, {
        cause: error,
      })
    }
  }
}

function unregistered(): void {}
