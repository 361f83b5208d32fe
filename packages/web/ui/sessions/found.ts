import type { FoundInSessions, WireProblem } from '@millrace/web/wire'
import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import { addressPart } from '../api/address-part.ts'
import { get } from '../api/api.ts'
import { problemIn } from '../kit/problem-in.ts'

/** What is searched for in all sessions; empty for nothing. */
export const words = signal('')

/** Where a search stands. */
export type Search =
  | { readonly state: 'none' | 'asked' }
  | { readonly state: 'found'; readonly found: FoundInSessions }
  | { readonly state: 'failed'; readonly problem: WireProblem }

const search = signal<Search>({ state: 'none' })

/** What was found for the words. */
export const found: ReadonlySignal<Search> = search

/** Whoever types is let finish. */
const patience = 220

effect(() => {
  const wanted = words.value.trim()
  if (wanted === '') {
    untracked(() => (search.value = { state: 'none' }))
    return undefined
  }
  untracked(() => {
    if (search.value.state !== 'found') search.value = { state: 'asked' }
  })
  const running = new AbortController()
  const timer = setTimeout(() => void ask(wanted, running.signal), patience)
  return () => {
    clearTimeout(timer)
    running.abort()
  }
})

async function ask(wanted: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await get<FoundInSessions>(`/api/sessions/found?words=${addressPart(wanted)}`, signal)
    if (!signal.aborted) search.value = { state: 'found', found: answer }
  } catch (error) {
    if (!signal.aborted) search.value = { state: 'failed', problem: problemIn(error) }
  }
}
