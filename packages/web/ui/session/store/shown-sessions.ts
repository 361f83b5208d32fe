import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { routedSession } from '../../app/route.ts'

/** Sessions that a part of the page shows in its own way: those of a call or a program that was begun there. */
const within = signal<readonly string[]>([])

/** Whether a session is looked at, as the open one or within another part of the page. */
export function isShown(id: string): boolean {
  return routedSession.value === id || within.value.includes(id)
}

/** Says that a part of the page shows a session, for as long as it does. */
export function useShownSession(id: string): void {
  useLayoutEffect(() => {
    within.value = [...within.peek(), id]
    return () => {
      within.value = within.peek().toSpliced(within.peek().indexOf(id), 1)
    }
  }, [id])
}
