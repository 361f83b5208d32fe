import { HarnessError } from '@millrace/protocol'

/** Why a request was not made, or not answered. */
export type NetworkErrorCode =
  | 'WEB_INVALID_URL'
  | 'WEB_PRIVATE_ADDRESS'
  | 'WEB_NAME_NOT_FOUND'
  | 'WEB_UNREACHABLE'
  | 'WEB_TLS'
  | 'WEB_TIMEOUT'
  | 'WEB_BAD_RESPONSE'
  | 'WEB_UNSUPPORTED_ENCODING'
  | 'WEB_REDIRECT_BLOCKED'
  | 'WEB_TOO_MANY_REDIRECTS'

/** A request that was refused or failed; the message is safe to show. */
export class NetworkError extends HarnessError {
  declare readonly code: NetworkErrorCode

  /**
   * @param code - the stable identifier.
   * @param message - what went wrong, with everything from outside escaped.
   * @param options - the cause, and whether trying again may help.
   */
  constructor(
    code: NetworkErrorCode,
    message: string,
    options: ErrorOptions & { readonly retryable?: true } = {},
  ) {
    super(code, message, options)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'

/** The error for a name that has no address. */
export function nameError(hostname: string, error: unknown): NetworkError {
  const code = codeOf(error)
  const retryable = code === 'ENOTFOUND' ? {} : { retryable: true as const }
  return new NetworkError(
    'WEB_NAME_NOT_FOUND',
    `the name ${hostname} could not be resolved (${code}); check its spelling`,
    { cause: error, ...retryable },
  )
}

/** The error for a host that does not take the connection. */
export function unreachable(host: string, error: unknown): NetworkError {
  return new NetworkError('WEB_UNREACHABLE', `${host} could not be reached (${codeOf(error)})`, {
    cause: error,
    retryable: true,
  })
}

/** The error for a handshake that failed, a certificate that is not trusted above all. */
export function tlsError(host: string, error: unknown): NetworkError {
  return new NetworkError(
    'WEB_TLS',
    `no secure connection to ${host}: its certificate is not trusted, or it does not speak TLS (${codeOf(error)})`,
    { cause: error },
  )
}

const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR'])

/** The error for an answer that breaks off or does not keep to the protocol. */
export function badResponse(host: string, error: unknown): NetworkError {
  const code = codeOf(error)
  const cause = { cause: error }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new NetworkError('WEB_BAD_RESPONSE', `${host} sent more headers than are accepted`, cause)
  }
  if (brokenOff.has(code)) {
    return new NetworkError(
      'WEB_BAD_RESPONSE',
      `${host} closed the connection before its answer was complete`,
      {
        ...cause,
        retryable: true,
      },
    )
  }
  return new NetworkError('WEB_BAD_RESPONSE', `${host} sent an answer that cannot be read (${code})`, cause)
}
