import { signal, type ReadonlySignal } from '@preact/signals'
import type { WireProblem } from '@millrace/web/wire'
import { problemIn } from './problem-in.ts'

/** Something that the server is asked to do: one time after the other. */
export interface Deed<Given extends readonly unknown[]> {
  readonly isUnderWay: ReadonlySignal<boolean>
  /** Why it was not done the last time. */
  readonly problem: ReadonlySignal<WireProblem | undefined>
  /** Does it, unless it is under way. @returns whether it was done. */
  start(...given: Given): Promise<boolean>
  forgetProblem(): void
}

/** Keeps track of something that the server is asked to do. */
export function deed<Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>): Deed<Given> {
  const isUnderWay = signal(false)
  const problem = signal<WireProblem | undefined>(undefined)
  return {
    isUnderWay,
    problem,
    async start(...given) {
      if (isUnderWay.peek()) return false
      isUnderWay.value = true
      problem.value = undefined
      try {
        await act(...given)
        return true
      } catch (error) {
        problem.value = problemIn(error)
        return false
      } finally {
        isUnderWay.value = false
      }
    },
    forgetProblem() {
      problem.value = undefined
    },
  }
}
