import type { WireProblem } from '@millrace/web/wire'
import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { get } from '../api/api.ts'
import { problemIn } from './problem-in.ts'

/** Something that the server knows, asked for when it is first shown and whenever it is to be asked for again. */
export interface Resource<T> {
  /** The latest answer; it stays while a newer one is asked for. */
  readonly value: ReadonlySignal<T | undefined>
  /** Why the last try brought none. */
  readonly problem: ReadonlySignal<WireProblem | undefined>
  readonly isLoading: ReadonlySignal<boolean>
  /** Asks again; an answer to an earlier request no longer counts. */
  readonly reload: () => void
}

/** A resource for as long as the component is there. */
export function useResource<T>(path: string): Resource<T> {
  const value = useSignal<T | undefined>(undefined)
  const problem = useSignal<WireProblem | undefined>(undefined)
  const isLoading = useSignal(true)
  const loader = useMemo(() => new Loader<T>(path, { value, problem, isLoading }), [path])
  useEffect(() => {
    loader.load()
    return () => loader.end()
  }, [loader])
  return { value, problem, isLoading, reload: () => loader.load() }
}

interface Cells<T> {
  readonly value: { value: T | undefined }
  readonly problem: { value: WireProblem | undefined }
  readonly isLoading: { value: boolean }
}

/** Asks for one path, one request at a time. */
class Loader<T> {
  readonly #path: string
  readonly #cells: Cells<T>
  #running: AbortController | undefined

  constructor(path: string, cells: Cells<T>) {
    this.#path = path
    this.#cells = cells
  }

  load(): void {
    this.end()
    const running = new AbortController()
    this.#running = running
    this.#cells.isLoading.value = true
    void this.#ask(running.signal)
  }

  end(): void {
    this.#running?.abort()
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { value, problem, isLoading } = this.#cells
    try {
      const answer = await get<T>(this.#path, signal)
      if (signal.aborted) return
      value.value = answer
      problem.value = undefined
    } catch (error) {
      if (signal.aborted) return
      problem.value = problemIn(error)
    }
    isLoading.value = false
  }
}
