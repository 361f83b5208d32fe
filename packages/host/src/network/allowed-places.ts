import { hostnameOf, portOf } from './web-url.ts'

/** Tells whether the operator opened the place that an address leads to. */
export type AllowedPlaces = (url: URL) => boolean

/**
 * The private places that an operator opens, each a host and a port: `127.0.0.1:8080`, `[::1]:8080`,
 * `searx.internal:80`. Every other port of the host stays closed.
 * @throws TypeError for an entry that is no host and port.
 */
export function allowedPlaces(places: readonly string[]): AllowedPlaces {
  const keys = new Set(places.map(placeKey))
  return (url) => keys.has(keyOf(url))
}

function placeKey(place: string): string {
  const spelling = `http://${place}`
  const url = /^[^/?#@\\\s]+:\d{1,5}$/.test(place) && URL.canParse(spelling) ? new URL(spelling) : undefined
  if (url === undefined) {
    throw new TypeError(`allow: ${JSON.stringify(place)} must be a host and a port, as in "127.0.0.1:8080"`)
  }
  return keyOf(url)
}

function keyOf(url: URL): string {
  return `${hostnameOf(url)} ${portOf(url)}`
}
