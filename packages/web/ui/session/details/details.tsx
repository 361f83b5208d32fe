import { drawCard, type Card } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { useKeys } from '../../app/keys.ts'
import { showDetails } from '../../app/panels.ts'
import { layoutWords } from '../../card/layout-words.ts'
import { JsonView } from '../../kit/json/json-view.tsx'
import { Section } from '../../kit/section.tsx'
import type { OpenSession } from '../store/open-session.ts'
import { ApprovalFacts } from './approval-facts.tsx'
import { CallFacts } from './call-facts.tsx'
import { recordIn } from './call-index.ts'
import type { CallRecord } from './call-record.ts'
import { CanonicalValue } from './canonical-value.tsx'
import { cardIn } from './card-in.ts'
import { Copies } from './copies.tsx'
import { ModelView } from './model-view.tsx'
import { Pipeline } from './pipeline.tsx'
import { ToolSchema } from './tool-schema.tsx'
import { detailsWords } from './words.ts'
import './details.css'

/** Everything that is known of the call that has the focus, at the moment that the session shows. */
export function Details({ session }: { readonly session: OpenSession }): JSX.Element {
  const words = detailsWords.value
  useKeys({ Escape: () => showDetails(false) }, { label: words.label, words: { Escape: words.close } })
  const callId = session.focused.value
  if (callId === undefined) return <p class="details kit-quiet">{words.nothing}</p>
  const record = recordIn(session, callId)
  if (record === undefined) {
    const isWhole = session.phase.value === 'whole' || session.phase.value === 'gone'
    return <p class="details kit-quiet">{isWhole ? words.notYet : words.arriving}</p>
  }
  const card = cardIn(session.view.value.cards, callId)
  return (
    <div class="details" key={callId}>
      <Head record={record} card={card} cwd={session.header.value?.cwd} />
      <Copies record={record} session={session} />
      <Section id="arguments" title={words.arguments}>
        {record.argumentsText.trim() === '' ? (
          <p class="kit-quiet">{words.noArguments}</p>
        ) : (
          <JsonView text={record.argumentsText} />
        )}
      </Section>
      <Results record={record} session={session} />
      <Section id="pipeline" title={words.pipeline}>
        <Pipeline record={record} />
      </Section>
      <Section id="approval" title={words.approval} aside={record.questions.length || undefined}>
        <ApprovalFacts record={record} />
      </Section>
      <Section id="schema" title={words.schema} startsOpen={false}>
        <ToolSchema tool={record.tool} />
      </Section>
      <Section id="facts" title={words.facts}>
        <CallFacts record={record} card={card} session={session} />
      </Section>
    </div>
  )
}

function Head({
  record,
  card,
  cwd,
}: {
  readonly record: CallRecord
  readonly card: Card | undefined
  readonly cwd: string | undefined
}): JSX.Element {
  const drawing =
    card && drawCard(card, { width: 100, words: layoutWords(), ...(cwd !== undefined && { cwd }) })
  return (
    <header class="details-head">
      {drawing !== undefined && (
        <span class={`details-status ${drawing.state.tone ?? ''}`}>{drawing.state.text}</span>
      )}
      <h2>{escapeVisible(record.tool)}</h2>
      {drawing !== undefined && <code>{drawing.object.map(({ text }) => text).join('')}</code>}
    </header>
  )
}

function Results({
  record,
  session,
}: {
  readonly record: CallRecord
  readonly session: OpenSession
}): JSX.Element {
  const words = detailsWords.value
  const { result } = record
  const notEnded = <p class="kit-quiet">{words.notEnded}</p>
  return (
    <>
      <Section id="read" title={words.read}>
        {result === undefined ? notEnded : <ModelView content={result.content} />}
      </Section>
      <Section id="value" title={words.value} startsOpen={false}>
        {result === undefined ? notEnded : <CanonicalValue session={session.id} callId={record.callId} />}
      </Section>
      <Section id="raw" title={words.raw} startsOpen={false}>
        {result === undefined ? notEnded : <JsonView text={rawText(result)} />}
      </Section>
    </>
  )
}

function rawText({ isError, content, error, meta }: NonNullable<CallRecord['result']>): string {
  return JSON.stringify({ isError, content, error, meta }, null, 2)
}
