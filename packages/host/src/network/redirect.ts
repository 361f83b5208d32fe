import { isHarnessError, shown } from '@millrace/protocol'
import type { AllowedPlaces } from './allowed-places.ts'
import { NetworkError } from './network-error.ts'
import { spellingRefusal, webUrl } from './web-url.ts'

const redirecting = new Set([301, 302, 303, 307, 308])

/**
 * Where an answer sends its reader, if it may go there unasked: to the same origin. Undefined for an answer that is
 * no redirect.
 * @param location - the header as Node gives it, a character for each byte.
 * @throws NetworkError `WEB_REDIRECT_BLOCKED` for every other place, naming it.
 */
export function redirectTarget(
  from: URL,
  status: number,
  location: string | undefined,
  allowed: AllowedPlaces,
): URL | undefined {
  if (!redirecting.has(status) || location === undefined) return undefined
  const spelling = Buffer.from(location, 'latin1').toString('utf8')
  const target = URL.canParse(spelling, from.href) ? new URL(spelling, from) : undefined
  if (target === undefined) throw blocked(from, spelling, 'which is no valid address')
  const problem = problemOf(from, target, allowed)
  if (problem !== undefined) throw blocked(from, target.href, problem)
  return webUrl(target.href)
}

function problemOf(from: URL, target: URL, allowed: AllowedPlaces): string | undefined {
  try {
    webUrl(target.href)
  } catch (error) {
    if (!isHarnessError(error)) throw error
    return 'which is no http or https address without credentials'
  }
  if (target.origin === from.origin) return undefined
  const refusal = allowed.has(target) ? undefined : spellingRefusal(target)
  if (refusal !== undefined) return `but ${refusal}, and ${allowed.rule(target)}`
  if (from.protocol === 'https:' && target.protocol === 'http:') return 'which is not secure'
  return 'which is another host; request that address itself if it is what you want'
}

function blocked(from: URL, to: string, problem: string): NetworkError {
  return new NetworkError('WEB_REDIRECT_BLOCKED', `${from.host} redirects to ${shown(to)}, ${problem}`)
}
