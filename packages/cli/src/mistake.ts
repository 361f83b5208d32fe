import { escapeVisible } from '@millrace/protocol'
import type { Io } from './io.ts'

/** Tells the writer of the command line what is wrong with it, and what to do instead. */
export function writeMistake(io: Io, message: string, hints: readonly string[]): void {
  io.stderr.write(`millrace: ${escapeVisible(message, { lines: true })}\n`)
  writeHints(io, hints)
}

/** Tells a person what they may not expect; the command goes on. */
export function writeWarning(io: Io, message: string): void {
  io.stderr.write(`millrace: warn: ${escapeVisible(message)}\n`)
}

/** Advice, one line each. */
export function writeHints(io: Io, hints: readonly string[]): void {
  for (const hint of hints) io.stderr.write(`  ${escapeVisible(hint)}\n`)
}
