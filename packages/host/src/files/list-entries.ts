import { isUtf8 } from 'node:buffer'
import type { Dir, Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { kindOf, type DirectoryEntry } from './facts.ts'

const batch = 512

/**
 * Every entry of a directory, in the order of their names by code unit. A huge directory is read and sorted in
 * stretches of so many entries, so that nothing else in the process has to wait for it.
 */
export async function listEntries(
  address: string,
  signal?: AbortSignal,
  stretch = 8192,
): Promise<DirectoryEntry[]> {
  const directory = await openNames(address)
  const runs: DirectoryEntry[][] = []
  let run: DirectoryEntry[] = []
  try {
    for (;;) {
      const entry = await directory.read()
      if (!entry) break
      if (run.push(entryOf(entry)) < stretch) continue
      runs.push(run.sort(byName))
      run = []
      await turn()
      signal?.throwIfAborted()
    }
  } finally {
    directory.closeSync()
  }
  return merged([...runs, run.sort(byName)], signal)
}

/** A directory whose names come as bytes. */
interface Names extends Pick<Dir, 'closeSync'> {
  read(): Promise<Dirent<Buffer> | null>
}

// The types of Node know no bytes here, the system does.
async function openNames(address: string): Promise<Names> {
  const options = { bufferSize: batch, encoding: 'buffer' as BufferEncoding }
  return (await opendir(address, options)) as unknown as Names
}

function entryOf(entry: Dirent<Buffer>): DirectoryEntry {
  const name = entry.name.toString()
  return { name, kind: isUtf8(entry.name) ? kindOf(entry) : 'other' }
}

async function merged(runs: DirectoryEntry[][], signal: AbortSignal | undefined): Promise<DirectoryEntry[]> {
  let level = runs
  while (level.length > 1) {
    const next: DirectoryEntry[][] = []
    for (let index = 0; index < level.length; index += 2) {
      next.push(merge(level[index] ?? [], level[index + 1] ?? []))
      await turn()
      signal?.throwIfAborted()
    }
    level = next
  }
  return level[0] ?? []
}

function merge(left: readonly DirectoryEntry[], right: readonly DirectoryEntry[]): DirectoryEntry[] {
  const both: DirectoryEntry[] = []
  let [a, b] = [0, 0]
  for (;;) {
    const [x, y] = [left[a], right[b]]
    if (!x || !y) break
    if (byName(x, y) <= 0) {
      both.push(x)
      a += 1
    } else {
      both.push(y)
      b += 1
    }
  }
  return both.concat(left.slice(a), right.slice(b))
}

function byName(a: DirectoryEntry, b: DirectoryEntry): number {
  if (a.name === b.name) return 0
  return a.name < b.name ? -1 : 1
}
