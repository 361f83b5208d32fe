import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { addressRefusal } from './address-ranges.ts'
import type { AllowedPlaces } from './allowed-places.ts'
import { nameError, NetworkError } from './network-error.ts'
import { hostnameOf, spellingRefusal } from './web-url.ts'

/** All addresses of a name, as texts. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** Asks the system, the hosts file included. */
export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * The addresses behind a host, asked for once and judged all: one that is not public refuses the host.
 * @throws NetworkError `WEB_PRIVATE_ADDRESS`, or `WEB_NAME_NOT_FOUND`.
 */
export async function judgedAddresses(
  url: URL,
  resolve: Resolve,
  allowed: AllowedPlaces,
): Promise<readonly string[]> {
  const hostname = hostnameOf(url)
  const isOpen = allowed.has(url)
  const refuse = (refusal: string | undefined): void => {
    if (refusal !== undefined) throw privateAddress(hostname, refusal, allowed.rule(url))
  }
  if (!isOpen) refuse(spellingRefusal(url))
  if (isIP(hostname) !== 0) return [hostname]
  const addresses = await resolved(hostname, resolve)
  for (const address of addresses) {
    if (!isOpen) refuse(addressRefusal(address))
    else if (isIP(address) === 0) throw nameError(hostname, new Error('no address'))
  }
  return addresses
}

async function resolved(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[]
  try {
    addresses = [...(await resolve(hostname))]
  } catch (error) {
    throw nameError(hostname, error)
  }
  if (addresses.length === 0) throw nameError(hostname, new Error('no address'))
  return addresses
}

function privateAddress(hostname: string, refusal: string, rule: string): NetworkError {
  const behind = refusal.startsWith(hostname) ? '' : `${hostname} leads to a private address: `
  return new NetworkError('WEB_PRIVATE_ADDRESS', `${behind}${refusal}, and ${rule}`)
}
