import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { toggleFolder } from './folded-folders.ts'
import type { SessionRow } from './session-rows.ts'
import { sessionsWords } from './words.ts'

/** The name of a folder above its sessions, which it shows and hides. */
export function FolderHead({ row }: { readonly row: SessionRow & { readonly kind: 'folder' } }): JSX.Element {
  const words = sessionsWords.value
  const folder = escapeVisible(row.folder)
  return (
    <h3 class="sessions-folder">
      <button
        type="button"
        aria-expanded={!row.isFolded}
        title={words.unfold(escapeVisible(row.key))}
        onClick={() => toggleFolder(row.key)}
      >
        <span class="sessions-mark" aria-hidden="true">
          {row.isFolded ? '▸' : '▾'}
        </span>
        <span class="sessions-folder-name">{folder}</span>
        {row.isOwn && <span class="sessions-own">{words.own}</span>}
        <span class="sessions-count">{count(row.sessions)}</span>
      </button>
    </h3>
  )
}
