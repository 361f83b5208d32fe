import { signal, type Signal } from '@preact/signals'

const prefix = 'millrace.draft.'

/** What was typed for a session and not sent yet; it survives a reload of the tab. */
export interface Draft {
  readonly text: Signal<string>
  change(text: string): void
}

/** The draft of a session. */
export function draftOf(session: string): Draft {
  const key = prefix + session
  const text = signal(kept(key))
  return {
    text,
    change(next) {
      text.value = next
      keep(key, next)
    },
  }
}

function kept(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    // No storage in this browser: the draft lives as long as the page.
    return ''
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Full, or none: see above.
  }
}
