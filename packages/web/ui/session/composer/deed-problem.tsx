import { show } from '@millrace/cards'
import type { WireProblem } from '@millrace/web/wire'
import type { JSX } from 'preact'

/** Why something was not done, and what can be done about it. */
export function DeedProblem({
  problem,
  told,
}: {
  readonly problem: WireProblem | undefined
  readonly told: (why: string) => string
}): JSX.Element | null {
  if (problem === undefined) return null
  return (
    <div class="composer-problem" role="alert">
      <p>{told(show(problem.message))}</p>
      {(problem.hints ?? []).map((hint) => (
        <p key={hint}>{show(hint)}</p>
      ))}
    </div>
  )
}
