import { systemClock, type Clock } from '@millrace/host'
import { printJson, type JsonValue } from '@millrace/schema'
import type { JournalEntry, RunJournal, RunKey, RunStore, StoredRun } from '../contract/run-store.ts'
import type { MachineImage } from '../contract/runtime.ts'
import { Expiry } from './expiry.ts'
import { runName, titleOf } from './run-name.ts'
import { RunStoreError } from './run-store-error.ts'

/** How runs are kept in memory. */
export interface MemoryRunsOptions {
  /** Milliseconds for which a run is kept after its last entry; seven days unless given. */
  readonly keepMs?: number
  readonly clock?: Clock
}

/** A store of runs that is gone with its process. */
export interface MemoryRuns extends RunStore {
  /** The store as another process finds it when this one is killed: all that was written is there, and nothing is held. */
  killed(): MemoryRuns
}

interface KeptRun {
  readonly run: Pick<StoredRun, 'program' | 'bindings'>
  /** As texts, so that nobody holds a part of them. */
  readonly entries: string[]
  image: MachineImage | undefined
  lastAt: number
  isHeld: boolean
}

/** Runs that last as long as the process, for tests and for hosts without a disk. */
export function memoryRuns({ keepMs, clock = systemClock }: MemoryRunsOptions = {}): MemoryRuns {
  return new RunsInMemory(new Map(), new Expiry(keepMs), clock)
}

class RunsInMemory implements MemoryRuns {
  readonly #runs: Map<string, KeptRun>
  readonly #expiry: Expiry
  readonly #clock: Clock

  constructor(runs: Map<string, KeptRun>, expiry: Expiry, clock: Clock) {
    this.#runs = runs
    this.#expiry = expiry
    this.#clock = clock
  }

  async begin(
    key: RunKey,
    { program, bindings }: Pick<StoredRun, 'program' | 'bindings'>,
  ): Promise<RunJournal> {
    const name = runName(key)
    if (this.#runs.has(name)) throw new RunStoreError('RUN_EXISTS', `${titleOf(key)} is kept already`)
    const run = { program, bindings: [...bindings] }
    const kept: KeptRun = { run, entries: [], image: undefined, lastAt: this.#clock.now(), isHeld: true }
    this.#runs.set(name, kept)
    return this.#journal(name, kept)
  }

  async resume(key: RunKey): ReturnType<RunStore['resume']> {
    const name = runName(key)
    const kept = this.#runs.get(name)
    if (kept === undefined || this.#expiry.isOver(kept.lastAt, this.#clock.now())) return undefined
    if (kept.isHeld) throw new RunStoreError('RUN_LOCKED', `${titleOf(key)} is under way; wait for its end`)
    kept.isHeld = true
    const { image } = kept
    const entries = kept.entries.map((text) => JSON.parse(text) as JournalEntry)
    const run = { ...kept.run, entries, ...(image !== undefined && { image: copied(image) }) }
    return { run, journal: this.#journal(name, kept) }
  }

  async has(key: RunKey): Promise<boolean> {
    const kept = this.#runs.get(runName(key))
    return kept?.isHeld === false && this.#expiry.isKept(kept.lastAt, this.#clock.now())
  }

  async sweep(): Promise<void> {
    const now = this.#clock.now()
    for (const [name, { isHeld, lastAt }] of this.#runs) {
      if (!isHeld && this.#expiry.isOver(lastAt, now)) this.#runs.delete(name)
    }
  }

  killed(): MemoryRuns {
    const left = new Map<string, KeptRun>()
    for (const [name, kept] of this.#runs)
      left.set(name, { ...kept, entries: [...kept.entries], isHeld: false })
    return new RunsInMemory(left, this.#expiry, this.#clock)
  }

  #journal(name: string, kept: KeptRun): RunJournal {
    let isOpen = true
    const requireOpen = (): void => {
      if (!isOpen) throw new RunStoreError('RUN_CLOSED', 'the journal of this run was let go of')
    }
    const letGo = (): void => {
      isOpen = false
      kept.isHeld = false
    }
    return {
      append: (entry) => {
        requireOpen()
        kept.entries.push(printJson(entry as unknown as JsonValue))
        kept.lastAt = this.#clock.now()
      },
      flush: async () => requireOpen(),
      keep: async (image) => {
        requireOpen()
        kept.image = copied(image)
        kept.lastAt = this.#clock.now()
      },
      end: async () => {
        if (isOpen) this.#runs.delete(name)
        letGo()
      },
      close: async () => letGo(),
    }
  }
}

function copied({ build, bytes, nextCall, waiting }: MachineImage): MachineImage {
  return { build, bytes: bytes.slice(), nextCall, waiting: [...waiting] }
}
