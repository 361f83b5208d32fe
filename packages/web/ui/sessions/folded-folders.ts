import { signal, type ReadonlySignal } from '@preact/signals'
import { store, storedList } from '../kit/stored.ts'

const kept = 'folded'
const most = 200
const isPath = (value: unknown): value is string => typeof value === 'string'
const folded = signal<ReadonlySet<string>>(new Set(storedList(kept, isPath)))

/** Folders whose sessions are not listed, by their paths; this browser remembers them. */
export const foldedFolders: ReadonlySignal<ReadonlySet<string>> = folded

/** Lists the sessions of a folder, or no longer. */
export function toggleFolder(cwd: string): void {
  const others = [...folded.value].filter((each) => each !== cwd)
  folded.value = new Set(folded.value.has(cwd) ? others : [...others, cwd].slice(-most))
  store(kept, JSON.stringify([...folded.value]))
}
