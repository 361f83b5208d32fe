import { escapeVisible } from '@millrace/protocol'
import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { beginSession } from '../app/begin.ts'
import { Problem } from '../kit/problem.tsx'
import { FolderHead } from './folder-head.tsx'
import { foldedFolders } from './folded-folders.ts'
import { FoundList } from './found-list.tsx'
import { found } from './found.ts'
import { RowList } from './row-list.tsx'
import { SearchBox } from './search-box.tsx'
import { SessionLink } from './session-link.tsx'
import { sessionRows, type SessionRow } from './session-rows.ts'
import { loadSessions, sessionList, sessionListProblem } from './sessions.ts'
import { sessionsWords } from './words.ts'
import './sessions.css'

/** All sessions of this machine by their folders, and a search through them. */
export function SessionSide(): JSX.Element {
  const words = sessionsWords.value
  return (
    <div class="sessions-side">
      <div class="sessions-head">
        <h2>{words.title}</h2>
        <button type="button" class="kit-button" title={`${words.fresh} (g n)`} onClick={beginSession}>
          {words.fresh}
        </button>
      </div>
      <SearchBox />
      {found.value.state === 'none' ? <Folders /> : <FoundList />}
    </div>
  )
}

function Folders(): JSX.Element | null {
  const words = sessionsWords.value
  const rows = useComputed(() =>
    sessionList.value === undefined ? [] : sessionRows(sessionList.value, foldedFolders.value),
  )
  const problem = sessionListProblem.value
  if (sessionList.value === undefined)
    return problem === undefined ? null : <Problem problem={problem} onRetry={() => void loadSessions()} />
  if (rows.value.length === 0)
    return (
      <div class="sessions-none">
        <p>{words.none}</p>
        <p class="kit-quiet">{words.noneHint}</p>
      </div>
    )
  return <RowList label={words.title} rows={rows.value} heightOf={heightOf} draw={drawn} />
}

/** Heights of rows in rem; each kind has one, so that a list of thousands needs no measuring. */
function heightOf({ kind }: SessionRow): number {
  return kind === 'session' || kind === 'damaged' ? 3.25 : 2.125
}

function drawn(row: SessionRow): JSX.Element {
  switch (row.kind) {
    case 'folder':
      return <FolderHead row={row} />
    case 'session':
      return <SessionLink entry={row.entry} />
    case 'heading':
      return <h3 class="sessions-folder">{sessionsWords.value.damaged}</h3>
    case 'damaged':
      return (
        <div class="sessions-damaged" title={escapeVisible(row.entry.problem)}>
          <span class="sessions-title">
            {escapeVisible(row.entry.id.slice(0, 12))}{' '}
            <span class="kit-quiet">{escapeVisible(row.entry.folder)}</span>
          </span>
          <span class="sessions-facts">{escapeVisible(row.entry.problem)}</span>
        </div>
      )
  }
}
