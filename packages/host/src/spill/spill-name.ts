import { isDead, thisHost, type Host } from '../processes/marker.ts'

/** What a file of a store holds: text, or bytes of another kind under the usual ending of such files. */
export type SpillKind = 'txt' | 'png' | 'jpg' | 'gif' | 'webp' | 'bin'

/**
 * Whose a file is: of a living host, of one that has ended, of one that cannot be seen from here, or of nobody who
 * gave a name.
 */
export type SpillOwner = 'living' | 'dead' | 'unknown' | 'none'

const shape =
  /^[a-z0-9_-]{1,40}?(?:-([0-9a-z]{1,13})\.([0-9a-z]{1,13})\.([0-9a-z]{1,13}))?-[0-9a-f]{32}\.(?:txt|png|jpg|gif|webp|bin)$/

/** This host as it stands in the names of its files. */
export function ownMark(): string {
  const { namespace, pid, startTime } = thisHost()
  return [namespace, pid, startTime].map((part) => Number(part).toString(36)).join('.')
}

/**
 * The name of a file.
 *
 * @param what - says what it holds; its letters and digits are kept.
 * @param mark - of the host, as `ownMark` gives it.
 * @param id - makes the name one that nobody can guess.
 */
export function spillName(what: string, mark: string, id: string, kind: SpillKind): string {
  return `${spelled(what)}-${mark}-${id}.${kind}`
}

/** Whether a file is called like those of a store, so that no other file is taken for one. */
export function isSpillName(name: string): boolean {
  return shape.test(name)
}

/** Whose the file of this name is. */
export function ownerOf(name: string): SpillOwner {
  const [namespace, pid, startTime] = shape.exec(name)?.slice(1).map(inDecimal) ?? []
  if (namespace === undefined || pid === undefined || startTime === undefined) return 'none'
  const host: Host = { namespace: String(namespace), pid, startTime: String(startTime) }
  if (host.namespace !== thisHost().namespace) return 'unknown'
  return isDead(host) ? 'dead' : 'living'
}

function inDecimal(part: string | undefined): number | undefined {
  return part === undefined ? undefined : Number.parseInt(part, 36)
}

function spelled(what: string): string {
  const kept = what
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
  return kept === '' ? 'output' : kept
}
