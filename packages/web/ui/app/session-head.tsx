import { escapeVisible } from '@millrace/protocol'
import type { SessionActivity } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { sessionList } from '../sessions/sessions.ts'
import type { OpenSession } from '../session/store/open-session.ts'
import { detailsOpen, showDetails } from './panels.ts'
import { appWords } from './words.ts'

/** What an open session is about, where it works, and whether it does. */
export function SessionHead({ session }: { readonly session: OpenSession }): JSX.Element {
  const words = appWords.value
  const title = titleOf(session)
  const cwd = session.header.value?.cwd
  const folder = sessionList.value?.sessions.find(({ id }) => id === session.id)?.folder ?? cwd
  return (
    <div class="app-session-head">
      <h1 title={title}>{title === '' ? untitled(session) : title}</h1>
      <span class="app-session-facts">
        {folder !== undefined && (
          <span class="app-session-folder" title={escapeVisible(cwd ?? folder)}>
            {escapeVisible(folder)}
          </span>
        )}
        <Activity activity={session.activity.value} />
      </span>
      <button
        type="button"
        id="app-details-button"
        class="kit-button"
        title={`${words.keyDetails} (d)`}
        aria-expanded={detailsOpen.value}
        onClick={() => showDetails(!detailsOpen.value)}
      >
        {words.details}
      </button>
    </div>
  )
}

/** A session has no words yet; one that is not there has a name at least. */
function untitled({ id, phase, header }: OpenSession): string {
  const isThere = phase.value !== 'gone' || header.value !== undefined
  return isThere ? appWords.value.untitled : escapeVisible(id)
}

/** The first words of a session; what its list knows of them before the beginning of its log is there. */
export function titleOf({ id, phase, view }: OpenSession): string {
  const isBegun = phase.value === 'whole' || phase.value === 'gone'
  const own = isBegun ? view.value.title : ''
  return escapeVisible(
    own === '' ? (sessionList.value?.sessions.find((each) => each.id === id)?.title ?? '') : own,
  )
}

function Activity({ activity }: { readonly activity: SessionActivity | undefined }): JSX.Element | null {
  const words = appWords.value
  switch (activity?.at) {
    case undefined:
      return null
    case 'here':
      return activity.status === 'running' ? (
        <span class="app-activity app-activity-running">{words.working}</span>
      ) : (
        <span class="app-activity">{words.idle}</span>
      )
    case 'elsewhere':
      return <span class="app-activity app-activity-running">{words.elsewhere}</span>
    case 'nowhere':
      return <span class="app-activity">{words.over}</span>
  }
}
