import { cutMiddle, show } from '@millrace/cards'
import type { AskedQuestion } from '@millrace/web/wire'
import type { ComponentChildren, JSX } from 'preact'
import { words } from './words.ts'

/** A longer reason quotes what stands in the panel anyway. In columns. */
const longestReason = 600

/** Where it would run, for whom, why somebody is asked, and what should not be overlooked. */
export function QuestionFacts({ question }: { readonly question: AskedQuestion }): JSX.Element {
  const { cwd, onBehalfOf, reason, rule, notes } = question
  const { where, behalf, because, rule: ruleWord, ruleFrom } = words.value
  return (
    <>
      <dl class="asked-facts">
        <Fact name={where}>
          <code>{show(cwd)}</code>
        </Fact>
        {onBehalfOf !== undefined && <Fact name={behalf}>{show(onBehalfOf)}</Fact>}
        {reason !== undefined && <Fact name={because}>{cutMiddle(reason, longestReason, '…')}</Fact>}
        {rule !== undefined && (
          <Fact name={ruleWord}>
            <code>{show(rule.rule)}</code> <span class="asked-quiet">{ruleFrom(show(rule.source))}</span>
          </Fact>
        )}
      </dl>
      {notes.length > 0 && (
        <ul class="asked-notes">
          {notes
            .flatMap((note) => note.split('\n'))
            .map((note) => (
              <li key={note}>{show(note.replace(/^note: /, ''))}</li>
            ))}
        </ul>
      )}
    </>
  )
}

function Fact({
  name,
  children,
}: {
  readonly name: string
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <div class="asked-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
