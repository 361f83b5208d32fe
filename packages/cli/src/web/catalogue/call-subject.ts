import { initialCards, reduceCards, type Presenters } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import type { RecordedCall } from '../../explain/recorded-call.ts'

/** UTF-16 units of a subject: enough to tell calls apart in a list. */
const longest = 200

/** What a recorded call was about, as its card says it: `$ npm test`, `src/retry.ts`. */
export function callSubject(
  { callId, tool, argumentsText, at, seq }: RecordedCall,
  presenters: Presenters,
): string {
  const data = { turn: 1, step: 1, callId, name: tool, arguments: argumentsText }
  const event: SessionEvent<'tool/call'> = { seq, time: at, type: 'tool/call', data }
  const view = reduceCards(initialCards, event, presenters).cards[0]?.call
  if (view === undefined) return ''
  const prefix = `${tool} `
  const isNamed = view.title.toLowerCase().startsWith(prefix.toLowerCase())
  const text = isNamed ? view.title.slice(prefix.length) : view.title
  return shortened(view.card === 'terminal' ? `$ ${text}` : text)
}

function shortened(text: string): string {
  const line = text.slice(0, longest * 2).replace(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line.toWellFormed()
}
