import { useEffect, useState } from 'preact/hooks'

/** Nobody reads a question in less time. In milliseconds. */
const leastLook = 400

/** Somebody who was in the middle of a sentence when the question came types on for longer. In milliseconds. */
const leastPause = 1_500

/**
 * Whether a question may be answered: what is pressed or clicked right after it came was meant for what stood there before.
 * The time begins anew with each key that is pressed meanwhile.
 *
 * @param id - names what is asked; another one has to be looked at anew.
 * @param wasTyping - whether a field in which somebody typed went away as the question came; asked once it is there.
 */
export function useArmed(id: string, wasTyping: () => boolean): boolean {
  const [armedFor, arm] = useState<string | undefined>(undefined)
  useEffect(() => {
    const quiet = wasTyping() ? leastPause : leastLook
    let timer: ReturnType<typeof setTimeout>
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(armed, quiet)
    }
    const end = (): void => {
      clearTimeout(timer)
      window.removeEventListener('keydown', wait, { capture: true })
    }
    const armed = (): void => {
      end()
      arm(id)
    }
    window.addEventListener('keydown', wait, { capture: true })
    wait()
    return end
  }, [id])
  return armedFor === id
}
