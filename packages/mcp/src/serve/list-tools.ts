import type { ListToolsResult, Tool } from '@modelcontextprotocol/server'
import { offeredSchemas, type ToolRuntime } from '@millrace/tools'
import type { ServedClient } from './contract.ts'
import { describeTool } from './describe-tool.ts'

/** How tools are listed. */
export interface Listing {
  readonly serves: (name: string) => boolean
  readonly structured: boolean
}

/** Tools of one page. Clients that know nothing of pages see the first one. */
const pageSize = 500

/** All tools that a client sees, by their names, so that equal tools are listed in equal bytes whatever came first. */
export function visibleTools(
  tools: ToolRuntime,
  { agent, loaded }: Pick<ServedClient, 'agent' | 'loaded'>,
  { serves, structured }: Listing,
): Tool[] {
  const all = tools.schemas(agent)
  const offered = loaded === undefined ? all : [...offeredSchemas(tools, all, { scope: agent, loaded })]
  return offered
    .filter(({ name }) => serves(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((schema) => describeTool(schema, tools.get(schema.name, agent), structured))
}

/**
 * One page of a list. A cursor is the last name of the page before, so it stays right whatever comes and goes meanwhile.
 * @returns `undefined` for a cursor that this server cannot have given.
 */
export function pageOf(tools: readonly Tool[], cursor: string | undefined): ListToolsResult | undefined {
  const after = cursor === undefined ? '' : nameIn(cursor)
  if (after === undefined) return undefined
  const left = tools.filter(({ name }) => name > after)
  const page = left.slice(0, pageSize)
  const last = page.at(-1)
  if (left.length <= pageSize || last === undefined) return { tools: page }
  return { tools: page, nextCursor: Buffer.from(last.name).toString('base64url') }
}

function nameIn(cursor: string): string | undefined {
  const name = Buffer.from(cursor, 'base64url').toString()
  const isOurs = name !== '' && Buffer.from(name).toString('base64url') === cursor
  return isOurs ? name : undefined
}
