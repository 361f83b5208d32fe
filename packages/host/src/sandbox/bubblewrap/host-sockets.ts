import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { allPids } from '../../processes/proc-table.ts'

/** The sockets of programs of this machine that have a path. */
export class HostSockets {
  /** Those that were bound by a path that is relative, by what the kernel lists them as. */
  private readonly relative = new Map<string, readonly string[]>()

  /** Those that are there. */
  find(): string[] {
    // Each connection to one is a line of its own.
    const named = new Set<string>()
    for (const line of listed().split('\n').slice(1)) {
      const [, number = '', path = ''] = /^\S+(?: \S+){5} +(\d+) ([^@].*)$/.exec(line) ?? []
      if (path === '') continue
      for (const place of path.startsWith('/') ? [path] : this.placesOf(number, path)) named.add(place)
    }
    return [...named].filter(isSocket)
  }

  /** Where some process runs in whose folder there is one; whoever bound it may have left that folder since. */
  private placesOf(number: string, path: string): readonly string[] {
    const bound = `${number} ${path}`
    const places =
      this.relative.get(bound) ??
      foldersInUse()
        .map((folder) => join(folder, path))
        .filter(isSocket)
    this.relative.set(bound, places)
    return places
  }
}

function listed(): string {
  try {
    return readFileSync('/proc/net/unix', 'latin1')
  } catch {
    // A system without such sockets.
    return ''
  }
}

function foldersInUse(): string[] {
  const folders = [process.pid, ...allPids()].flatMap((pid) => {
    try {
      return [readlinkSync(`/proc/${pid}/cwd`)]
    } catch {
      // Gone, or somebody else's.
      return []
    }
  })
  return [...new Set(folders)]
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket()
  } catch {
    return false
  }
}
