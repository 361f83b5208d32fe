import { shown } from '@millrace/protocol'
import type { CommandPart } from '../command/reading.ts'
import { placesOf, type Circumstances } from './circumstances.ts'

/**
 * The part with a doubt where a path of it leads out of a folder again that may be a link: the system then goes on from
 * where that leads.
 */
export function withLinks(c: Circumstances, part: CommandPart): CommandPart {
  if (part.doubt !== undefined) return part
  const linked = part.paths.find(({ through }) => through?.some((folder) => mayBeLink(c, folder)))
  if (linked === undefined) return part
  return { ...part, doubt: `"${shown(linked.path)}" leads elsewhere where a folder before ".." is a link` }
}

/** Known to be none only where the links can be followed, and lead to the very folder. */
function mayBeLink(c: Circumstances, folder: string): boolean {
  return placesOf(c, folder).length > 1 || c.unresolved.has(folder)
}
