import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** How another program starts this command. */
export interface Launch {
  /** Absolute. */
  readonly command: string
  readonly args: readonly string[]
}

/** The launch of this very command with these words, wherever it is installed. */
export function ownLaunch(...words: readonly string[]): Launch {
  const file = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
  return { command: process.execPath, args: [file, ...words] }
}
