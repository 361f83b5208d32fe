import { formatWithOptions } from 'node:util'
import { escapeVisible } from '@millrace/protocol'
import type { Io } from '../io.ts'

/** The outputs of all that serve in this process; the latest, which is the last, gets what is said. */
const told: Io['stderr'][] = []
let restore = (): void => {}

/**
 * What the protocol's code says of messages that make no sense goes to the standard error output, with nothing in it that hides
 * or forges. Several may serve in one process, and end in any order.
 * @returns what ends that.
 */
export function escapedConsole({ stderr }: Pick<Io, 'stderr'>): () => void {
  if (told.push(stderr) === 1) restore = replacedConsole()
  return () => {
    told.splice(told.indexOf(stderr), 1)
    if (told.length === 0) restore()
  }
}

function replacedConsole(): () => void {
  const before = console.error
  const escaped = (...said: unknown[]): void => {
    const latest = told.at(-1)
    // Somebody may have kept it beyond its time.
    if (latest === undefined) return before(...said)
    const text = formatWithOptions({ breakLength: Infinity, compact: true }, ...said)
    latest.write(`millrace: acp: ${escapeVisible(text.slice(0, 2_000))}\n`)
  }
  console.error = escaped
  return () => {
    if (console.error === escaped) console.error = before
  }
}
