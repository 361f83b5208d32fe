import type { DecidedQuestion, DeskStreamEvents } from '../../wire/questions.ts'
import type { DeskHost } from '../host.ts'
import type { EventStream } from './event-stream.ts'

/** News that are kept for a page that does not take them; the oldest go first. */
const mostNews = 200

type News =
  | { readonly name: 'decided'; readonly data: DecidedQuestion }
  | { readonly name: 'warning'; readonly data: DeskStreamEvents['warning'] }

/** One page that answers questions: it gets all that waits whenever that changes, and what else it should know. */
export class DeskViewer {
  readonly #desk: DeskHost
  readonly #stream: EventStream
  readonly #changed = new Set<DeskStreamEvents['changed']['what']>()
  readonly #news: News[] = []
  #isOutdated = true
  #wake: () => void = () => {}

  constructor(desk: DeskHost, stream: EventStream) {
    this.#desk = desk
    this.#stream = stream
  }

  /** Sends until the page is gone. */
  async run(): Promise<void> {
    const unwatch = this.#desk.watch({
      waiting: () => {
        this.#isOutdated = true
        this.#wake()
      },
      decided: (data) => this.#add({ name: 'decided', data }),
      warning: (message) => this.#add({ name: 'warning', data: { message } }),
      changed: (what) => {
        this.#changed.add(what)
        this.#wake()
      },
    })
    const left = this.#desk.attend()
    this.#stream.closed.addEventListener('abort', () => this.#wake(), { once: true })
    try {
      while (!this.#stream.closed.aborted) await this.#sendNext()
    } finally {
      unwatch()
      left()
      this.#stream.end()
    }
  }

  /** Who decided comes before the question is gone, so that a page can say so. */
  async #sendNext(): Promise<void> {
    const news = this.#news.shift()
    if (news !== undefined) return this.#stream.tell(news.name, news.data)
    if (this.#isOutdated) {
      this.#isOutdated = false
      const waiting = { questions: this.#desk.questions(), forms: this.#desk.forms() }
      return this.#stream.tell('waiting', waiting satisfies DeskStreamEvents['waiting'])
    }
    for (const what of this.#changed) {
      this.#changed.delete(what)
      return this.#stream.tell('changed', { what } satisfies DeskStreamEvents['changed'])
    }
    await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  #add(news: News): void {
    this.#news.push(news)
    if (this.#news.length > mostNews) this.#news.shift()
    this.#wake()
  }
}
