import type { SessionEvent, SessionHeader, ToolCallView, ToolResultView } from '@millrace/protocol'

/**
 * One event of a session as a page gets it: as it stands in the log, and how the tool wants the call to be shown that it is
 * about. Presenters are functions of the server; what they answered travels with the event.
 */
export interface Frame {
  readonly event: SessionEvent
  /** Of `tool/call` and `tool/code-dispatch-start`. */
  readonly call?: ToolCallView
  /** Of `tool/result` and `tool/code-dispatch`. */
  readonly result?: ToolResultView
}

/** Where the agent of a session works. */
export type SessionActivity =
  /** In this process, which can go on with it, steer and interrupt it. */
  | { readonly at: 'here'; readonly status: 'idle' | 'running'; readonly interrupted?: true }
  /** In another process of this machine, which writes to the log now. */
  | { readonly at: 'elsewhere' }
  /** Nowhere now. `canGoOn` where it belongs to the folder of this server: a message takes it up again. */
  | { readonly at: 'nowhere'; readonly canGoOn: boolean }

/** What the stream of a session sends, by the name of the server-sent event. The data of each is JSON. */
export interface SessionStreamEvents {
  /** First of all. */
  readonly header: { readonly header: SessionHeader; readonly activity: SessionActivity }
  /** The end of a long log, to be shown until all of it is there; it is sent again among the `frames`. */
  readonly tail: { readonly frames: readonly Frame[] }
  /** What comes next, in the order of the log. */
  readonly frames: { readonly frames: readonly Frame[] }
  /** Everything that there is so far was sent; what follows happens now. Sent once for each stream. */
  readonly 'caught-up': { readonly next: number }
  /** The agent began or ended to work. */
  readonly activity: SessionActivity
  /** The log cannot be read any further. The stream ends. */
  readonly gone: WireProblem
}

/** Why something cannot be done, for a person. */
export interface WireProblem {
  /** Stable. */
  readonly code: string
  readonly message: string
  /** What can be done about it. */
  readonly hints?: readonly string[]
}

/** What every answer of another status than 2xx holds. */
export interface WireFailure {
  readonly error: WireProblem
}
