/** A tool call of a scripted answer. */
export interface ScriptedCall {
  /** `call_1`, `call_2`, … within the answer unless given. */
  readonly id?: string
  readonly name: string
  /** The argument text, sent as it stands: it may be empty, or no JSON at all. */
  readonly arguments: string
}

/** How an answer goes wrong. `afterChunks` counts the events that arrive before; 1 unless given. */
export type ProviderFailure =
  /** Another status than 200, with a body as the provider words it unless one is given. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** The connection is destroyed; with `afterChunks: 0` before anything was sent. */
  | { readonly kind: 'reset'; readonly afterChunks?: number }
  /** Nothing comes any more, and the connection stays. */
  | { readonly kind: 'stall'; readonly afterChunks?: number }
  /** An event of another shape than any that the protocol knows. */
  | { readonly kind: 'malformed'; readonly afterChunks?: number }
  /** An event that is no JSON. */
  | { readonly kind: 'bad-json'; readonly afterChunks?: number }
  /** An error that is reported within the stream. */
  | { readonly kind: 'error'; readonly type: string; readonly message: string; readonly afterChunks?: number }
  /** The stream ends well, but without its finish reason and all that would follow. */
  | { readonly kind: 'no-finish' }
  /** Without the last line of the protocol (`[DONE]`, `message_stop`). */
  | { readonly kind: 'no-end' }
  /** Status 200, and nothing else. */
  | { readonly kind: 'empty' }

/** One answer of a scripted provider. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly reasoning?: string
  /** What signs the reasoning, for Anthropic's protocol. */
  readonly signature?: string
  readonly calls?: readonly ScriptedCall[]
  readonly usage?: {
    readonly input: number
    readonly output: number
    readonly cachedInput?: number
    readonly reasoning?: number
  }
  /** As the calls have it unless given. */
  readonly finish?: 'stop' | 'tool-calls' | 'length' | 'content-filter'
  readonly failure?: ProviderFailure
  /** UTF-16 units that one event carries; everything of a kind in one event unless given. */
  readonly pieceUnits?: number
  /** Bytes of each write to the network; 1 splits events and characters everywhere. */
  readonly splitBytes?: number
  /** Milliseconds before each event. */
  readonly delayMs?: number
}

/** A request as it arrived. */
export interface ProviderRequest {
  /** From 0. */
  readonly index: number
  readonly path: string
  /** Names in lower case; those that hold keys are left out. */
  readonly headers: Readonly<Record<string, string>>
  /** The exact text. */
  readonly body: string
  /** The same, parsed; `undefined` where it is no JSON. */
  readonly json: unknown
  /** Whether the client went away before the answer was complete. */
  readonly aborted: boolean
}

/** What is answered: one answer after the other, or whatever a function makes of a request. */
export type ProviderScript =
  | readonly ScriptedAnswer[]
  | ((request: ProviderRequest) => ScriptedAnswer | Promise<ScriptedAnswer>)

/** The pieces of a text as events carry them. */
export function piecesOf(text: string, units: number | undefined): string[] {
  if (units === undefined || units >= text.length) return text === '' ? [] : [text]
  return Array.from({ length: Math.ceil(text.length / units) }, (_, index) =>
    text.slice(index * units, (index + 1) * units),
  )
}

/** Why an answer ends. */
export function finishOf(answer: ScriptedAnswer): NonNullable<ScriptedAnswer['finish']> {
  return answer.finish ?? ((answer.calls?.length ?? 0) > 0 ? 'tool-calls' : 'stop')
}
