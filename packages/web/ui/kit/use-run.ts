import type { StartedSession } from '@millrace/web/wire'
import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { post } from '../api/api.ts'
import type { OpenSession } from '../session/store/open-session.ts'
import { openedSession } from '../session/store/session-store.ts'
import { deed, type Deed } from './deed.ts'

/** Something that runs in a session of its own, which is followed in place. */
export interface Run {
  /** The session of the last one; it stays open until the next one begins or the component goes. */
  readonly session: ReadonlySignal<OpenSession | undefined>
  /** Whether that one began since the component is there, and not before it was left and came again. */
  readonly isFresh: ReadonlySignal<boolean>
  /** Begins another one. The session of the one before goes on; it is only not followed here any more. */
  readonly starting: Deed<[path: string, body: unknown]>
}

/** The session of the last run of each name, as long as the page is there. */
const last = new Map<string, string>()

/**
 * What a component runs, one at a time. Where it is left and comes again, the last one is shown again.
 *
 * @param name - what is run; the same as long as the component is there.
 */
export function useRun(name: string): Run {
  const session = useSignal<OpenSession | undefined>(undefined)
  const isFresh = useSignal(false)
  const isHere = useRef(true)
  useEffect(() => {
    const id = last.get(name)
    if (id !== undefined) session.value = openedSession(id)
    isHere.current = true
    return () => {
      isHere.current = false
      session.peek()?.close()
    }
  }, [])
  const starting = useMemo(
    () =>
      deed(async (path: string, body: unknown) => {
        const { id } = await post<StartedSession>(path, body)
        last.set(name, id)
        if (!isHere.current) return
        session.peek()?.close()
        isFresh.value = true
        session.value = openedSession(id)
      }),
    [],
  )
  return { session, isFresh, starting }
}
