import { signal, type ReadonlySignal } from '@preact/signals'
import { store, stored } from '../kit/stored.ts'

const most = 200
const folded = signal<ReadonlySet<string>>(new Set(remembered()))

/** Folders whose sessions are not listed, by their paths; this browser remembers them. */
export const foldedFolders: ReadonlySignal<ReadonlySet<string>> = folded

/** Lists the sessions of a folder, or no longer. */
export function toggleFolder(cwd: string): void {
  const others = [...folded.value].filter((each) => each !== cwd)
  folded.value = new Set(folded.value.has(cwd) ? others : [...others, cwd].slice(-most))
  store('folded', JSON.stringify([...folded.value]))
}

function remembered(): string[] {
  try {
    const found: unknown = JSON.parse(stored('folded') ?? '[]')
    return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
