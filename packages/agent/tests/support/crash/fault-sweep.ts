import { isHarnessError, type SessionEvent } from '@millrace/protocol'
import { jsonlSessions, type SessionLog } from '@millrace/agent/session'
import { simulatedDisk, type DiskFault, type SimulatedDisk } from '@millrace/testkit/disk'
import { wrongAfter, type StoreOf } from './verdict.ts'
import { watchedWriter, type WatchedWriter } from './watched-writer.ts'

/** What a failed beginning leaves behind is told of in a warning; here it is looked at. */
const storeOf: StoreOf = (disk) => jsonlSessions(disk, { warn: () => undefined })

/** What came of a fault at one place. */
export interface FaultOutcome {
  /** Whether the fault happened at all. */
  readonly isStruck: boolean
  /** Whether the writer heard of it. */
  readonly isHeard: boolean
  /** What went wrong, in words. */
  readonly wrong: readonly string[]
}

/** Writes a session with a fault in it, and looks at all that is left: by the process, by its death, and by a loss of power. */
export async function withFault(fault: DiskFault): Promise<FaultOutcome> {
  const disk = simulatedDisk()
  const undo = disk.fail(fault)
  const writer = watchedWriter(storeOf)
  const wrong: string[] = []
  let last: SessionLog | undefined
  let heard: unknown
  try {
    last = await writer.begin(disk, 'create')
    await written(writer)
    await writer.end()
    last = await writer.begin(disk, 'open')
    await written(writer)
    await writer.end()
  } catch (error) {
    heard = error
    wrong.push(...wrongFailure(error, last))
    await last?.close().catch((failure: unknown) => wrong.push(...wrongFailure(failure, undefined)))
  }
  undo()
  if (disk.openFiles > 0) wrong.push(`${disk.openFiles} files are left open`)
  wrong.push(...(await wrongRemains(disk, writer, fault.lasts !== 'for-ever')))
  return { isStruck: disk.faultCount > 0, isHeard: heard !== undefined, wrong }
}

async function written(writer: WatchedWriter): Promise<void> {
  for (const count of [1, 3, 1]) await writer.write(count)
}

/** A failure has a code, and the log goes no further after it. */
function wrongFailure(error: unknown, log: SessionLog | undefined): string[] {
  if (!isHarnessError(error)) return [`failed without a code: ${String(error)}`]
  if (log?.failure === undefined) return []
  return appendable(log) ? ['takes events after a failure'] : []
}

function appendable(log: SessionLog): SessionEvent | undefined {
  try {
    return log.append('model/notice', { turn: 1, step: 1, message: 'must be refused' })
  } catch (error) {
    if (isHarnessError(error) && ['SESSION_LOG_FAILED', 'SESSION_CLOSED'].includes(error.code))
      return undefined
    throw error
  }
}

async function wrongRemains(disk: SimulatedDisk, writer: WatchedWriter, isOver: boolean): Promise<string[]> {
  const wrong: string[] = []
  const look = async (left: SimulatedDisk, title: string): Promise<void> => {
    const found = await wrongAfter(left, writer.known(), storeOf)
    if (found !== undefined) wrong.push(`${title}: ${found}`)
  }
  for (const { title, disk: after } of disk.crashStates({ limit: 25 }))
    await look(after, `after power loss, ${title}`)
  await look(disk.killed(), 'after a kill')
  // Where the disk refused to cut a failed end off as well, nobody can tell the next process.
  if (isOver) await goOn(disk.killed(), writer, look)
  return wrong
}

/** The next process goes on, and then the power is lost: what it found and what it wrote is there. */
async function goOn(
  disk: SimulatedDisk,
  writer: WatchedWriter,
  look: (left: SimulatedDisk, title: string) => Promise<void>,
): Promise<void> {
  const { isCreated } = writer.known()
  try {
    await writer.begin(disk, 'open')
  } catch (error) {
    if (isCreated) throw error
    return
  }
  await writer.write(1)
  await writer.end()
  for (const { title, disk: after } of disk.crashStates({ limit: 10 })) {
    await look(after, `after the next process and power loss, ${title}`)
  }
}
