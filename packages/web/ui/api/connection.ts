import { computed, signal, type ReadonlySignal } from '@preact/signals'

/**
 * How a stream is: asked for the first time, open, lost and soon asked for again, not for this tab (its token is of another
 * start of the server), refused for another reason, or closed by the page.
 */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'refused' | 'failed' | 'closed'

const streams = signal<readonly ReadonlySignal<StreamState>[]>([])

/** Counts a stream among those by which the connection is judged. @returns its undo. */
export function counted(state: ReadonlySignal<StreamState>): () => void {
  streams.value = [...streams.peek(), state]
  return () => {
    streams.value = streams.peek().filter((each) => each !== state)
  }
}

/** How the connection to the server is, by the streams that are kept. */
export const connection: ReadonlySignal<'open' | 'waiting' | 'refused'> = computed(() => {
  const states = streams.value.map(({ value }) => value)
  if (states.includes('refused')) return 'refused'
  return states.includes('waiting') ? 'waiting' : 'open'
})
