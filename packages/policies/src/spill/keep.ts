import { escapeVisible } from '@millrace/protocol'
import type { SpillFile, SpillKind } from '@millrace/host'
import type { SpillSource } from './contract.ts'

/** What became of something that was to be kept. */
export type Kept =
  | {
      readonly path: string
      /** Bytes of its start that are there. */
      readonly bytes: number
      readonly isWhole: boolean
    }
  | { readonly problem: string }

/** What is to be kept. */
export interface Keepsake {
  /** Says what it is, in the name of the file. */
  readonly name: string
  readonly kind: SpillKind
  /** Read once, piece by piece. */
  readonly chunks: Iterable<Uint8Array>
}

/** Writes something to a place of its own. What cannot be kept is no reason for a call to fail, and is said. */
export async function keep(source: SpillSource, { name, kind, chunks }: Keepsake): Promise<Kept> {
  try {
    const store = typeof source === 'function' ? await source() : source
    const file = store.create(name, kind)
    try {
      for (const chunk of chunks) {
        await file.write(chunk)
        // Nothing more will be taken.
        if (file.dropped > 0) break
      }
    } finally {
      await file.close()
    }
    return keptIn(file)
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

function keptIn({ path, written, dropped, failure }: SpillFile): Kept {
  if (written === 0 && dropped > 0) {
    return { problem: failure === undefined ? 'there is no room for it' : problemOf(failure) }
  }
  return { path, bytes: written, isWhole: dropped === 0 }
}

function problemOf(error: unknown): string {
  return escapeVisible(error instanceof Error ? error.message : String(error))
    .slice(0, 300)
    .toWellFormed()
}
