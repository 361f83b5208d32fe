import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import type { AskedForm, AskedQuestion, DecidedQuestion, DeskStreamEvents } from '@millrace/web/wire'
import { sharedStream } from '../api/shared-stream.ts'

/** A part of the page that has to be asked for again after somebody changed it. */
export type Changing = DeskStreamEvents['changed']['what']

const waitingQuestions = signal<readonly AskedQuestion[]>([])
const waitingForms = signal<readonly AskedForm[]>([])
const latest = signal<DecidedQuestion | undefined>(undefined)

/** Questions that wait for somebody's yes, the oldest first. */
export const questions: ReadonlySignal<readonly AskedQuestion[]> = waitingQuestions

/** Forms of tools and servers that wait to be filled in, the oldest first. */
export const forms: ReadonlySignal<readonly AskedForm[]> = waitingForms

/** How the question ended that ended last. */
export const lastDecided: ReadonlySignal<DecidedQuestion | undefined> = latest

/** How many questions and forms wait for the person. */
export const waitingCount: ReadonlySignal<number> = computed(
  () => waitingQuestions.value.length + waitingForms.value.length,
)

const refetchers = new Map<Changing, Set<() => void>>()
const warned = new Set<(message: string) => void>()

/** Calls whenever that part may have changed: somebody said so, or the stream broke and came back. @returns what ends that. */
export function onChanged(what: Changing, refetch: () => void): () => void {
  const those = refetchers.get(what) ?? new Set()
  refetchers.set(what, those.add(refetch))
  return () => void those.delete(refetch)
}

/** Hears what a person should know, such as that a rule could not be saved. @returns what ends that. */
export function onWarning(tell: (message: string) => void): () => void {
  warned.add(tell)
  return () => void warned.delete(tell)
}

/** Listens to the desk from now on. @returns what ends that. */
export function openDesk(): () => void {
  const kept = sharedStream<DeskStreamEvents>(
    '/api/desk',
    {
      waiting: takeWaiting,
      decided: (decided) => (latest.value = decided),
      changed: ({ what }) => refetchers.get(what)?.forEach((refetch) => refetch()),
      warning: ({ message }) => warned.forEach((tell) => tell(message)),
    },
    { kept: ['waiting'] },
  )
  let wasOpen = false
  const undo = effect(() => {
    if (kept.state.value !== 'open') return
    if (wasOpen) untracked(everythingMayHaveChanged)
    wasOpen = true
  })
  return () => {
    undo()
    kept.close()
  }
}

/** What was said while nobody listened is not known. */
function everythingMayHaveChanged(): void {
  for (const those of refetchers.values()) for (const refetch of those) refetch()
}

function takeWaiting(waiting: DeskStreamEvents['waiting']): void {
  batch(() => {
    waitingQuestions.value = byAge(waiting.questions)
    waitingForms.value = byAge(waiting.forms)
  })
}

function byAge<T extends { readonly askedAt: number }>(asked: readonly T[]): readonly T[] {
  return asked.toSorted((one, other) => one.askedAt - other.askedAt)
}
