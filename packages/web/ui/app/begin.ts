import { signal, type ReadonlySignal } from '@preact/signals'
import { go } from './route.ts'

const wanted = signal(0)

/** Grows whenever somebody wants to begin a session: its field takes the focus then. */
export const begun: ReadonlySignal<number> = wanted

/** Shows where a session begins. */
export function beginSession(): void {
  go({ page: 'home' })
  wanted.value++
}
