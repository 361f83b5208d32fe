import type { Client, RequestOptions } from '@modelcontextprotocol/client'

/** What a timer bears: the limits of the SDK are not used, as they end no call that reports progress. */
export const noTimeout = 2_147_483_647

/** Takes any result: what comes back is judged here, and the SDK saw only its stand-in. */
const anything = {
  '~standard': { version: 1, vendor: 'millrace', validate: (value: unknown) => ({ value }) },
} as const

/** Makes a request by the SDK, whose result is neither checked nor waited for with a limit unless one is given. */
export function rawRequest(
  client: Client,
  method: string,
  params: Record<string, unknown>,
  options: RequestOptions,
): Promise<unknown> {
  return client.request({ method, params }, anything, { timeout: noTimeout, ...options })
}
