import type { DamagedSession, SessionEntry, SessionList } from '@millrace/web/wire'

/** What stands in the list. */
export type SessionRow =
  | {
      readonly kind: 'folder'
      readonly key: string
      readonly folder: string
      readonly isOwn: boolean
      readonly sessions: number
      readonly isFolded: boolean
    }
  | { readonly kind: 'session'; readonly key: string; readonly entry: SessionEntry }
  | { readonly kind: 'heading'; readonly key: 'damaged' }
  | { readonly kind: 'damaged'; readonly key: string; readonly entry: DamagedSession }

/** Sessions by their folders: the server's own first, then those with the latest sessions; damaged ones stand last. */
export function sessionRows({ sessions, damaged }: SessionList, folded: ReadonlySet<string>): SessionRow[] {
  const rows = foldersOf(sessions).flatMap(([cwd, entries]): SessionRow[] => {
    const { folder, isOwn } = entries[0]!
    const isFolded = folded.has(cwd)
    const head: SessionRow = { kind: 'folder', key: cwd, folder, isOwn, sessions: entries.length, isFolded }
    return isFolded ? [head] : [head, ...entries.map(rowOf)]
  })
  if (damaged.length === 0) return rows
  const broken = damaged.map((entry): SessionRow => ({ kind: 'damaged', key: `damaged ${entry.id}`, entry }))
  return [...rows, { kind: 'heading', key: 'damaged' }, ...broken]
}

function rowOf(entry: SessionEntry): SessionRow {
  return { kind: 'session', key: entry.id, entry }
}

function foldersOf(sessions: readonly SessionEntry[]): [cwd: string, entries: SessionEntry[]][] {
  const folders = new Map<string, SessionEntry[]>()
  for (const entry of sessions.toSorted((one, other) => other.lastAt - one.lastAt)) {
    const entries = folders.get(entry.cwd)
    if (entries === undefined) folders.set(entry.cwd, [entry])
    else entries.push(entry)
  }
  const isOwn = ([, [first]]: [string, SessionEntry[]]): number => (first?.isOwn === true ? 0 : 1)
  return [...folders].toSorted((one, other) => isOwn(one) - isOwn(other))
}
