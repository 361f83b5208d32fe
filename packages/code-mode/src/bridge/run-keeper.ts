import type { Timers } from '@millrace/host'
import type { JournalEntry, RunJournal } from '../contract/run-store.ts'
import type { MachineRun } from '../contract/runtime.ts'

/** While a run waits, what it has become is kept as often as this. */
const keepEveryMs = 5_000

/** What a keeper needs. */
export interface KeeperOptions {
  readonly journal: RunJournal
  readonly timers: Timers
  /** Whether a call is under way. */
  readonly isWaiting: () => boolean
  readonly warn: (message: string, error: unknown) => void
}

/** Keeps one run, so that another process can go on with it. */
export class RunKeeper {
  readonly #options: KeeperOptions
  readonly #over = new AbortController()
  #machine: MachineRun | undefined
  #changed = false
  #wanted = false
  #keeping: Promise<void> | undefined

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  /** Keeps images of a machine from now on. */
  watch(machine: MachineRun): void {
    this.#machine = machine
    void this.#everyNowAndThen()
  }

  /** @throws where it cannot be written. */
  append(entry: JournalEntry): void {
    this.#options.journal.append(entry)
    this.#changed = true
  }

  /** Rejects where what was appended is not durable. */
  flush(): Promise<void> {
    return this.#options.journal.flush()
  }

  /** Keeps an image as soon as the machine waits: the run may have to wait for long. */
  keepSoon(): void {
    this.#wanted = true
    this.#keeping ??= this.#keep().finally(() => {
      this.#keeping = undefined
    })
  }

  /** The machine is gone: no image is taken any more. */
  async machineEnded(): Promise<void> {
    this.#over.abort()
    await this.#keeping
  }

  async #keep(): Promise<void> {
    const { journal, warn } = this.#options
    while (this.#wanted && !this.#over.signal.aborted) {
      this.#wanted = false
      this.#changed = false
      try {
        const image = await this.#machine?.capture()
        if (image !== undefined) await journal.keep(image)
      } catch (error) {
        warn('an image of a program could not be kept; after a crash it goes on from an earlier one', error)
      }
    }
  }

  async #everyNowAndThen(): Promise<void> {
    const { timers, isWaiting } = this.#options
    while (!this.#over.signal.aborted) {
      try {
        await timers.sleep(keepEveryMs, this.#over.signal)
      } catch {
        return
      }
      if (this.#changed && isWaiting()) this.keepSoon()
    }
  }
}
