import type { WireProblem } from '@millrace/web/wire'
import { effect, signal } from '@preact/signals'
import { startName } from './api.ts'
import { counted, type StreamState } from './connection.ts'
import { leadWhenChosen } from './leader.ts'
import { stream, type Stream, type StreamListeners } from './stream.ts'

/** What tabs tell each other. */
type Told =
  /** A tab was opened, and asks for what it missed. */
  | { readonly kind: 'new' }
  | { readonly kind: 'event'; readonly name: string; readonly data: unknown }
  | { readonly kind: 'state'; readonly state: StreamState; readonly problem: WireProblem | undefined }

/** How a stream is shared. */
export interface SharedOptions<Events extends object> {
  /** Events of which a tab that is opened later needs the last one. */
  readonly kept: readonly (keyof Events & string)[]
}

/**
 * A stream that one tab of this browser keeps for all of them. A browser opens no more than six connections to one server in
 * all its tabs together: a stream for each tab would leave none for the answer to a question.
 */
export function sharedStream<Events extends object>(
  path: string,
  listeners: StreamListeners<Events>,
  { kept }: SharedOptions<Events>,
): Stream {
  const state = signal<StreamState>('connecting')
  const problem = signal<WireProblem | undefined>(undefined)
  const forget = counted(state)
  const name = `millrace ${path} ${startName}`
  const channel = new BroadcastChannel(name)
  const last = new Map<string, unknown>()
  let isLeading = false
  const tell = (told: Told): void => channel.postMessage(told)
  const hear = (event: string, data: unknown): void => {
    if (Object.hasOwn(listeners, event)) listeners[event as keyof Events](data as never)
  }
  const tellState = (): void => tell({ kind: 'state', state: state.peek(), problem: problem.peek() })
  channel.onmessage = ({ data: told }: MessageEvent<Told>) => {
    if (told.kind === 'new') {
      if (!isLeading) return
      tellState()
      for (const [event, data] of last) tell({ kind: 'event', name: event, data })
    } else if (isLeading) return
    else if (told.kind === 'event') hear(told.name, told.data)
    else {
      state.value = told.state
      problem.value = told.problem
    }
  }
  const lead = (): (() => void) => {
    isLeading = true
    const spread = (event: string) => (data: unknown) => {
      if ((kept as readonly string[]).includes(event)) last.set(event, data)
      tell({ kind: 'event', name: event, data })
      hear(event, data)
    }
    const spreading = Object.fromEntries(Object.keys(listeners).map((event) => [event, spread(event)]))
    const own = stream<Events>(() => path, spreading as unknown as StreamListeners<Events>)
    const undo = effect(() => {
      state.value = own.state.value
      problem.value = own.problem.value
      tellState()
    })
    return () => {
      undo()
      own.close()
    }
  }
  const leave = leadWhenChosen(name, lead)
  tell({ kind: 'new' })
  const close = (): void => {
    leave()
    channel.close()
    forget()
    state.value = 'closed'
  }
  return { state, problem, close }
}
