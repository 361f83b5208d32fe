import { show } from '@millrace/cards'
import type { JSX } from 'preact'
import type { Answering } from './answers.ts'
import { words } from './words.ts'

/** Where the answer of this page is: under way, or why it did not count. */
export function AnsweringNote({
  answering,
}: {
  readonly answering: Answering | undefined
}): JSX.Element | null {
  if (answering === undefined) return null
  if (answering.kind === 'sending') {
    return (
      <p class="asked-quiet" role="status">
        {words.value.sending}
      </p>
    )
  }
  const { problem } = answering
  const why = typeof problem === 'string' ? words.value[problem] : problem.message
  const hints = typeof problem === 'string' ? [] : (problem.hints ?? [])
  return (
    <div class="asked-problem" role="alert">
      <p>{words.value.notSent(show(why))}</p>
      {hints.map((hint) => (
        <p key={hint}>{show(hint)}</p>
      ))}
    </div>
  )
}
