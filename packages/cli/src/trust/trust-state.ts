import type { TrustRecord } from './trust-record.ts'

/** Whether a folder's own settings may grant and run things. */
export type TrustState =
  | { readonly kind: 'trusted'; readonly at: number }
  | { readonly kind: 'untrusted' }
  /** Somebody trusted it, and its settings are not what they were. */
  | { readonly kind: 'changed'; readonly at: number; readonly changes: readonly string[] }

/**
 * Whether a folder is trusted as it is now.
 * @param files - the settings files that stand in it, and the SHA-256 of each.
 */
export function trustState(record: TrustRecord | undefined, files: ReadonlyMap<string, string>): TrustState {
  if (record === undefined) return { kind: 'untrusted' }
  const names = [...new Set([...record.files.keys(), ...files.keys()])]
  const changes = names.flatMap((name) => {
    const [before, now] = [record.files.get(name), files.get(name)]
    if (before === now) return []
    return [`${name} ${before === undefined ? 'is new' : now === undefined ? 'is gone' : 'was changed'}`]
  })
  return changes.length === 0
    ? { kind: 'trusted', at: record.at }
    : { kind: 'changed', at: record.at, changes }
}
