import { setTimeout } from 'node:timers/promises'
import { openProcesses } from '@millrace/host'
import { ownLaunch } from '../own-launch.ts'
import type { Io } from '../io.ts'
import { waits } from './tour-part.ts'

/** A process that was killed while a question of its program waited. */
export interface KilledProcess {
  readonly pid: number
  readonly signal: string | null
}

/** Time in which what is kept of a blocked program reaches the disk. Killed before, it would go on from its journal. */
const settleMs = 1_000
/** A question that has not come by then never comes. */
const patienceMs = 60_000

/**
 * Starts the part of the tour that asks, in a process of its own, and kills that by SIGKILL once its question waits.
 * @throws where it ends before.
 */
export async function killedProcess(folder: string, { env, signal }: Io): Promise<KilledProcess> {
  const processes = openProcesses({ containment: 'group' })
  try {
    let printed = ''
    let hear = (): void => {}
    const asked = new Promise<'asked'>((resolve) => {
      hear = () => {
        if (printed.includes(waits)) resolve('asked')
      }
    })
    const { command: file, args } = ownLaunch('tour-part', '--cwd', folder)
    const running = await processes.start({
      file,
      args,
      cwd: folder,
      env: Object.fromEntries(
        Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      streams: 'merged',
      onOutput: (chunk) => {
        printed = (printed + Buffer.from(chunk).toString('utf8')).slice(-10_000)
        hear()
      },
    })
    const ended = running.exited.then(() => 'ended' as const)
    const came = await Promise.race([asked, ended, pause(patienceMs, signal)])
    if (came === 'asked') await Promise.race([ended, pause(settleMs, signal)])
    signal.throwIfAborted()
    if (came !== 'asked') throw new Error(`the process of the tour did not ask: ${printed.trim()}`)
    process.kill(running.pid, 'SIGKILL')
    const { signal: by } = await running.exited
    return { pid: running.pid, signal: by }
  } finally {
    await processes.close()
  }
}

/** Ends early where the person interrupts; it keeps no process alive. */
async function pause(ms: number, signal: AbortSignal): Promise<'late'> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined)
  return 'late'
}
