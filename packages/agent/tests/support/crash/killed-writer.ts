import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** What a writer had said when it was killed. */
export interface KilledWriter {
  /** Whether it had opened its session. */
  readonly isOpened: boolean
  /** How many events it knew to be durable. */
  readonly acked: number
}

/** When a writer is killed: so many milliseconds after its start, or after it has opened its session. */
export type Moment = { readonly afterStart: number } | { readonly afterOpening: number }

/** Runs a program that appends for ever, and kills it. */
export async function killedWriter(args: readonly string[], moment: Moment): Promise<KilledWriter> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const closed = once(child.stdout, 'close')
  let said = ''
  const opened = new Promise<void>((resolve) => {
    child.stdout.setEncoding('latin1').on('data', (text: string) => {
      said += text
      if (said.includes('opened')) resolve()
    })
  })
  if ('afterOpening' in moment) await Promise.race([opened, exited])
  await pause('afterOpening' in moment ? moment.afterOpening : moment.afterStart)
  child.kill('SIGKILL')
  const [status, signal] = await exited
  await closed
  if (signal !== 'SIGKILL')
    throw new Error(`the writer ended by itself, with status ${String(status)}: ${said}`)
  return sayings(said)
}

/** What was said in whole lines. */
export function sayings(said: string): KilledWriter {
  const lines = said.slice(0, said.lastIndexOf('\n') + 1)
  const counts = [...lines.matchAll(/^(?:opened|acked) (\d+)$/gm)].map(([, count]) => Number(count))
  return { isOpened: counts.length > 0, acked: Math.max(0, ...counts) }
}
