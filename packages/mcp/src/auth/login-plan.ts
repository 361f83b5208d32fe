import type { OAuthTokens } from '@modelcontextprotocol/client'
import type { HttpServerConfig } from '../contract/config.ts'
import type { AuthRequests } from './bounded-fetch.ts'
import type { FoundAuthorization } from './discover.ts'
import type { Sdk } from './login-failure.ts'
import type { RegisteredClient } from './token-record.ts'

/** What a login needs, whichever way it goes. */
export interface LoginPlan {
  readonly requests: AuthRequests
  readonly config: HttpServerConfig
  readonly found: FoundAuthorization
  readonly scope: string | undefined
  readonly sdk: Sdk
}

/** What the authorization server gave, and whom it gave it to. */
export interface Grant {
  readonly client: RegisteredClient
  readonly tokens: OAuthTokens
}
