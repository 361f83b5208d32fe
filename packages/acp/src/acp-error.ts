import { escapeVisible, HarnessError, isHarnessError, messageOf } from '@millrace/protocol'

/** What went wrong between an agent and an editor. */
export type AcpErrorCode =
  /** The request makes no sense as it is. */
  | 'ACP_INVALID_PARAMS'
  /** No session of this id is open. */
  | 'ACP_NO_SESSION'
  /** The session is busy, or open already. */
  | 'ACP_BUSY'
  /** The agent could not do it. */
  | 'ACP_TURN_FAILED'
  /** The editor did not do what it was asked for. */
  | 'ACP_EDITOR_REFUSED'
  /** The editor has no file of this name. */
  | 'ACP_EDITOR_NO_FILE'
  /** The editor answered with something else than was asked for. */
  | 'ACP_EDITOR_ANSWER'

/** A request that failed, of the editor or to it. */
export class AcpError extends HarnessError {
  declare readonly code: AcpErrorCode

  constructor(code: AcpErrorCode, message: string, options: ErrorOptions = {}) {
    super(code, message, options)
  }
}

/** An error of JSON-RPC. */
export interface RpcFailure {
  readonly code: number
  readonly message: string
  readonly data: { readonly code: string; readonly hints?: readonly string[] }
}

const rpcCodes: Readonly<Record<string, number>> = {
  ACP_INVALID_PARAMS: -32602,
  ACP_BUSY: -32600,
  ACP_NO_SESSION: -32002,
  SESSION_NOT_FOUND: -32002,
  SESSION_LOCKED: -32600,
}

/** How an editor is told of a failure: in words, and with the code that stays the same. */
export function rpcFailure(error: unknown): RpcFailure {
  const code = isHarnessError(error) ? error.code : 'INTERNAL'
  const hints = hintsOf(error)
  const message = escapeVisible([messageOf(error), ...hints].join('\n'), { lines: true })
  return { code: rpcCodes[code] ?? -32603, message, data: { code, ...(hints.length > 0 && { hints }) } }
}

function hintsOf(error: unknown): readonly string[] {
  const { hints } = (error ?? {}) as { readonly hints?: unknown }
  return Array.isArray(hints) ? hints.filter((hint) => typeof hint === 'string') : []
}
