import { duration, footerFacts } from '@millrace/cards'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { layoutWords } from '../../card/layout-words.ts'
import { useSeconds } from '../../card/seconds.ts'
import { forms } from '../../desk/desk.ts'
import type { OpenSession } from '../store/open-session.ts'
import { lastTurn } from './last-turn.ts'
import { words } from './words.ts'
import './footer.css'

/** What the last turn and the whole session used; while a turn runs, how far it is, and what those before it used. */
export function SessionFooter({ session }: { readonly session: OpenSession }): JSX.Element {
  const view = session.view.value
  const turn = useMemo(() => lastTurn(view), [view])
  const { running, totals, model } = view
  const isFirst = turn !== undefined && totals !== undefined && turn.totals.steps === totals.steps
  const facts = model === undefined ? {} : { model }
  return (
    <footer class="session-footer" aria-label={words.value.label}>
      {running !== undefined ? (
        <Running session={session} />
      ) : (
        turn !== undefined &&
        !isFirst && <Facts name={words.value.turn} facts={footerFacts(turn.totals, facts, layoutWords())} />
      )}
      {totals !== undefined && (
        <Facts
          name={running === undefined ? words.value.session : words.value.before}
          facts={footerFacts(totals, facts, layoutWords())}
        />
      )}
    </footer>
  )
}

function Facts({ name, facts }: { readonly name: string; readonly facts: readonly string[] }): JSX.Element {
  return (
    <p class="footer-facts">
      <span class="footer-name">{name}</span>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

/** How far the turn is that runs; a log that nobody writes to stands still in the middle of one. */
function Running({ session }: { readonly session: OpenSession }): JSX.Element | null {
  const { running, waiting: calls } = session.view.value
  const isLive = session.activity.value?.at !== 'nowhere' && session.moment.value === undefined
  const now = useSeconds(isLive)
  if (running === undefined) return null
  if (!isLive) {
    return session.moment.value === undefined ? <p class="footer-status">{words.value.cutOff}</p> : null
  }
  const isWaiting = calls > 0 || forms.value.some((form) => form.session === session.id)
  const elapsed = elapsedWords((now ?? running.since) - running.since)
  return (
    <p class={isWaiting ? 'footer-status footer-waiting' : 'footer-status footer-running'}>
      <span class="footer-dot" aria-hidden="true" />
      {isWaiting ? words.value.waiting(elapsed) : words.value.running(running.step, elapsed)}
    </p>
  )
}

/** It is drawn once a second: parts of one would only be noise. */
function elapsedWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  return seconds < 60 ? `${seconds}s` : duration(seconds * 1000)
}
