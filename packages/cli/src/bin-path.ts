import { fileURLToPath } from 'node:url'

/** The file that starts the command in a process of its own. */
export function binPath(): string {
  return fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
}
