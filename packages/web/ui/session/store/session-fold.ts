import { initialSession, presentersOf, reduceSession, type SessionView } from '@millrace/cards'
import type { Frame } from '@millrace/web/wire'

/** A view is kept for each so many events, so that any moment is at most so many events away from one. */
const stride = 500

/** The view after one more event, whose calls are shown as the server's presenters said. */
export function foldedFrame(view: SessionView, frame: Frame): SessionView {
  return reduceSession(view, frame.event, presentersOf(frame))
}

/** All frames of a session and what they come to, at their end and at any moment before. */
export class SessionFold {
  readonly #frames: Frame[] = []
  // Views share what did not change between them: one more of them costs next to nothing.
  readonly #checkpoints: SessionView[] = [initialSession]
  #view: SessionView = initialSession
  #moment: { readonly count: number; readonly view: SessionView } = { count: 0, view: initialSession }

  get length(): number {
    return this.#frames.length
  }

  /** The view after all frames. */
  get view(): SessionView {
    return this.#view
  }

  /** Adds the next frame. @throws RangeError where it comes before the last one. */
  add(frame: Frame): void {
    const last = this.#frames.at(-1)?.event.seq ?? -1
    const { seq } = frame.event
    if (seq <= last) throw new RangeError(`event ${seq} came after event ${last}`)
    this.#view = foldedFrame(this.#view, frame)
    if (this.#frames.push(frame) % stride === 0) this.#checkpoints.push(this.#view)
  }

  /** @throws RangeError beyond the last one. */
  frameAt(index: number): Frame {
    const frame = this.#frames[index]
    if (frame === undefined)
      throw new RangeError(`there is no event ${index}; ${this.#frames.length} are there`)
    return frame
  }

  /** The view after the first `count` frames, or after all where there are fewer. */
  viewAt(count: number): SessionView {
    if (count >= this.#frames.length) return this.#view
    const wanted = Math.max(0, Math.floor(count))
    const nearest = Math.floor(wanted / stride)
    const isAhead = this.#moment.count <= wanted && this.#moment.count >= nearest * stride
    let { count: from, view } = isAhead
      ? this.#moment
      : { count: nearest * stride, view: this.#checkpoints[nearest] ?? initialSession }
    for (; from < wanted; from++) view = foldedFrame(view, this.frameAt(from))
    this.#moment = { count: wanted, view }
    return view
  }
}
