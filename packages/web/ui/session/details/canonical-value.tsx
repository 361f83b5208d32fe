import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { CallValue } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { addressPart } from '../../api/address-part.ts'
import { Cut } from '../../kit/cut.tsx'
import { JsonView } from '../../kit/json/json-view.tsx'
import { Problem } from '../../kit/problem.tsx'
import { useResource } from '../../kit/resource.ts'
import { kitWords } from '../../kit/words.ts'
import { detailsWords } from './words.ts'

/** The canonical value of a call that succeeded, as long as the server has it: no log keeps it. */
export function CanonicalValue({
  session,
  callId,
}: {
  readonly session: string
  readonly callId: string
}): JSX.Element {
  const path = `/api/sessions/${addressPart(session)}/calls/${addressPart(callId)}/value`
  const { value, problem, reload } = useResource<CallValue>(path)
  if (problem.value !== undefined) return <Problem problem={problem.value} onRetry={reload} />
  const found = value.value
  if (found === undefined) return <p class="kit-quiet">{kitWords.value.loading}</p>
  const words = detailsWords.value
  if (found.kind === 'not-recorded') return <p class="kit-quiet">{words.valueNotRecorded}</p>
  if (found.kind === 'value') return <JsonView text={JSON.stringify(found.value, null, 2)} />
  return (
    <>
      <p class="kit-quiet">{words.valueCut(count(found.bytes))}</p>
      <Cut text={escapeVisible(found.text, { lines: true })} />
    </>
  )
}
