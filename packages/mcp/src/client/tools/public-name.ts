import { createHash } from 'node:crypto'

/** What model providers accept as the name of a function. */
const longest = 64
/** Of them, for the server; so some are always left for the tool. */
const longestServer = 40

/**
 * What all public names of a server's tools begin with: `mcp__server__`. The part for the server has no two `_` in a row and
 * none at its ends, so that it can be told where it ends.
 */
export function toolPrefix(server: string): string {
  const clean = cleaned(server).replaceAll(/_{2,}/g, '_').replaceAll(/^_|_$/g, '')
  return `mcp__${fitted(server, clean, longestServer)}__`
}

/**
 * The name under which a tool of a server is registered: at most 64 letters, digits, `_` and `-`. It is the same whatever
 * else there is. Where it is not the very names of the server and the tool, it ends in a digest of them.
 */
export function publicName(server: string, tool: string): string {
  const prefix = toolPrefix(server)
  return prefix + fitted(tool, cleaned(tool), longest - prefix.length)
}

/** A public name without the part for the server, which two tools of one server share only where they share the whole. */
export function ownPart(name: string): string {
  return name.slice(name.indexOf('__', 'mcp__'.length) + 2)
}

const cleaned = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_')

function fitted(name: string, clean: string, room: number): string {
  if (clean === name && clean !== '' && clean.length <= room) return clean
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  // Not three of them in a row, which would end the part for the server.
  const head = clean.slice(0, room - digest.length - 1).replace(/_+$/, '')
  return `${head === '' ? 'x' : head}_${digest}`
}
