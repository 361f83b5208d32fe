import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { addressPart } from '../api/address-part.ts'
import { post } from '../api/api.ts'
import { addressOf } from '../app/route.ts'
import type { OpenSession } from '../session/store/open-session.ts'
import { deed } from './deed.ts'
import { Problem } from './problem.tsx'
import { kitWords } from './words.ts'

/** What can be done with something that runs in a session of its own: to interrupt it, and to see its session. */
export function RunBar({ session }: { readonly session: OpenSession }): JSX.Element {
  const words = kitWords.value
  const interrupting = useMemo(
    () => deed(async () => void (await post(`/api/sessions/${addressPart(session.id)}/interrupt`))),
    [session.id],
  )
  const activity = session.activity.value
  const isRunning = activity?.at === 'here' && activity.status === 'running'
  return (
    <>
      <div class="kit-tools">
        <a href={addressOf({ page: 'session', id: session.id })}>{words.openSession}</a>
        {isRunning && (
          <button type="button" class="kit-button" onClick={() => void interrupting.start()}>
            {words.interrupt}
          </button>
        )}
      </div>
      <Problem problem={interrupting.problem.value} />
      <Problem problem={session.problem.value} />
    </>
  )
}
