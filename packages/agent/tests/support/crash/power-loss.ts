import { createHash } from 'node:crypto'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'
import { wrongAfter, wrongForReaders, type Known, type StoreOf } from './verdict.ts'
import { watchedWriter, type WatchedWriter } from './watched-writer.ts'

/** What came of many losses of power. */
export interface PowerLosses {
  /** How many different states were recovered from. */
  states: number
  /** How many of them were left by a loss of power during a recovery. */
  nested: number
  /** The first few that went wrong, in words. */
  readonly wrong: string[]
}

/** How far to go. */
export interface PowerLossOptions {
  readonly storeOf: StoreOf
  /** Of the draws where states are drawn. */
  readonly seed: number
  /** Where writes are cut. */
  readonly granularity: number
  /** States at each moment at most. */
  readonly limit: number
  /** Every so many states the power is lost again, during recovery, and readers are asked, too. */
  readonly nestedEvery: number
  /** When so many states were recovered from, no more are tried. */
  readonly enough?: number
}

/**
 * The same where a first process is killed, at its end or before one of its operations, each of them in turn: what it wrote is
 * there and not durable, and a second process goes on.
 *
 * @param first - what the first one does.
 * @param second - what the second one does, once it has opened the session.
 * @returns how often there was a session to go on with.
 */
export async function losePowerAfterKill(
  first: (writer: WatchedWriter, disk: SimulatedDisk) => Promise<void>,
  second: (writer: WatchedWriter) => Promise<void>,
  options: PowerLossOptions & { readonly killedAt: 'each' | 'end' },
  outcome: PowerLosses,
): Promise<number> {
  const loss = losses(options, outcome)
  let opened = 0
  const goOn = async (): Promise<void> => {
    const known = writer.known()
    const heir = watchedWriter(options.storeOf, 'step', known)
    const left = disk.killed({ watch: () => loss(left, heir.known()) })
    try {
      await heir.begin(left, 'open')
    } catch (error) {
      if (known.isCreated) outcome.wrong.push(`the next process cannot open it: ${String(error)}`)
      return
    }
    opened++
    await second(heir)
    await loss(left, heir.known())
  }
  const writer = watchedWriter(options.storeOf)
  const disk = simulatedDisk(options.killedAt === 'each' ? { watch: goOn } : {})
  await first(writer, disk)
  await goOn()
  return opened
}

/** The states of one run of a writer: after each operation the power is lost in every way. */
export async function losePower(
  story: (writer: WatchedWriter, disk: SimulatedDisk) => Promise<void>,
  options: PowerLossOptions,
  outcome: PowerLosses,
  flushing: 'step' | 'event' = 'step',
): Promise<void> {
  const writer = watchedWriter(options.storeOf, flushing)
  const loss = losses(options, outcome)
  const disk = simulatedDisk({ watch: () => loss(disk, writer.known()) })
  await story(writer, disk)
  await loss(disk, writer.known())
}

type Loss = (disk: SimulatedDisk, known: Known) => Promise<void>

function losses(options: PowerLossOptions, outcome: PowerLosses): Loss {
  const { enough = Infinity } = options
  const seen = new Set<string>()
  return async (disk, known) => {
    for (const { title, disk: after } of disk.crashStates(options)) {
      if (outcome.states >= enough) return
      const print = fingerprint(after, known)
      if (seen.has(print)) continue
      seen.add(print)
      outcome.states++
      const isSample = outcome.states % options.nestedEvery === 0
      if (isSample) await loseAgain(after, known, options, outcome)
      const wrong =
        (isSample ? await wrongForReaders(after) : undefined) ??
        (await wrongAfter(after, known, options.storeOf))
      if (wrong !== undefined && outcome.wrong.length < 5) outcome.wrong.push(`${title}: ${wrong}`)
    }
  }
}

/** Recovers from a state, and loses the power again at each operation of the recovery, in some ways. */
async function loseAgain(
  state: SimulatedDisk,
  known: Known,
  options: PowerLossOptions,
  outcome: PowerLosses,
): Promise<void> {
  const disk = simulatedDisk({
    files: Object.fromEntries(state.contents()),
    watch: async () => {
      for (const { title, disk: after } of disk.crashStates({
        limit: 6,
        seed: options.seed + outcome.nested,
      })) {
        outcome.states++
        outcome.nested++
        const wrong = await wrongAfter(after, known, options.storeOf)
        if (wrong !== undefined && outcome.wrong.length < 5) {
          outcome.wrong.push(`${title}, during recovery: ${wrong}`)
        }
      }
    },
  })
  const writer = watchedWriter(options.storeOf)
  try {
    await writer.begin(disk, 'open')
  } catch (error) {
    if (known.isCreated) outcome.wrong.push(`recovery failed: ${String(error)}`)
    return
  }
  await writer.end()
}

function fingerprint(disk: SimulatedDisk, { isCreated, acked }: Known): string {
  const hash = createHash('sha1').update(`${isCreated} ${acked}\n`)
  for (const [name, bytes] of disk.contents()) hash.update(`${name} ${bytes.length}\n`).update(bytes)
  return hash.digest('base64')
}
