import type { MachineOutcome } from '../contract/runtime.ts'
import type { Ledger } from './ledger.ts'

type Returned = Extract<MachineOutcome, { readonly ok: true }>

/** So many of a kind are told one by one. */
const most = 10

/** What a model must know of a run that went well: what became of its value, and which calls it did not wait for. */
export function returnedNotes({ lossy, unawaited }: Returned, ledger: Ledger): string[] {
  const notes: string[] = []
  if (lossy.length > 0) notes.push(`the returned value was changed to fit JSON: ${listed(lossy)}`)
  if (unawaited.length > 0) {
    const calls = unawaited.map((id) => `#${id} ${ledger.nameOf(id) ?? '?'}`)
    notes.push(
      `the program did not await these calls, which were waited for before it ended: ${listed(calls)}`,
    )
  }
  return notes
}

function listed(items: readonly string[]): string {
  const shown = items.slice(0, most).join('; ')
  return items.length > most ? `${shown}; and ${items.length - most} more` : shown
}
