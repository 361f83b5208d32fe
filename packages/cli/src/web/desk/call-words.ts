import { cutEnd } from '@millrace/cards'
import { printJson } from '@millrace/schema'
import { shownArguments } from '../../ask/asked-card.ts'
import type { AskedExecution } from '../../ask/rule-trial.ts'
import type { Workspace } from '../../workspace.ts'
import { callTitle } from '../call-title.ts'

/** Columns of a call in a list. */
const width = 120

/** A call in a few words, as its card says it, without secrets: `bash git push origin main`. */
export function callWords(call: AskedExecution, workspace: Workspace): string {
  const { name: tool, agent } = call
  const argumentsText = printJson(shownArguments(call, workspace))
  const { text } = callTitle({ tool, argumentsText }, (name) => workspace.tools.get(name, agent))
  return cutEnd(`${tool} ${text === '' ? argumentsText : text}`, width, '…')
}
