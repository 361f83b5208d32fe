import { hostnameOf, portOf } from './web-url.ts'

/** The private places that the operator opened. */
export interface AllowedPlaces {
  /** Whether the place that an address leads to is one of them. */
  has(url: URL): boolean
  /** What may be reached in place of an address that leads to none of them, in words. */
  rule(url: URL): string
}

/**
 * The private places that an operator opens, each a host and a port: `127.0.0.1:8080`, `[::1]:8080`,
 * `searx.internal:80`. Every other port of the host stays closed.
 * @throws TypeError for an entry that is no host and port.
 */
export function allowedPlaces(places: readonly string[]): AllowedPlaces {
  const opened = places.map(placeUrl)
  const portsOf = (url: URL): number[] =>
    opened.filter((place) => hostnameOf(place) === hostnameOf(url)).map(portOf)
  return {
    has: (url) => portsOf(url).includes(portOf(url)),
    rule: (url) => {
      const ports = portsOf(url)
      if (ports.length === 0) return 'only public hosts may be reached'
      return `of this host only port ${ports.join(', ')} may be reached`
    },
  }
}

function placeUrl(place: string): URL {
  const spelling = `http://${place}`
  const url = /^[^/?#@\\\s]+:\d{1,5}$/.test(place) && URL.canParse(spelling) ? new URL(spelling) : undefined
  if (url === undefined) {
    throw new TypeError(`allow: ${JSON.stringify(place)} must be a host and a port, as in "127.0.0.1:8080"`)
  }
  return url
}
