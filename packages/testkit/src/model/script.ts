import type { ModelNews, ModelRequest } from '@millrace/agent'
import { HarnessError, type FinishReason, type JsonValue, type Usage } from '@millrace/protocol'

/** One call that a scripted model asks for. */
export interface ScriptedCall {
  readonly name: string
  /** `call_1`, `call_2`, … unless given; an empty or a repeated one is passed on as it is. */
  readonly id?: string
  /** `{}` unless given. */
  readonly arguments?: JsonValue
  /** The argument text as it stands, in place of `arguments`: for text that is no JSON. */
  readonly argumentsText?: string
  /** What the provider wants back with the call. */
  readonly metadata?: JsonValue
}

/** One answer of a scripted model. What is left out is not part of it. */
export interface ScriptedAnswer<R = ModelRequest> {
  /** Is given the request first. What it throws is what the model throws, so a test can assert here. */
  readonly expect?: (request: R) => void
  /** News before the answer, such as a retry or a notice. */
  readonly news?: readonly ModelNews[]
  readonly reasoning?: string
  /** Streamed word by word, or in the given pieces. */
  readonly text?: string | readonly string[]
  readonly calls?: readonly ScriptedCall[]
  readonly usage?: Usage
  /** `tool-calls` where there are calls, else `stop`, unless given. */
  readonly finish?: FinishReason
  /** Milliseconds before the first piece. */
  readonly delayMs?: number
  /** Milliseconds before each piece. */
  readonly pieceMs?: number
  /** Goes on only when it is aborted, after the text has been streamed. */
  readonly waitForAbort?: true
  /** Thrown after the text has been streamed, in place of an answer. */
  readonly error?: unknown
}

const members: Readonly<Record<keyof ScriptedAnswer, true>> = {
  text: true,
  reasoning: true,
  calls: true,
  usage: true,
  finish: true,
  news: true,
  delayMs: true,
  pieceMs: true,
  error: true,
  waitForAbort: true,
  expect: true,
}

/** An answer; a text alone; or an error to throw. */
export type ScriptStep<R = ModelRequest> = string | Error | ScriptedAnswer<R>

/**
 * What a model answers, request by request: a list, a function of the request and its number from 0, or a generator,
 * whose `yield` gives it the request that it answers next.
 */
export type Script<R = ModelRequest> =
  | Iterable<ScriptStep<R>>
  | Iterator<ScriptStep<R>, unknown, R>
  | ((request: R, index: number) => ScriptStep<R> | Promise<ScriptStep<R>>)

/** A script that does not fit what was asked of it. */
export class ScriptError extends HarnessError {
  declare readonly code: 'SCRIPT_EXHAUSTED' | 'SCRIPT_INVALID'

  constructor(code: 'SCRIPT_EXHAUSTED' | 'SCRIPT_INVALID', message: string) {
    super(code, message)
  }
}

/** Gives the answers of a script in the order of the requests. */
export class ScriptReader<R> {
  readonly #name: string
  readonly #next: (request: R, index: number) => ScriptStep<R> | undefined | Promise<ScriptStep<R>>
  readonly #length: number | undefined
  #asked = 0

  constructor(script: Script<R>, name: string) {
    this.#name = name
    this.#length = Array.isArray(script) ? script.length : undefined
    this.#next = readerOf(script)
  }

  /** Answers that nobody asked for yet; `undefined` where the script is no list. */
  get remaining(): number | undefined {
    return this.#length === undefined ? undefined : Math.max(this.#length - this.#asked, 0)
  }

  /**
   * The answer to the next request.
   * @throws ScriptError where there is none.
   */
  async answer(request: R): Promise<ScriptedAnswer<R>> {
    const index = this.#asked++
    const step = await this.#next(request, index)
    if (step === undefined) {
      const length = this.#length ?? index
      throw new ScriptError(
        'SCRIPT_EXHAUSTED',
        `the scripted model "${this.#name}" got request ${index + 1}, and its script has ${length} answer${length === 1 ? '' : 's'}; add an answer, or end the turn earlier`,
      )
    }
    if (typeof step === 'string') return { text: step }
    if (step instanceof Error) return { error: step }
    if (typeof step === 'object' && step !== null) return this.#known(step, index)
    throw new ScriptError(
      'SCRIPT_INVALID',
      `answer ${index + 1} of the scripted model "${this.#name}" is a ${typeof step}; expected a text, an Error, or an object such as { text } or { calls }`,
    )
  }

  /** A member under a wrong name would leave the answer empty, and the test that has it green. */
  #known(answer: ScriptedAnswer<R>, index: number): ScriptedAnswer<R> {
    const unknown = Object.keys(answer).find((name) => !Object.hasOwn(members, name))
    if (unknown === undefined) return answer
    throw new ScriptError(
      'SCRIPT_INVALID',
      `answer ${index + 1} of the scripted model "${this.#name}" has the member ${JSON.stringify(unknown)}; expected ${Object.keys(members).join(', ')}`,
    )
  }
}

function readerOf<R>(
  script: Script<R>,
): (request: R, index: number) => ScriptStep<R> | undefined | Promise<ScriptStep<R>> {
  if (typeof script === 'function') return script
  const steps = (Symbol.iterator in script ? script[Symbol.iterator]() : script) as Iterator<
    ScriptStep<R>,
    unknown,
    R
  >
  return (request) => {
    const { done, value } = steps.next(request)
    return done === true ? undefined : value
  }
}
