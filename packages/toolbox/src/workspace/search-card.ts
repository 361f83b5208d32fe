import type { JsonValue, ToolCallView } from '@millrace/protocol'
import { timeLimitNote, tooManyOpenNote, type SearchFacts } from './search-notes.ts'
import { skippedParts } from './skipped.ts'

/** What the title of a completed search card needs, as a log keeps it. */
export function titleFacts({ skipped, incomplete, tooManyOpen }: SearchFacts): {
  [key: string]: JsonValue
} {
  return {
    skipped: { ...skipped },
    ...(incomplete === true ? { incomplete } : {}),
    ...(tooManyOpen === true ? { tooManyOpen } : {}),
  }
}

/**
 * The title of a completed search card where a person would otherwise take "not looked" for "not found": the
 * pending title and the reasons. Undefined where the pending title says enough.
 * @param title - of the pending card.
 * @param meta - the `titleFacts` and the `total`, from a log that may hold anything.
 * @param hints - what else may explain that nothing was found.
 */
export function searchTitle(
  title: string,
  { total, incomplete, tooManyOpen, skipped }: { [key: string]: JsonValue },
  hints: readonly string[] = [],
): string | undefined {
  const counts = typeof skipped === 'object' && skipped !== null && !Array.isArray(skipped) ? skipped : {}
  const isEmpty = total === 0
  const notes = isEmpty ? [...hints] : []
  if (incomplete === true) notes.push(tooManyOpen === true ? tooManyOpenNote : timeLimitNote)
  // Ignored and hidden files are left out of nearly every search, and say nothing where something was found.
  const parts = skippedParts(counts)
  const isNotable =
    isEmpty || incomplete === true || isSome(counts['tooLarge']) || isSome(counts['unreadable'])
  if (isNotable && parts.length > 0) notes.push(`not searched: ${parts.join(', ')}`)
  return notes.length === 0 ? undefined : [title, ...notes].join('; ')
}

function isSome(count: JsonValue | undefined): boolean {
  return typeof count === 'number' && count > 0
}

/** The pending card of a search: search cards exist for results alone. */
export function searchCallView(title: string, path: string | undefined): ToolCallView {
  const view: ToolCallView = { card: 'generic', kind: 'search', title }
  return path === undefined ? view : { ...view, locations: [{ path }] }
}
