import { escapeVisible } from '@millrace/protocol'
import type { WireProblem } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { kitWords } from './words.ts'
import './kit.css'

/** Why something cannot be shown or done, with what can be done about it. */
export function Problem({
  problem,
  onRetry,
}: {
  readonly problem: WireProblem | undefined
  readonly onRetry?: (() => void) | undefined
}): JSX.Element | null {
  if (problem === undefined) return null
  const { code, message, hints = [] } = problem
  return (
    <div class="kit-problem" role="alert">
      <p class="kit-problem-message">
        {escapeVisible(message, { lines: true })} <code class="kit-quiet">{escapeVisible(code)}</code>
      </p>
      {hints.length > 0 && (
        <ul class="kit-problem-hints">
          {hints.map((hint) => (
            <li key={hint}>{escapeVisible(hint, { lines: true })}</li>
          ))}
        </ul>
      )}
      {onRetry !== undefined && (
        <button type="button" class="kit-button" onClick={onRetry}>
          {kitWords.value.again}
        </button>
      )}
    </div>
  )
}
