import { shown } from '@millrace/protocol'
import { McpError } from '../../contract/error.ts'
import type { McpServerState } from '../../contract/service.ts'
import { loginCommand } from '../../login-command.ts'

/** Why a call cannot be made just now, and what helps. */
export function notConnected(name: string, state: McpServerState, now: number): McpError {
  const who = `MCP server "${shown(name)}"`
  switch (state.kind) {
    case 'login':
      return new McpError('MCP_LOGIN_REQUIRED', name, `${who} wants a login: ${shown(loginCommand(name))}`, {
        cause: state.error,
      })
    case 'waiting': {
      const seconds = Math.max(1, Math.ceil((state.retryAt - now) / 1000))
      return failure(
        name,
        `${who} is not connected (${shown(state.error.message)}); it is tried again in ${seconds} s`,
        state.error,
      )
    }
    case 'failed':
      return failure(
        name,
        `${who} is not connected (${shown(state.error.message)}), and was given up; a person can restart it`,
        state.error,
      )
    case 'stopped':
      return failure(name, `${who} was stopped`)
    case 'ready':
    case 'starting':
      return failure(name, `${who} is being started; try again when it has`)
  }
}

function failure(name: string, message: string, cause?: McpError): McpError {
  return new McpError('MCP_NOT_CONNECTED', name, message, cause === undefined ? {} : { cause })
}
