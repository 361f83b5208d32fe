import { useSignal } from '@preact/signals'
import type { WireProblem } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { addressPart } from '../api/address-part.ts'
import { post } from '../api/api.ts'
import { addressOf } from '../app/route.ts'
import type { OpenSession } from '../session/store/open-session.ts'
import { problemIn } from './problem-in.ts'
import { Problem } from './problem.tsx'
import { kitWords } from './words.ts'

/** What can be done with something that runs in a session of its own: to interrupt it, and to see its session. */
export function RunBar({ session }: { readonly session: OpenSession }): JSX.Element {
  const words = kitWords.value
  const problem = useSignal<WireProblem | undefined>(undefined)
  const activity = session.activity.value
  const isRunning = activity?.at === 'here' && activity.status === 'running'
  const interrupt = async (): Promise<void> => {
    try {
      await post(`/api/sessions/${addressPart(session.id)}/interrupt`)
      problem.value = undefined
    } catch (error) {
      problem.value = problemIn(error)
    }
  }
  return (
    <>
      <div class="kit-tools">
        <a href={addressOf({ page: 'session', id: session.id })}>{words.openSession}</a>
        {isRunning && (
          <button type="button" class="kit-button" onClick={() => void interrupt()}>
            {words.interrupt}
          </button>
        )}
      </div>
      <Problem problem={problem.value} />
      <Problem problem={session.problem.value} />
    </>
  )
}
