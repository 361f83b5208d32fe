import { initialSession, type SessionView } from '@millrace/cards'
import type { SessionHeader } from '@millrace/protocol'
import type { Frame, SessionActivity, SessionStreamEvents, WireProblem } from '@millrace/web/wire'
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { StreamListeners } from '../../api/stream.ts'
import type { SessionPhase } from './open-session.ts'
import { foldedFrame, SessionFold } from './session-fold.ts'
import { Slices, type SliceClock } from './slices.ts'

/** What decides when things are done. */
export interface ArrivalTiming {
  readonly clock: SliceClock
  /** Makes a request for `run`, which is run once however often that is asked for until then. */
  soon(run: () => void): () => void
}

/** A session as its stream brings it, whatever pieces it comes in, and however often the stream is cut off. */
export class ArrivingSession {
  readonly fold: SessionFold = new SessionFold()
  readonly header = signal<SessionHeader | undefined>(undefined)
  readonly activity = signal<SessionActivity | undefined>(undefined)
  readonly phase = signal<SessionPhase>('opening')
  readonly problem = signal<WireProblem | undefined>(undefined)
  readonly version = signal(0)
  /** How many events count; all of them where it is `undefined`. */
  readonly moment = signal<number | undefined>(undefined)
  readonly view: ReadonlySignal<SessionView> = computed(() => this.#shown())

  readonly #tail = signal<SessionView>(initialSession)
  readonly #slices: Slices
  readonly #show: () => void
  #last = -1
  /** Where an event was missing the last time. */
  #hole: number | undefined

  constructor(timing: ArrivalTiming) {
    this.#slices = new Slices(timing.clock, (error) =>
      this.end({ code: 'PAGE_FAILED', message: `the page cannot show an event: ${String(error)}` }),
    )
    this.#show = timing.soon(() => this.version.value++)
  }

  /** The sequence number of the last event that came; -1 before the first. */
  get after(): number {
    return this.#last
  }

  /** What the stream of the session is listened to with. */
  readonly listeners: StreamListeners<SessionStreamEvents> = {
    header: ({ header, activity }) => {
      batch(() => {
        this.header.value = header
        this.activity.value = activity
      })
    },
    tail: ({ frames }) => this.#preview(frames),
    frames: ({ frames }) => this.#come(frames),
    'caught-up': () => this.#slices.add([undefined], () => this.#caughtUp()),
    activity: (activity) => {
      this.activity.value = activity
    },
    gone: (problem) => this.#slices.add([problem], (why) => this.end(why)),
  }

  /** The log cannot be read any further; what is there stays. */
  end(problem: WireProblem): void {
    batch(() => {
      this.problem.value = problem
      this.phase.value = 'gone'
      this.version.value++
    })
  }

  /** Nothing changes any more. */
  close(): void {
    this.#slices.stop()
  }

  /** Events that the page has are not taken again; where some are missing, they are asked for once, by a new stream. */
  #come(frames: readonly Frame[]): void {
    const fresh: Frame[] = []
    for (const frame of frames) {
      const { seq } = frame.event
      if (seq <= this.#last) continue
      if (seq !== this.#last + 1 && seq !== this.#hole) {
        this.#hole = seq
        this.#add(fresh)
        throw new RangeError(`event ${seq} came, and ${this.#last + 1} was next`)
      }
      this.#last = seq
      fresh.push(frame)
    }
    this.#add(fresh)
  }

  #add(frames: readonly Frame[]): void {
    this.#slices.add(frames, (frame) => {
      this.fold.add(frame)
      // Until all is there, nothing that is shown depends on how much of it is.
      if (this.phase.peek() === 'whole') this.#show()
    })
  }

  #preview(frames: readonly Frame[]): void {
    let view = initialSession
    this.#slices.add(frames, (frame) => {
      view = foldedFrame(view, frame)
    })
    this.#slices.add([undefined], () => {
      const phase = this.phase.peek()
      if (phase !== 'opening' && phase !== 'tail') return
      batch(() => {
        this.#tail.value = view
        this.phase.value = 'tail'
      })
    })
  }

  #caughtUp(): void {
    batch(() => {
      this.phase.value = 'whole'
      this.version.value++
      this.#tail.value = initialSession
    })
  }

  #shown(): SessionView {
    const moment = this.moment.value
    const phase = this.phase.value
    // The fold is no signal: this is what tells that it grew.
    void this.version.value
    if (moment !== undefined) return this.fold.viewAt(moment)
    if (phase === 'opening') return initialSession
    return phase === 'tail' ? this.#tail.value : this.fold.view
  }
}
