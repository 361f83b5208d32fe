import { cutMiddle, show } from '@millrace/cards'
import type { JSX } from 'preact'
import type { Trial } from './use-trial.ts'
import { words } from './words.ts'

const mostNamed = 6
/** A call is named by its start and its end. In columns. */
const longestCall = 140

/** Says what rules would do: why they would not do, or which other calls they would have allowed as well. */
export function TrialReport({ trial }: { readonly trial: Trial | undefined }): JSX.Element {
  return (
    <div class="asked-trial" aria-live="polite">
      {reported(trial)}
    </div>
  )
}

function reported(trial: Trial | undefined): JSX.Element {
  const { noRule, checking, notChecked, alsoNothing, alsoAllows, andMore } = words.value
  if (trial === undefined) return <p class="asked-problem">{noRule}</p>
  if (trial.kind === 'checking') return <p class="asked-quiet">{checking}</p>
  if (trial.kind === 'failed') return <p class="asked-problem">{notChecked(show(trial.problem.message))}</p>
  const { problem, alsoAllows: calls } = trial.trial
  if (problem !== undefined) return <p class="asked-problem">{show(problem)}</p>
  if (calls.length === 0) return <p class="asked-quiet">{alsoNothing}</p>
  const more = calls.length - mostNamed
  return (
    <>
      <p>{alsoAllows(calls.length)}</p>
      <ul>
        {calls.slice(0, mostNamed).map((call, at) => (
          <li key={at}>
            <code>{cutMiddle(call, longestCall, '…')}</code>
          </li>
        ))}
        {more > 0 && <li class="asked-quiet">{andMore(more)}</li>}
      </ul>
    </>
  )
}
