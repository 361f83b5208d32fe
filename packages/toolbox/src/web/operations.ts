import type { WebAnswer, WebRequest } from '@millrace/host'

/** What the web tools may do on the network, and their only way to reach it. */
export interface WebOperations {
  /** Asks for an address by GET; throws for everything that is no answer, and for what is not public. */
  get(url: string, request?: WebRequest): Promise<WebAnswer>
  /** Why an address, or `host:port`, is refused by its spelling alone; undefined where it takes more to know. */
  refusal(place: string): string | undefined
}
