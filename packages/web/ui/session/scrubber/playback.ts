import { signal, type Signal } from '@preact/signals'

/** How fast events follow each other. `instant` leaves out all waits. */
export type Speed = 1 | 4 | 'instant'

/** No wait between two events is longer than so many milliseconds, whatever the speed. */
export const longestWait = 2_000

/** What happens in less than a picture happens at once. */
const picture = 16

/** In how many pictures an instant playback shows all of a log. */
const instantPictures = 45

/** The times of the events that are played. */
export interface PlayedEvents {
  readonly length: number
  /** Milliseconds since the epoch. */
  timeAt(index: number): number
}

/** Calls later. @returns what keeps that from happening. */
export type Later = (run: () => void, ms: number) => () => void

/** Plays a log: moves the moment through its events, in their own time or faster. */
export class Playback {
  readonly playing = signal(false)
  readonly speed = signal<Speed>(1)
  /** How long the wait was that is cut short now, in milliseconds. */
  readonly shortened = signal<number | undefined>(undefined)

  readonly #events: PlayedEvents
  readonly #moment: Signal<number | undefined>
  readonly #later: Later
  #cancel: () => void = () => {}

  constructor(events: PlayedEvents, moment: Signal<number | undefined>, later: Later) {
    this.#events = events
    this.#moment = moment
    this.#later = later
  }

  /** How many events count. */
  get position(): number {
    return Math.min(this.#moment.peek() ?? this.#events.length, this.#events.length)
  }

  /** Goes on from where it stands; from the start where it stands at the end. */
  play(): void {
    if (this.position >= this.#events.length) this.#moment.value = 0
    this.playing.value = true
    this.#next()
  }

  pause(): void {
    this.#cancel()
    this.playing.value = false
    this.shortened.value = undefined
  }

  /** Stands elsewhere; what plays goes on from there. */
  seek(position: number): void {
    const { length } = this.#events
    this.#moment.value = position >= length ? undefined : Math.max(0, position)
    if (this.playing.peek()) this.#next()
  }

  /** Plays at another speed from now on. */
  setSpeed(speed: Speed): void {
    this.speed.value = speed
    if (this.playing.peek()) this.#next()
  }

  #next(): void {
    this.#cancel()
    this.shortened.value = undefined
    const from = this.position
    if (from >= this.#events.length) return this.#end()
    const { to, wait, gap } = this.#step(from)
    if (gap !== undefined) this.shortened.value = gap
    this.#cancel = this.#later(() => {
      this.#moment.value = to
      this.#next()
    }, wait)
  }

  /** Everything is shown: what comes now is live. */
  #end(): void {
    this.#moment.value = undefined
    this.pause()
  }

  #step(from: number): { readonly to: number; readonly wait: number; readonly gap?: number } {
    const speed = this.speed.peek()
    const { length } = this.#events
    if (speed === 'instant')
      return { to: Math.min(length, from + Math.ceil(length / instantPictures)), wait: picture }
    const full = this.#waitBefore(from) / speed
    let to = from + 1
    let together = 0
    for (; to < length && together < picture; to++) together += this.#waitBefore(to) / speed
    if (to > from + 1 && together >= picture) to--
    return { to, wait: Math.min(full, longestWait), ...(full > longestWait && { gap: full * speed }) }
  }

  #waitBefore(index: number): number {
    return index === 0 ? 0 : Math.max(0, this.#events.timeAt(index) - this.#events.timeAt(index - 1))
  }
}
