import { fileURLToPath } from 'node:url'

/** The small project that comes with the command. */
export function demoFolder(): string {
  return fileURLToPath(new URL('../demo', import.meta.url))
}
