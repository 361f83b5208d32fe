import { shown } from '@millrace/protocol'
import { McpError } from '../../contract/error.ts'
import type { McpServerState } from '../../contract/service.ts'
import { loginCommand } from '../../login-command.ts'

/**
 * Why a call cannot be made just now, and what helps.
 * @param restMs - milliseconds until a call may have the server tried once more: 0 where this one does; `undefined` where none may.
 */
export function notConnected(
  name: string,
  state: McpServerState,
  now: number,
  restMs: number | undefined,
): McpError {
  const who = `MCP server "${shown(name)}"`
  switch (state.kind) {
    case 'login':
      return new McpError(
        'MCP_LOGIN_REQUIRED',
        name,
        `${who} wants a login: ${shown(loginCommand(name))}; ${further(restMs)}`,
        { cause: state.error },
      )
    case 'waiting':
      return failure(
        name,
        `${who} is not connected (${shown(state.error.message)}); it is tried again in ${seconds(state.retryAt - now)}`,
        state.error,
      )
    case 'failed':
      return failure(
        name,
        `${who} is not connected (${shown(state.error.message)}), and was given up; ${further(restMs)}`,
        state.error,
      )
    case 'stopped':
      return failure(name, `${who} was stopped`)
    case 'ready':
    case 'starting':
      return failure(name, `${who} is being started; try again when it has`)
  }
}

function further(restMs: number | undefined): string {
  if (restMs === undefined) return 'a person can restart it'
  return restMs === 0
    ? 'it is tried once more now, so call again in a moment'
    : `the next call tries it once more, in ${seconds(restMs)} at the earliest`
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))} s`
}

function failure(name: string, message: string, cause?: McpError): McpError {
  return new McpError('MCP_NOT_CONNECTED', name, message, cause === undefined ? {} : { cause })
}
