import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { SessionEntry } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { addressOf, routedSession } from '../app/route.ts'
import { AgeText } from './age-text.tsx'
import { sessionsWords } from './words.ts'

/** A session in the list: what it is about, when, how it goes, and how its calls went. */
export function SessionLink({
  entry,
  withFolder = false,
}: {
  readonly entry: SessionEntry
  /** It stands below no folder that says so. */
  readonly withFolder?: boolean
}): JSX.Element {
  const words = sessionsWords.value
  const { id, title, isLive, waiting, lastAt } = entry
  const shown = title === '' ? words.untitled : escapeVisible(title)
  return (
    <a
      class="sessions-link"
      href={addressOf({ page: 'session', id })}
      title={shown}
      aria-current={routedSession.value === id ? 'page' : undefined}
    >
      <span class="sessions-title">
        {isLive && <span class="sessions-live" role="img" aria-label={words.live} title={words.live} />}
        <span class={title === '' ? 'sessions-name sessions-untitled' : 'sessions-name'}>{shown}</span>
        {waiting > 0 && (
          <span class="sessions-waiting" title={words.waits(waiting)}>
            <span aria-hidden="true">? {count(waiting)}</span>
            <span class="visually-hidden">{words.waits(waiting)}</span>
          </span>
        )}
      </span>
      <span class="sessions-facts">
        <AgeText time={lastAt} />
        {withFolder && <span class="sessions-in">{escapeVisible(entry.folder)}</span>}
        <Calls entry={entry} />
        <Ended entry={entry} />
      </span>
    </a>
  )
}

function Calls({ entry: { totals } }: { readonly entry: SessionEntry }): JSX.Element | null {
  const words = sessionsWords.value
  if (totals === undefined) return null
  const { done, failed, denied, cancelled } = totals.calls
  if (done + failed + denied + cancelled === 0) return <span>{words.noCalls}</span>
  return (
    <>
      <Amount kind="done" glyph="✓" value={done} text={words.done(done)} />
      <Amount kind="failed" glyph="✗" value={failed} text={words.failed(failed)} />
      <Amount kind="denied" glyph="⊘" value={denied} text={words.denied(denied)} />
      <Amount kind="cancelled" glyph="⊝" value={cancelled} text={words.cancelled(cancelled)} />
    </>
  )
}

function Amount(props: {
  readonly kind: 'done' | 'failed' | 'denied' | 'cancelled'
  readonly glyph: string
  readonly value: number
  readonly text: string
}): JSX.Element | null {
  const { kind, glyph, value, text } = props
  if (value === 0) return null
  return (
    <span class={`sessions-amount sessions-${kind}`} title={text}>
      <span aria-hidden="true">
        {glyph} {count(value)}
      </span>
      <span class="visually-hidden">{text}</span>
    </span>
  )
}

/** How it ended, where that is not as it should be. */
function Ended({ entry: { ended, isLive } }: { readonly entry: SessionEntry }): JSX.Element | null {
  const { endFailed, endInterrupted, endLimit, endDenied } = sessionsWords.value
  if (isLive || ended === undefined || ended === 'done' || ended === 'concluded') return null
  const text = { failed: endFailed, interrupted: endInterrupted, limit: endLimit, denied: endDenied }[ended]
  return <span class={`sessions-ended sessions-ended-${ended}`}>{text}</span>
}
