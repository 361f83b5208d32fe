import { useSignalEffect } from '@preact/signals'
import { waitingCount } from '../desk/desk.ts'
import { openSession } from '../session/store/session-store.ts'
import { route } from './route.ts'
import { titleOf } from './session-head.tsx'
import { appWords } from './words.ts'

/** Keeps the title of the tab: how much waits comes first, as a tab shows little more. */
export function useTitle(): void {
  useSignalEffect(() => {
    const waits = waitingCount.value
    const part = partName()
    document.title = `${waits > 0 ? `(${waits}) ` : ''}millrace${part === '' ? '' : ` · ${part}`}`
  })
}

function partName(): string {
  const { page } = route.value
  if (page === 'home') return ''
  if (page !== 'session') return appWords.value[page]
  return openSession.value === undefined ? '' : titleOf(openSession.value)
}
