import type { Presenters } from '@millrace/cards'
import { callTitle, type TitledCall } from '../call-title.ts'

/** UTF-16 units of a subject: enough to tell calls apart in a list. */
const longest = 200

/** What a recorded call was about, as its card says it: `$ npm test`, `src/retry.ts`. */
export function callSubject(call: TitledCall, presenters: Presenters): string {
  const { text, isCommand } = callTitle(call, presenters)
  return onOneLine(isCommand ? `$ ${text}` : text)
}

function onOneLine(text: string): string {
  const line = text.slice(0, longest * 2).replace(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line.toWellFormed()
}
