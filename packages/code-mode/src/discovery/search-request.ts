import type { JsonValue } from '@millrace/protocol'
import { ToolArgsError, validateArgs, type InferArgs, type ParameterSchemaSpec } from '@millrace/schema'
import { toolSearchLimits } from './limits.ts'

/** What a search of tools takes. */
export const searchParameters = {
  query: {
    type: 'string',
    description: 'What you want to do, in ordinary words, such as "create an issue".',
    required: true,
  },
  namespace: { type: 'string', description: 'Only tools whose names begin with this, such as "issues".' },
  limit: { type: 'integer', description: `How many tools at most, 1 to ${toolSearchLimits.mostTools}.` },
} as const satisfies ParameterSchemaSpec

/** A search as it was asked for. */
export type SearchRequest = InferArgs<typeof searchParameters>

/** What a program gave `$search`: words alone, or the whole request. @throws ToolArgsError. */
export function checkedSearch(args: JsonValue): SearchRequest {
  const request = typeof args === 'string' ? { query: args } : args
  const problems = validateArgs(searchParameters, request)
  if (problems.length > 0) throw new ToolArgsError([...problems, howToSearch])
  return boundedSearch(request as SearchRequest)
}

/** A request whose limit is one. @throws ToolArgsError. */
export function boundedSearch(request: SearchRequest): SearchRequest {
  const { limit } = request
  if (limit !== undefined && (limit < 1 || limit > toolSearchLimits.mostTools)) {
    throw new ToolArgsError([`"limit" must be from 1 to ${toolSearchLimits.mostTools}, not ${limit}`])
  }
  return request
}

const howToSearch = 'give words, as in "create an issue", or { query, namespace?, limit? }'

/** Which tools to describe, and how fully. */
export interface DescribeRequest {
  readonly names: readonly string[]
  readonly full: boolean
}

const mostNames = 50

/** What a program gave `$describe`: a name, names, or the whole request. @throws ToolArgsError. */
export function checkedDescribe(args: JsonValue): DescribeRequest {
  const { names, full = false } = isRequest(args) ? args : { names: args }
  const wanted = typeof names === 'string' ? [names] : names
  const isList = Array.isArray(wanted) && wanted.every((name) => typeof name === 'string')
  if (!isList || wanted.length === 0 || typeof full !== 'boolean') {
    throw new ToolArgsError(['give a name, an array of names, or { names, full? } with a boolean "full"'])
  }
  if (wanted.length > mostNames) {
    throw new ToolArgsError([`at most ${mostNames} names at once, not ${wanted.length}`])
  }
  return { names: wanted, full }
}

function isRequest(args: JsonValue): args is { names?: JsonValue; full?: JsonValue } {
  return typeof args === 'object' && args !== null && !Array.isArray(args)
}
