import type { JsonValue } from '@millrace/schema'
import type { RemoteResult } from '../../contract/connection.ts'
import { McpError } from '../../contract/error.ts'
import type { Exact } from './exact.ts'
import { isRecord } from '../../is-record.ts'

/** What of a result shows that it is none of a call, but of a task or a question. */
const foreign = ['task', 'inputRequests', 'requestState']

/**
 * What a server answered to a call.
 * @throws McpError `MCP_MALFORMED` where it is no result of a call.
 */
export function remoteResult(
  server: string,
  answer: { readonly result: unknown; readonly exact: Exact | undefined },
): RemoteResult {
  const { result, exact } = answer
  const malformed = (what: string) =>
    new McpError('MCP_MALFORMED', server, `the MCP server ${server} answered the call with ${what}`)
  if (!isRecord(result)) throw malformed('a result that is no object')
  const { content, structuredContent, isError } = result
  if (content === undefined && foreign.some((key) => key in result)) {
    throw malformed('a task or a question, which this client did not offer to take')
  }
  if (content !== undefined && !Array.isArray(content)) throw malformed('content that is no list')
  const structured = exact === undefined ? (structuredContent as JsonValue | undefined) : exact.structured
  return {
    content: (content ?? []) as readonly JsonValue[],
    ...(structured !== undefined && { structured }),
    ...(exact?.flaw !== undefined && { flaw: exact.flaw }),
    isError: isError === true,
  }
}
