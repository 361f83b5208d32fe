import type { WireProblem } from '@millrace/web/wire'
import { signal, type ReadonlySignal } from '@preact/signals'
import { credentials, problemOf } from './api.ts'
import { counted, type StreamState } from './connection.ts'
import { backOff, pause } from './pause.ts'
import { readEvents } from './read-events.ts'

/** Listeners by the names of server-sent events. What they throw ends the try, and the stream is asked for again. */
export type StreamListeners<Events extends object> = {
  readonly [Name in keyof Events]: (data: Events[Name]) => void
}

/** How a stream is kept. */
export interface StreamOptions {
  /**
   * A page that nobody looks at lets go of the stream after so many milliseconds, and takes it up again when somebody does:
   * a browser keeps only six connections to one server, in all its tabs together. Never without it.
   */
  readonly restsAfter?: number
}

/** A stream of server-sent events that is kept open. */
export interface Stream {
  readonly state: ReadonlySignal<StreamState>
  /** Why it is `failed`, or `waiting` because of what a listener threw. */
  readonly problem: ReadonlySignal<WireProblem | undefined>
  /** Idempotent; no listener is called afterwards. */
  close(): void
}

/**
 * Keeps a stream open: what is cut off, silent or refused for the moment is asked for again.
 *
 * @param path - asked anew for each try, so that it can say what the page has by now.
 */
export function stream<Events extends object>(
  path: () => string,
  listeners: StreamListeners<Events>,
  options: StreamOptions = {},
): Stream {
  const state = signal<StreamState>('connecting')
  const problem = signal<WireProblem | undefined>(undefined)
  const closing = new AbortController()
  const forget = counted(state)
  const hear = (name: string, data: string): void => {
    if (closing.signal.aborted || !Object.hasOwn(listeners, name)) return
    listeners[name as keyof Events](JSON.parse(data) as never)
  }
  const close = (): void => {
    closing.abort()
    forget()
    state.value = 'closed'
  }
  void keptOpen({ path, hear, state, problem, options, closing: closing.signal })
  return { state, problem, close }
}

interface Kept {
  readonly path: () => string
  readonly hear: (name: string, data: string) => void
  readonly state: { value: StreamState }
  readonly problem: { value: WireProblem | undefined }
  readonly options: StreamOptions
  readonly closing: AbortSignal
}

async function keptOpen(kept: Kept): Promise<void> {
  const { state, problem, closing } = kept
  for (let failures = 0; !closing.aborted;) {
    const ended = await tried(kept)
    if (closing.aborted) return
    problem.value = ended.problem
    if (ended.kind === 'refused' || ended.kind === 'failed') {
      state.value = ended.kind
      return
    }
    if (ended.kind === 'rested') {
      await looked(closing)
      continue
    }
    state.value = 'waiting'
    failures = ended.wasOpen ? 0 : failures + 1
    await pause(backOff(failures), closing)
  }
}

/** How one try ended. */
interface Ended {
  readonly kind: 'cut' | 'rested' | 'refused' | 'failed'
  /** It was of use: a listener heard something, and the last one did not throw. */
  readonly wasOpen?: boolean
  readonly problem: WireProblem | undefined
}

async function tried({ path, hear, state, options, closing }: Kept): Promise<Ended> {
  const ending = new AbortController()
  const rest = restingAfter(options.restsAfter, () => ending.abort())
  const end = (): void => ending.abort()
  closing.addEventListener('abort', end)
  let wasOpen = false
  try {
    const response = await fetch(path(), {
      headers: { Accept: 'text/event-stream', ...credentials() },
      cache: 'no-store',
      signal: ending.signal,
    })
    if (!response.ok || response.body === null) return await refusalOf(response)
    state.value = 'open'
    await readEvents(response.body, ({ event = 'message', data }) => {
      wasOpen = false
      hear(event, data)
      wasOpen = true
    })
    return { kind: 'cut', wasOpen, problem: undefined }
  } catch (error) {
    if (ending.signal.aborted) return { kind: 'rested', problem: undefined }
    return { kind: 'cut', wasOpen, problem: { code: 'STREAM_BROKEN', message: String(error) } }
  } finally {
    closing.removeEventListener('abort', end)
    rest.undo()
    ending.abort()
  }
}

/** Refusals that another try may not meet. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

async function refusalOf(response: Response): Promise<Ended> {
  const { status } = response
  const problem = await problemOf(response)
  if (status === 401 || status === 403) return { kind: 'refused', problem }
  if (status >= 500 || passing.has(status)) return { kind: 'cut', problem }
  return { kind: 'failed', problem }
}

/** Calls `rest` when nobody has looked at the page for so long. */
function restingAfter(ms: number | undefined, rest: () => void): { undo(): void } {
  if (ms === undefined) return { undo: () => {} }
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(rest, ms)
  }
  look()
  document.addEventListener('visibilitychange', look)
  const undo = (): void => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
  return { undo }
}

/** Waits until somebody looks at the page, or the signal comes. */
async function looked(closing: AbortSignal): Promise<void> {
  while (document.visibilityState === 'hidden' && !closing.aborted) await pause(2 ** 31 - 1, closing)
}
