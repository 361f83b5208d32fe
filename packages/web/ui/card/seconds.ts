import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

const now = signal(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time in milliseconds since the epoch, anew each second while `isActive`; one timer serves the whole page. */
export function useSeconds(isActive: boolean): number | undefined {
  useEffect(() => {
    if (!isActive) return
    watchers++
    now.value = Date.now()
    timer ??= setInterval(() => {
      now.value = Date.now()
    }, 1000)
    return () => {
      watchers--
      if (watchers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [isActive])
  return isActive ? now.value : undefined
}
