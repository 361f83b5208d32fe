import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** For how many milliseconds a button says how it went. */
const saidMs = 1_600

/** What became of a copy, for as long as that is said. */
export type Copied = 'copied' | 'notCopied' | undefined

/** Puts a text into the clipboard exactly as it is. @returns how that went, and what does it. */
export function useCopy(text: () => string): readonly [ReadonlySignal<Copied>, () => void] {
  const said = useSignal<Copied>(undefined)
  useEffect(() => {
    if (said.value === undefined) return
    const timer = setTimeout(() => (said.value = undefined), saidMs)
    return () => clearTimeout(timer)
  }, [said.value])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text())
      said.value = 'copied'
    } catch {
      said.value = 'notCopied'
    }
  }
  return [said, () => void copy()]
}
