import { useEffect, useRef, useState } from 'preact/hooks'

/** A second press counts for so long. In milliseconds. */
const patience = 2_500

/** What is done by the second press of two, so that nobody does it by mistake. */
export interface PressedTwice {
  /** Whether the next press does it. */
  readonly isReady: boolean
  press(): void
}

/** Does something by the second of two presses. */
export function usePressedTwice(act: () => void): PressedTwice {
  const [isReady, setReady] = useState(false)
  const ready = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const become = (next: boolean): void => {
    clearTimeout(timer.current)
    ready.current = next
    setReady(next)
    if (next) timer.current = setTimeout(() => become(false), patience)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isReady,
    press() {
      const isSecond = ready.current
      become(!isSecond)
      if (isSecond) act()
    },
  }
}
