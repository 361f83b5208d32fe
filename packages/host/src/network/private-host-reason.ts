import { isHarnessError } from '@millrace/protocol'
import { allowedPlaces } from './allowed-places.ts'
import { spellingRefusal, webUrl } from './web-url.ts'

/**
 * Why nothing may be fetched from an address, as far as its spelling alone shows: it is no http or https address,
 * holds credentials, or names this machine or a private network. Undefined where only the addresses behind the name
 * can tell, which the client judges when it connects.
 * @param place - a whole address, or `host:port`.
 * @param allow - places that the operator opened, each `host:port`.
 */
export function privateHostReason(place: string, allow: readonly string[] = []): string | undefined {
  try {
    const url = webUrl(/^[^/?#@\\\s]+:\d{1,5}$/.test(place) ? `http://${place}/` : place)
    const allowed = allowedPlaces(allow)
    if (allowed.has(url)) return undefined
    const refusal = spellingRefusal(url)
    return refusal === undefined ? undefined : `${refusal}, and ${allowed.rule(url)}`
  } catch (error) {
    if (!isHarnessError(error)) throw error
    return error.message
  }
}
