/** What one request may take. */
export interface NetworkLimits {
  /** Milliseconds for the whole request, all redirects and the body included. */
  readonly totalMs: number
  /** Milliseconds until a connection stands, the handshake of TLS included. */
  readonly connectMs: number
  /** Milliseconds without an answer, and then without the next part of its body. */
  readonly idleMs: number
  /** Bytes of the body after decoding; what lies behind them is not read. */
  readonly bodyBytes: number
  /** Bytes of all headers of one answer. */
  readonly headerBytes: number
  /** Redirects that are followed. */
  readonly redirects: number
}

/** The limits of a client that was given none. */
export const networkLimits: NetworkLimits = {
  totalMs: 30_000,
  connectMs: 10_000,
  idleMs: 10_000,
  bodyBytes: 5 * 1024 * 1024,
  headerBytes: 32 * 1024,
  redirects: 5,
}

/** Characters of an address on the web. */
export const urlLength = 8000
