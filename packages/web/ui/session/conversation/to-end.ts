import { signal } from '@preact/signals'

/** The session whose end was asked for last; each time another object. */
export const endAsked = signal<{ readonly session: string } | undefined>(undefined)

/** Brings the end of a conversation into view, and keeps it there: somebody who writes wants to see the answer. */
export function toEndOf(session: string): void {
  endAsked.value = { session }
}
