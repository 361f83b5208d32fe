import type { ModelNews } from '../contract/model.ts'
import { PieceRedactor } from './piece-redactor.ts'
import type { Turn } from './turn.ts'

type ChunkKind = 'text' | 'reasoning'

/** Pieces are put together up to this size, or until this much time has passed. */
const chunkUnits = 2_000
const chunkMs = 200

/** Logs an answer while it arrives: pieces put together, retries, notices. */
export class NewsLog {
  readonly #turn: Turn
  readonly #end = new AbortController()
  #kind: ChunkKind = 'text'
  #buffer = ''
  #waiting = false
  #text = ''
  #attempts = 0
  #redactor: PieceRedactor
  #hasChunks = false

  constructor(turn: Turn) {
    this.#turn = turn
    this.#redactor = new PieceRedactor(turn.agent.runtime.redactor)
  }

  /** The request is made again: what has arrived so far counts for nothing. */
  again(): void {
    this.#attempts += 1
    if (this.#attempts === 1 || !this.#hasChunks) return
    const message = 'the request is made again by a listener of agent/step'
    this.hear({ kind: 'retry', attempt: this.#attempts, code: 'ASKED_AGAIN', message, delayMs: 0 })
  }

  /** The words that have arrived and count. */
  get text(): string {
    return this.#text
  }

  /** Takes news of the model. Never throws: a log that fails ends the turn. */
  readonly hear = (news: ModelNews): void => {
    if (this.#end.signal.aborted) return
    try {
      this.#take(news)
    } catch (error) {
      this.#turn.fail(error)
    }
  }

  /** Logs what is left; later news count for nothing. */
  end(): void {
    if (this.#end.signal.aborted) return
    this.#end.abort()
    this.#finish()
  }

  #take(news: ModelNews): void {
    switch (news.kind) {
      case 'text':
      case 'reasoning':
        return this.#piece(news.kind, String(news.text))
      case 'retry': {
        const { attempt, code, message, delayMs } = news
        this.#finish()
        this.#text = ''
        this.#hasChunks = false
        this.#turn.log('model/retry', { attempt, code, message, delayMs })
        return
      }
      case 'notice':
        this.#flush()
        this.#turn.log('model/notice', { message: news.message })
    }
  }

  #piece(kind: ChunkKind, text: string): void {
    if (text === '') return
    this.#hasChunks = true
    if (kind !== this.#kind) this.#finish()
    this.#kind = kind
    this.#buffer += text
    if (kind === 'text') this.#text += text
    if (this.#buffer.length >= chunkUnits) this.#flush()
    else this.#flushSoon()
  }

  #flushSoon(): void {
    if (this.#waiting) return
    this.#waiting = true
    this.#turn.agent.runtime.timers.sleep(chunkMs, this.#end.signal).then(
      () => {
        this.#waiting = false
        try {
          this.#flush()
        } catch (error) {
          this.#turn.fail(error)
        }
      },
      () => undefined,
    )
  }

  #flush(): void {
    const buffered = this.#buffer
    this.#buffer = ''
    if (buffered !== '') this.#log(this.#redactor.push(buffered))
  }

  /** Logs all that there is of one kind. */
  #finish(): void {
    this.#flush()
    this.#log(this.#redactor.end())
    this.#redactor = new PieceRedactor(this.#turn.agent.runtime.redactor)
  }

  #log(text: string): void {
    if (text !== '') this.#turn.log('assistant/chunk', { kind: this.#kind, text })
  }
}
