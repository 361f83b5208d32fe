import type { StartedSession, WireProblem } from '@millrace/web/wire'
import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { post } from '../api/api.ts'
import type { OpenSession } from '../session/store/open-session.ts'
import { openedSession } from '../session/store/session-store.ts'
import { problemIn } from './problem-in.ts'

/** Something that runs in a session of its own, which is followed in place. */
export interface Run {
  /** The session of the last one; it stays open until the next one begins or the component goes. */
  readonly session: ReadonlySignal<OpenSession | undefined>
  readonly problem: ReadonlySignal<WireProblem | undefined>
  /** Whether the server was asked and has not answered. */
  readonly isSending: ReadonlySignal<boolean>
  /** Begins another one. The session of the one before goes on; it is only not followed here any more. */
  readonly begin: (path: string, body: unknown) => Promise<void>
}

/** What a component runs, one at a time. */
export function useRun(): Run {
  const session = useSignal<OpenSession | undefined>(undefined)
  const problem = useSignal<WireProblem | undefined>(undefined)
  const isSending = useSignal(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      session.peek()?.close()
    }
  }, [])
  const begin = async (path: string, body: unknown): Promise<void> => {
    if (isSending.peek()) return
    isSending.value = true
    problem.value = undefined
    try {
      const { id } = await post<StartedSession>(path, body)
      if (!isHere.current) return
      session.peek()?.close()
      session.value = openedSession(id)
    } catch (error) {
      problem.value = problemIn(error)
    } finally {
      isSending.value = false
    }
  }
  return { session, problem, isSending, begin }
}
