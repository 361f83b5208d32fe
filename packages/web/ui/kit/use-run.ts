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
  /** Begins another one. The session of the one before goes on; it is only not followed here any more. */
  readonly starting: Deed<[path: string, body: unknown]>
}

/** What a component runs, one at a time. */
export function useRun(): Run {
  const session = useSignal<OpenSession | undefined>(undefined)
  const isHere = useRef(true)
  useEffect(() => {
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
        if (!isHere.current) return
        session.peek()?.close()
        session.value = openedSession(id)
      }),
    [],
  )
  return { session, starting }
}
