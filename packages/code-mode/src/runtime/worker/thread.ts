import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { control, controlBytes } from '#guest/control.js'
import type { Engine } from '#guest/engine.js'
import type { ThreadNews, ThreadOrder } from '#guest/thread.js'
import { blockedOf, textOfGo } from '#guest/thread-text.js'

/** The thread is plain JavaScript with an address of its own, so that `src` and `lib` find the same file. */
const entry = new URL(import.meta.resolve('#guest/thread.js'))

/** For the thread itself; a machine has limits of its own. The stack has to hold what the engine's deepest call needs. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 16 }

/** News of a run, without the number that says of which. */
export type RunNews = Exclude<ThreadNews, { kind: 'engine' | 'ready' }>

/** Hears of a thread what concerns the program on it. */
export interface ThreadGuest {
  heard(news: RunNews): void
  /** The thread is gone, and the program with it. */
  lost(reason: string): void
}

type RunOrder = ThreadOrder extends infer Order ? (Order extends unknown ? Omit<Order, 'run'> : never) : never

/** What a thread tells the pool that it belongs to. */
export interface ThreadOwner {
  engineReady(engine: Engine): void
  threadGone(thread: Thread): void
}

/** A thread of the host, and the one program that it may have on it. */
export class Thread {
  /** Resolves once it has a machine ready, or is gone. */
  readonly ready: Promise<void>
  readonly words: Int32Array
  private readonly worker: Worker
  private readonly owner: ThreadOwner
  private guest: ThreadGuest | undefined
  private run = 0
  private isEnding = false
  private isGone = false
  private beReady: () => void = () => {}

  constructor(owner: ThreadOwner, engine: Engine | undefined) {
    this.owner = owner
    this.ready = new Promise((resolve) => {
      this.beReady = resolve
    })
    const shared = new SharedArrayBuffer(controlBytes)
    this.words = new Int32Array(shared)
    this.worker = new Worker(fileURLToPath(entry), {
      workerData: { control: shared, ...(engine && { engine }) },
      env: {},
      execArgv: [],
      // Nobody reads them: nothing of ours writes there, and reading would keep the process alive.
      stdout: true,
      stderr: true,
      resourceLimits,
      name: 'millrace program',
    })
    this.worker.on('message', (news: ThreadNews | string) =>
      this.heard(typeof news === 'string' ? blockedOf(news) : news),
    )
    this.worker.on('error', (error: Error) => this.gone(`its thread failed: ${error.message}`))
    this.worker.on('exit', () => this.gone('its thread ended'))
  }

  get isIdle(): boolean {
    return this.guest === undefined && !this.isEnding && !this.isGone
  }

  /** Puts a program on it. */
  seat(guest: ThreadGuest): void {
    this.guest = guest
    this.run++
    this.words.fill(0)
    this.worker.ref()
  }

  /** Takes its program off it; the thread must have been told to let go of it, or have let go. */
  leave(): void {
    this.guest = undefined
    this.worker.unref()
  }

  /** @param moved - memory that the thread gets for itself. */
  post(order: RunOrder, moved: readonly ArrayBuffer[] = []): void {
    const { run } = this
    this.worker.postMessage(order.kind === 'go' ? textOfGo({ ...order, run }) : { ...order, run }, moved)
    Atomics.add(this.words, control.mail, 1)
    Atomics.notify(this.words, control.mail)
  }

  /** Has the program stop as soon as the engine asks. */
  stop(): void {
    Atomics.store(this.words, control.stop, 1)
    this.post({ kind: 'cancel' })
  }

  /** Ends the thread, whatever it does. */
  async end(): Promise<void> {
    this.isEnding = true
    this.guest = undefined
    await this.worker.terminate()
    this.gone('its thread was ended')
  }

  private heard(news: ThreadNews): void {
    if (news.kind === 'engine') this.owner.engineReady(news.engine)
    else if (news.kind === 'ready') {
      // Until then somebody may wait for it who has nothing else that keeps the process alive.
      if (this.guest === undefined) this.worker.unref()
      this.beReady()
    } else if (news.run === this.run) this.guest?.heard(news)
  }

  private gone(reason: string): void {
    if (this.isGone) return
    this.isGone = true
    this.beReady()
    const guest = this.guest
    this.guest = undefined
    this.owner.threadGone(this)
    guest?.lost(reason)
  }
}
