import type { JSX } from 'preact'
import { Problem } from '../kit/problem.tsx'
import { Composer } from '../session/composer/composer.tsx'
import { Conversation } from '../session/conversation/conversation.tsx'
import { SessionFooter } from '../session/footer/session-footer.tsx'
import { Scrubber } from '../session/scrubber/scrubber.tsx'
import type { OpenSession } from '../session/store/open-session.ts'
import { Asked } from './asked.tsx'
import { Boundary } from './boundary.tsx'
import { SessionHead } from './session-head.tsx'
import { appWords } from './words.ts'

/** An open session, from its title to the field for further words. */
export function SessionPage({ session }: { readonly session: OpenSession }): JSX.Element {
  // Of a log that never came there is nothing to show but why.
  const isMissing = session.phase.value === 'gone' && session.events.length === 0
  return (
    <div class="app-session" data-phase={session.phase.value}>
      <SessionHead session={session} />
      <Gone session={session} />
      {isMissing ? (
        <div class="app-scroll" />
      ) : (
        <div class="app-conversation">
          <Boundary part={`conversation ${session.id}`}>
            <Conversation session={session} />
          </Boundary>
        </div>
      )}
      {!isMissing && (
        <Boundary part={`scrubber ${session.id}`}>
          <Scrubber session={session} />
        </Boundary>
      )}
      <Asked />
      {!isMissing && (
        <Boundary part={`composer ${session.id}`}>
          <Composer session={session} />
          <SessionFooter session={session} />
        </Boundary>
      )}
    </div>
  )
}

/** Why the log cannot be read, or not any further. */
function Gone({ session }: { readonly session: OpenSession }): JSX.Element | null {
  const words = appWords.value
  const problem = session.problem.value
  if (session.phase.value !== 'gone' || problem === undefined) return null
  const why = session.events.length === 0 ? words.cannotShow : words.cannotGoOn
  return (
    <div class="app-gone">
      <Problem problem={{ ...problem, message: `${why}: ${problem.message}` }} />
    </div>
  )
}
