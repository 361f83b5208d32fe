import type { About, PermissionModeName, WireProblem } from '@millrace/web/wire'
import { signal, type ReadonlySignal } from '@preact/signals'
import { get, post } from '../api/api.ts'
import { onChanged } from '../desk/desk.ts'
import { problemIn } from '../kit/problem-in.ts'

const known = signal<About | undefined>(undefined)
const trouble = signal<WireProblem | undefined>(undefined)

/** What the server works with; absent until it said so. */
export const about: ReadonlySignal<About | undefined> = known

/** Why it did not say so. */
export const aboutProblem: ReadonlySignal<WireProblem | undefined> = trouble

let asked = 0

/** Asks for it; of several answers the one to the last request counts. */
export async function loadAbout(): Promise<void> {
  const own = ++asked
  try {
    const answer = await get<About>('/api/about')
    if (own !== asked) return
    known.value = answer
    trouble.value = undefined
  } catch (error) {
    if (own === asked) trouble.value = problemIn(error)
  }
}

/** Keeps it up to date. @returns what ends that. */
export function watchAbout(): () => void {
  void loadAbout()
  return onChanged('about', () => void loadAbout())
}

/** Changes what happens where no rule decides. @throws ApiError where the server refuses. */
export async function changeMode(mode: PermissionModeName): Promise<void> {
  await post('/api/mode', { mode })
  await loadAbout()
}
