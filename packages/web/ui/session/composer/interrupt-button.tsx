import type { JSX } from 'preact'
import type { PressedTwice } from './use-pressed-twice.ts'
import { words } from './words.ts'

/** Interrupts the turn that runs by its second press. */
export function InterruptButton({
  twice,
  isUnderWay,
}: {
  readonly twice: PressedTwice
  readonly isUnderWay: boolean
}): JSX.Element {
  const { interrupt, interruptAgain, interrupting } = words.value
  return (
    <button
      type="button"
      class={twice.isReady ? 'composer-button composer-ready' : 'composer-button'}
      aria-disabled={isUnderWay}
      aria-keyshortcuts="i"
      onClick={() => !isUnderWay && twice.press()}
    >
      <span aria-live="polite">{isUnderWay ? interrupting : twice.isReady ? interruptAgain : interrupt}</span>{' '}
      <kbd>i</kbd>
    </button>
  )
}
