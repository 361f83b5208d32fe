import type * as acp from '@agentclientprotocol/sdk'
import { isAbsolute, join } from 'node:path'
import type { Card } from '@millrace/cards'
import type { FileLocation } from '@millrace/protocol'

/** Places in the result of a search that an editor is told of. */
const mostPlaces = 50

/** Turns the paths of tools into those of an editor, which are absolute. */
export interface Places {
  absolute(path: string): string
}

/** The places of a folder. @param root - absolute. */
export function placesOf(root: string): Places {
  return { absolute: (path) => (isAbsolute(path) ? path : join(root, path)) }
}

/** The places that a call is about, each once. */
export function locationsOf({ call, result }: Card, places: Places): acp.ToolCallLocation[] {
  const found: FileLocation[] = [
    ...(call.card === 'terminal' ? [] : (call.locations ?? [])),
    ...resultPlaces(result),
  ]
  const seen = new Map<string, acp.ToolCallLocation>()
  for (const { path, line } of found) {
    const place = { path: places.absolute(path), ...(line !== undefined && line > 0 && { line }) }
    const known = seen.get(place.path)
    if (known === undefined || known.line === undefined) seen.set(place.path, place)
    if (seen.size >= mostPlaces) break
  }
  return [...seen.values()]
}

function resultPlaces(result: Card['result']): FileLocation[] {
  switch (result?.card) {
    case 'diff':
      return result.diffs.map(({ path, line }) => ({ path, ...(line !== undefined && { line }) }))
    case 'search':
      if (result.shape === 'paths') return result.paths.map((path) => ({ path }))
      return result.files.flatMap(({ path, matches: [first] }) =>
        first === undefined ? [] : [{ path, line: first.lineNumber }],
      )
    case 'read':
      return [{ path: result.path, line: result.offset }]
    case 'generic':
    case 'terminal':
    case 'web':
    case 'code':
    case undefined:
      return []
  }
}
