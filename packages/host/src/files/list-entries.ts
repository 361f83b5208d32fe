import { isUtf8 } from 'node:buffer'
import type { Dir, Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { kindOf, type DirectoryEntry } from './facts.ts'

const batch = 512
const slash = 47

/**
 * Every entry of a directory, in the order of their paths by code unit. A huge directory is read and sorted in
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
      runs.push(run.sort(byPath))
      run = []
      await rest(signal)
    }
  } finally {
    directory.closeSync()
  }
  return merged([...runs, run.sort(byPath)], stretch, signal)
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
  const kind = kindOf(entry)
  return isUtf8(entry.name) ? { name, kind } : { name, kind: 'other', unspellable: kind }
}

async function merged(
  runs: DirectoryEntry[][],
  stretch: number,
  signal: AbortSignal | undefined,
): Promise<DirectoryEntry[]> {
  let level = runs
  while (level.length > 1) {
    const next: DirectoryEntry[][] = []
    for (let index = 0; index < level.length; index += 2) {
      next.push(await merge(level[index] ?? [], level[index + 1] ?? [], stretch, signal))
    }
    level = next
  }
  return level[0] ?? []
}

async function merge(
  left: readonly DirectoryEntry[],
  right: readonly DirectoryEntry[],
  stretch: number,
  signal: AbortSignal | undefined,
): Promise<DirectoryEntry[]> {
  const both: DirectoryEntry[] = []
  let [a, b] = [0, 0]
  for (;;) {
    const [x, y] = [left[a], right[b]]
    if (!x || !y) break
    if (byPath(x, y) <= 0) {
      both.push(x)
      a += 1
    } else {
      both.push(y)
      b += 1
    }
    if (both.length % stretch === 0) await rest(signal)
  }
  return both.concat(left.slice(a), right.slice(b))
}

async function rest(signal: AbortSignal | undefined): Promise<void> {
  await turn()
  signal?.throwIfAborted()
}

/** A directory stands as if its name ended in `/`, which matters only where another name goes on behind its own. */
export function byPath(a: DirectoryEntry, b: DirectoryEntry): number {
  if (a.name === b.name) return 0
  if (a.name > b.name) return -byPath(b, a)
  const isBehind =
    a.kind === 'directory' && b.name.startsWith(a.name) && b.name.charCodeAt(a.name.length) < slash
  return isBehind ? 1 : -1
}
