import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { addressOf } from '../../app/route.ts'
import { commandText } from '../../card/command-text.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import type { OpenSession } from '../store/open-session.ts'
import type { CallRecord } from './call-record.ts'
import { testText } from './test-text.ts'
import { detailsWords } from './words.ts'

/** What a call can be copied as: the command and the test that make it again, and the address where it is seen. */
export function Copies({
  record,
  session,
}: {
  readonly record: CallRecord
  readonly session: OpenSession
}): JSX.Element {
  const words = detailsWords.value
  const command = useMemo(
    () => commandText({ tool: record.tool, arguments: record.argumentsText }),
    [record.tool, record.argumentsText],
  )
  const test = useMemo(() => testText(record), [record.argumentsText, record.result])
  return (
    <div class="kit-tools">
      <Copy text={command} label={words.copyCommand} otherwise={words.noCommand} />
      <Copy text={test} label={words.copyTest} otherwise={words.noTest} />
      <CopyButton text={() => linkTo(session.id, record.callId)} label={words.copyLink} />
    </div>
  )
}

/** The address has no token: it opens where the page is open already. */
function linkTo(id: string, callId: string): string {
  return `${location.origin}${location.pathname}${addressOf({ page: 'session', id, callId })}`
}

function Copy({
  text,
  label,
  otherwise,
}: {
  readonly text: string | undefined
  readonly label: string
  readonly otherwise: string
}): JSX.Element {
  if (text !== undefined) return <CopyButton text={() => text} label={label} />
  return (
    <button type="button" class="kit-button" disabled title={otherwise}>
      {label}
    </button>
  )
}
