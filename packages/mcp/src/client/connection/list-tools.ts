import { printJson } from '@millrace/schema'
import { shown } from '@millrace/protocol'
import { McpError } from '../../contract/error.ts'
import type { RemoteTool, RemoteTools } from '../../contract/connection.ts'
import { connectionLimits } from './limits.ts'
import { remoteTool } from './remote-tool.ts'

/** One page, as the server sent it. */
export type Page = Readonly<Record<string, unknown>>

/**
 * Reads all pages of a list of tools, within bounds of pages, tools and bytes; what lies beyond is left out and named.
 * @param read - asks for the page behind a cursor.
 * @param faultOf - why a tool is left out that could not be called.
 * @throws McpError `MCP_MALFORMED` for a page that has no list, and what `read` throws.
 */
export async function listTools(
  server: string,
  read: (cursor: string | undefined) => Promise<Page>,
  faultOf: (tool: RemoteTool) => string | undefined,
): Promise<RemoteTools> {
  const list = new ToolList(faultOf)
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let pages = 1; ; pages++) {
    const page = await read(cursor)
    const { tools, nextCursor } = page
    if (!Array.isArray(tools)) {
      throw new McpError(
        'MCP_MALFORMED',
        server,
        `the MCP server ${server} sent a list of tools that is none`,
      )
    }
    if (!list.add(tools)) break
    if (typeof nextCursor !== 'string') break
    if (cursors.has(nextCursor)) {
      list.problems.push('the list of tools repeats itself; what comes after is left out')
      break
    }
    if (pages === connectionLimits.pages) {
      list.problems.push(
        `the list of tools has more than ${connectionLimits.pages} pages; the others are left out`,
      )
      break
    }
    cursors.add(nextCursor)
    cursor = nextCursor
  }
  return { tools: Array.from(list.tools.values()), problems: list.problems }
}

/** Problems of entries that are named one by one; what goes beyond is counted. */
const mostProblems = 100

class ToolList {
  readonly tools = new Map<string, RemoteTool>()
  readonly problems: string[] = []
  private readonly faultOf: (tool: RemoteTool) => string | undefined
  private entries = 0
  private bytes = 0

  constructor(faultOf: (tool: RemoteTool) => string | undefined) {
    this.faultOf = faultOf
  }

  /** @returns whether more may follow. */
  add(entries: readonly unknown[]): boolean {
    for (const entry of entries) {
      if (this.entries++ === connectionLimits.tools) {
        this.problems.push(`the list has more than ${connectionLimits.tools} tools; the others are left out`)
        return false
      }
      const tool = remoteTool(entry, this.entries)
      const problem = typeof tool === 'string' ? tool : this.problemOf(tool)
      if (problem !== undefined) this.problem(problem)
      if (typeof tool === 'string' || problem !== undefined) continue
      this.bytes += Buffer.byteLength(printJson(tool.wire))
      if (this.bytes > connectionLimits.listBytes) {
        this.problems.push(
          `the list of tools is longer than ${connectionLimits.listBytes} bytes; the others are left out`,
        )
        return false
      }
      this.tools.set(tool.name, tool)
    }
    return true
  }

  private problemOf(tool: RemoteTool): string | undefined {
    const name = shown(tool.name)
    if (this.tools.has(tool.name)) return `the tool "${name}" stands twice; the first one counts`
    const fault = this.faultOf(tool)
    return fault === undefined ? undefined : `the tool "${name}" wants ${fault}; it is left out`
  }

  private problem(text: string): void {
    if (this.problems.length < mostProblems) this.problems.push(text)
    else if (this.problems.length === mostProblems)
      this.problems.push('further entries of the list are left out as well')
  }
}
