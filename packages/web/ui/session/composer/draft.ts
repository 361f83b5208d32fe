import { signal, type Signal } from '@preact/signals'
import { store, stored } from '../../kit/stored.ts'

/** What was typed for a session and not sent yet; it survives a reload of the tab. */
export interface Draft {
  readonly text: Signal<string>
  change(text: string): void
}

/** The draft of a session. */
export function draftOf(session: string): Draft {
  const key = `draft.${session}`
  const text = signal(stored(key, 'sessionStorage') ?? '')
  return {
    text,
    change(next) {
      text.value = next
      store(key, next === '' ? undefined : next, 'sessionStorage')
    },
  }
}
