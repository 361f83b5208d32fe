import type { LedgerEntry, LedgerState } from './failure-report.ts'

/** Whether what a run did can be seen outside of it. `unknown` where a call began whose end is not known. */
export type Effects = 'none' | 'possible' | 'unknown'

/** What the account of a run says about its effects. A tool that only reads has none; the account cannot know that. */
export function effectsOf(ledger: readonly Pick<LedgerEntry, 'state' | 'began'>[]): Effects {
  if (ledger.some(isUnknown)) return 'unknown'
  return ledger.some(({ state }) => ended[state]) ? 'possible' : 'none'
}

/** Whether nobody knows what became of a call whose body began. */
export function isUnknown({ state, began }: Pick<LedgerEntry, 'state' | 'began'>): boolean {
  return state === 'started' || (state === 'cancelled' && began === true)
}

const ended: Readonly<Record<LedgerState, boolean>> = {
  ok: true,
  failed: true,
  denied: false,
  cancelled: false,
  started: false,
  waiting: false,
}
