import { cutEnd, initialCards, reduceCards } from '@millrace/cards'
import { printJson } from '@millrace/schema'
import type { SessionEvent } from '@millrace/protocol'
import { shownArguments } from '../../ask/asked-card.ts'
import type { AskedExecution } from '../../ask/rule-trial.ts'
import type { Workspace } from '../../workspace.ts'

/** Columns of a call in a list. */
const width = 120

/** A call in a few words, as its card says it, without secrets: `bash git push origin main`. */
export function callWords(call: AskedExecution, workspace: Workspace): string {
  const { name, agent } = call
  const args = printJson(shownArguments(call, workspace))
  const data = { turn: 1, step: 1, callId: name, name, arguments: args }
  const event: SessionEvent<'tool/call'> = { seq: 0, time: 0, type: 'tool/call', data }
  const view = reduceCards(initialCards, event, (tool) => workspace.tools.get(tool, agent)).cards[0]?.call
  const title = view === undefined || view.title === '' ? args : view.title
  return cutEnd(title.toLowerCase().startsWith(name.toLowerCase()) ? title : `${name} ${title}`, width, '…')
}
