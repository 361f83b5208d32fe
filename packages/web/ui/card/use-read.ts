import { computed } from '@preact/signals'
import { useMemo } from 'preact/hooks'

/**
 * What is read of signals, such as whether the focus is here: who uses it is drawn again only where that comes to something
 * else, and not whenever the signals change.
 *
 * @param inputs - what else it depends on.
 */
export function useRead<T>(read: () => T, inputs: readonly unknown[]): T {
  return useMemo(() => computed(read), inputs).value
}
