import type { SessionList, WireProblem } from '@millrace/web/wire'
import { signal, type ReadonlySignal } from '@preact/signals'
import { get } from '../api/api.ts'
import { onChanged } from '../desk/desk.ts'
import { problemIn } from '../kit/problem-in.ts'

const known = signal<SessionList | undefined>(undefined)
const trouble = signal<WireProblem | undefined>(undefined)

/** All sessions of this machine; absent until the server told of them. */
export const sessionList: ReadonlySignal<SessionList | undefined> = known

/** Why the list is not there, or not up to date. */
export const sessionListProblem: ReadonlySignal<WireProblem | undefined> = trouble

/** An agent at work changes the list with every call: it is asked for no more often than this. */
const apart = 800

let isAsking = false
let isAskedAgain = false

/** Asks for the list. Requests that come while one is under way become one. */
export async function loadSessions(): Promise<void> {
  if (isAsking) {
    isAskedAgain = true
    return
  }
  isAsking = true
  isAskedAgain = false
  try {
    known.value = await get<SessionList>('/api/sessions')
    trouble.value = undefined
  } catch (error) {
    trouble.value = problemIn(error)
  }
  setTimeout(() => {
    isAsking = false
    if (isAskedAgain) void loadSessions()
  }, apart)
}

/** Keeps the list up to date. @returns what ends that. */
export function watchSessions(): () => void {
  void loadSessions()
  return onChanged('sessions', () => void loadSessions())
}
