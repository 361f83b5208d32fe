import { effectsOf, isUnknown, type Effects } from './effects.ts'
import type { LedgerEntry, LedgerState } from './failure-report.ts'
import { nameShown } from './shown-text.ts'

/** UTF-16 units of the account of the calls, and of the shapes of their results. */
const longestLedger = 360
const longestShapes = 320

/** A run of calls of one name that went alike. */
interface Group {
  readonly first: LedgerEntry
  last: LedgerEntry
  count: number
}

/** `Calls: #1 list_issues ok 12ms, #2 notify started (outcome unknown)`, with what that means. */
export function ledgerText(ledger: readonly LedgerEntry[]): string {
  if (ledger.length === 0) return 'No tool was called, so nothing was changed.'
  const groups = groupsOf(ledger)
  const all = groups.map(groupText).join(', ')
  const text = all.length <= longestLedger ? all : shortened(ledger, groups)
  return `Calls: ${text}\n${meanings[effectsOf(ledger)]}`
}

const meanings: Readonly<Record<Effects, string>> = {
  none: 'No tool ran, so nothing was changed.',
  possible: 'What these calls did stays done: do not repeat those that changed something.',
  unknown: 'Calls of unknown outcome may have had their effects: look before you repeat them.',
}

function groupsOf(ledger: readonly LedgerEntry[]): Group[] {
  const groups: Group[] = []
  for (const entry of ledger) {
    const open = groups.at(-1)
    if (open && open.last.id + 1 === entry.id && isAlike(open.first, entry)) {
      open.last = entry
      open.count += 1
    } else groups.push({ first: entry, last: entry, count: 1 })
  }
  return groups
}

const isAlike = (one: LedgerEntry, other: LedgerEntry): boolean =>
  one.name === other.name && one.state === other.state && isUnknown(one) === isUnknown(other)

function groupText({ first, last, count }: Group): string {
  const name = nameShown(first.name)
  const outcome = isUnknown(first) ? `${first.state} (outcome unknown)` : states[first.state]
  if (count > 1) return `#${first.id}-#${last.id} ${name} ${outcome}`
  const took = first.ms === undefined ? '' : ` ${Math.round(first.ms)}ms`
  return `#${first.id} ${name} ${outcome}${took}`
}

const states: Readonly<Record<LedgerState, string>> = {
  ok: 'ok',
  failed: 'failed',
  denied: 'denied',
  cancelled: 'cancelled before it began',
  started: 'started',
  waiting: 'not begun',
}

/** How many there are of each outcome, and the last ones that are not `ok`, then the last ones, as far as they fit. */
function shortened(ledger: readonly LedgerEntry[], groups: readonly Group[]): string {
  const counts = new Map<string, number>()
  for (const entry of ledger) {
    const outcome = isUnknown(entry) ? 'of unknown outcome' : states[entry.state]
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  const total = `${ledger.length} calls: ${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`
  const wanted = [
    ...groups.filter(({ first }) => first.state === 'ok'),
    ...groups.filter(({ first }) => first.state !== 'ok'),
  ]
  const kept = new Set<Group>()
  let length = total.length
  for (const group of wanted.toReversed()) {
    length += groupText(group).length + 2
    if (length > longestLedger) break
    kept.add(group)
  }
  return `${total}; among them ${groups
    .filter((group) => kept.has(group))
    .map(groupText)
    .join(', ')}`
}

/** `Results seen: list_issues -> {items[50]{id,title},next}`, the last ones; empty where no shape is known. */
export function shapesText(ledger: readonly LedgerEntry[]): string {
  const seen = new Set<string>()
  let length = 0
  for (const { name, shape } of ledger.toReversed()) {
    if (shape === undefined) continue
    const text = `${nameShown(name)} -> ${shape}`
    if (seen.has(text)) continue
    length += text.length + 2
    if (length > longestShapes) break
    seen.add(text)
  }
  return seen.size === 0 ? '' : `Results seen: ${[...seen].toReversed().join('; ')}`
}
