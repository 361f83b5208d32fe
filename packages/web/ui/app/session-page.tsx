import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { Problem } from '../kit/problem.tsx'
import { Composer } from '../session/composer/composer.tsx'
import { SessionFooter } from '../session/footer/session-footer.tsx'
import { Scrubber } from '../session/scrubber/scrubber.tsx'
import type { OpenSession } from '../session/store/open-session.ts'
import { Asked } from './asked.tsx'
import { Boundary } from './boundary.tsx'
import { SessionHead } from './session-head.tsx'
import { appWords } from './words.ts'

/** An open session, from its title to the field for further words. */
export function SessionPage({ session }: { readonly session: OpenSession }): JSX.Element {
  return (
    <div class="app-session" data-phase={session.phase.value}>
      <SessionHead session={session} />
      <Arrival session={session} />
      <div class="app-conversation">
        <Boundary part={`conversation ${session.id}`}>
          <p>conversation</p>
        </Boundary>
      </div>
      <Boundary part={`scrubber ${session.id}`}>
        <Scrubber session={session} />
      </Boundary>
      <Asked />
      <Boundary part={`composer ${session.id}`}>
        <Composer session={session} />
        <SessionFooter session={session} />
      </Boundary>
    </div>
  )
}

/** How much of the log is there, where that is not all of it. */
function Arrival({ session }: { readonly session: OpenSession }): JSX.Element {
  const words = appWords.value
  const phase = session.phase.value
  const problem = session.problem.value
  // The number of events that came; no signal tells of it but this one.
  void session.version.value
  const isBroken = phase === 'gone' && problem !== undefined
  const why = session.events.length === 0 ? words.cannotShow : words.cannotGoOn
  return (
    <>
      <p class="app-arrival" role="status">
        {phase === 'opening' && words.opening}
        {phase === 'tail' && words.wholeArrives(count(session.events.length))}
      </p>
      {isBroken && (
        <div class="app-arrival-problem">
          <Problem problem={{ ...problem, message: `${why}: ${escapeVisible(problem.message)}` }} />
        </div>
      )}
    </>
  )
}
