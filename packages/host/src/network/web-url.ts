import { isIP } from 'node:net'
import { shown } from '@millrace/protocol'
import { addressRefusal } from './address-ranges.ts'
import { urlLength } from './limits.ts'
import { NetworkError } from './network-error.ts'

/** Endings of names that never mean a public host. */
const privateEndings = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa']
const privateNames = ['ip6-localhost', 'ip6-loopback']

/**
 * The address on the web that a text spells, as browsers read it, without its fragment.
 * @throws NetworkError `WEB_INVALID_URL` for no address, another scheme, credentials, or one that is too long.
 */
export function webUrl(spelling: string): URL {
  const url = URL.canParse(spelling) ? new URL(spelling) : undefined
  const problem = spelling.length > urlLength ? `is longer than ${urlLength} characters` : problemOf(url)
  if (url === undefined || problem !== undefined) {
    throw new NetworkError('WEB_INVALID_URL', `"${shown(spelling)}" ${problem}`)
  }
  url.hash = ''
  return url
}

function problemOf(url: URL | undefined): string | undefined {
  if (url === undefined) return 'is no valid address; write it in full, as in https://example.com/page'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'is no http or https address'
  if (url.username !== '' || url.password !== '')
    return 'holds credentials; leave out what stands before the @'
  return undefined
}

/** The host of an address without the brackets of IPv6. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** The port of an address, also where it goes without saying. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** Why the spelling of an address alone shows that it is not public; undefined where it does not show. */
export function spellingRefusal(url: URL): string | undefined {
  const hostname = hostnameOf(url)
  if (isIP(hostname) !== 0) return addressRefusal(hostname)
  const name = hostname.replace(/\.+$/, '')
  const isPrivate =
    privateNames.includes(name) ||
    privateEndings.some((ending) => name === ending || name.endsWith(`.${ending}`))
  return isPrivate ? `${hostname} is a name of this machine or its network` : undefined
}
