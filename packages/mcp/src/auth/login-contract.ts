import type { Clock, Timers } from '@millrace/host'
import type { Fetch } from './bounded-fetch.ts'
import type { TokenStore } from './token-store.ts'

/** What a person has to do next. The words of it are untrusted, but the addresses are safe to open. */
export type LoginStep =
  /** To open an address, on this machine. */
  | { readonly kind: 'browser'; readonly address: string }
  /** To open an address anywhere and to give the code there. */
  | {
      readonly kind: 'device'
      readonly address: string
      /** The address that bears the code already. */
      readonly completeAddress?: string
      readonly code: string
      /** Milliseconds until the code is of no use. */
      readonly expiresInMs: number
    }

/** Where tokens come from and go to. */
export interface LoginSurroundings {
  readonly store: TokenStore
  /** Whose login it is: each has tokens of their own. */
  readonly principal: string
  /** Makes the requests. The platform's unless given. */
  readonly fetch?: Fetch
  /** Told of tokens and secrets of clients before a request bears them, so that nothing shows them. */
  readonly onSecrets?: (secrets: readonly string[]) => void
  readonly clock?: Clock
  readonly timers?: Timers
}

/** How a person logs in. */
export interface LoginOptions extends LoginSurroundings {
  /** By a browser of this machine, or by any device. */
  readonly how: 'browser' | 'device'
  /** Tells the person what to do; the login goes on by itself once it is done. */
  readonly show: (step: LoginStep) => void | Promise<void>
  /** Ends the login; nothing is kept of it then. */
  readonly signal: AbortSignal
  /** Scopes to ask for besides those that the server names. */
  readonly scopes?: readonly string[]
  /** The port of this machine that the browser is sent back to; any free one unless given. */
  readonly port?: number
  /** The address of a document that describes the client, for authorization servers that read such documents. */
  readonly clientMetadataUrl?: string
  /** Milliseconds that the person has. 300,000 unless given. */
  readonly timeoutMs?: number
  /** The `WWW-Authenticate` header of a refusal that is known already; the server is asked without it. */
  readonly challenge?: string
}

/** What a login came to. The tokens are in the store, and nowhere else. */
export interface LoginResult {
  /** The address of the server that they let into. */
  readonly server: string
  /** Who gave them. */
  readonly issuer: string
  readonly scopes: readonly string[]
  /** Milliseconds since the epoch; not known without it. */
  readonly expiresAt?: number
  /** Whether they are renewed without a person. */
  readonly isRenewed: boolean
}
