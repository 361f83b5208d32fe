import { lstatSync, readFileSync } from 'node:fs'

/** The sockets of programs of this machine that have a path and are there. */
export function hostSockets(): string[] {
  // Each connection to one is a line of its own.
  const named = new Set(
    listed()
      .split('\n')
      .flatMap((line) => /\s(\/.*)$/.exec(line)?.[1] ?? []),
  )
  return [...named].filter(isSocket)
}

function listed(): string {
  try {
    return readFileSync('/proc/net/unix', 'latin1')
  } catch {
    // A system without such sockets.
    return ''
  }
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket()
  } catch {
    return false
  }
}
