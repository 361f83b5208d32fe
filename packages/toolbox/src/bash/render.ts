import { text, type ContentBlock } from '@millrace/protocol'
import { stateNotes } from '../jobs/state-fields.ts'
import { outputNotes, outputText } from '../shell/output-text.ts'
import { bashLimits } from './limits.ts'
import type { BashValue } from './value.ts'

/** What the model reads: the output, and always a last line that no command can print, with how it ended. */
export function renderBash(value: BashValue, timeoutMs: number | undefined): ContentBlock[] {
  const output = outputText(value).replace(/\r?\n$/, '')
  const notes = notesOf(value, timeoutMs).join('; ')
  const isSilentSuccess = value.output === '' && notes === 'exit code 0'
  return [text(isSilentSuccess ? output : `${output}\n[${notes}]`)]
}

function notesOf(value: BashValue, timeoutMs: number = bashLimits.timeoutMs): string[] {
  const { job, running, leftoverEnded } = value
  const limit = ` after ${timeoutMs / 1000} s, all its processes were ended`
  const notes = stateNotes({ ...value, stopped: false }, limit)
  if (running && job === undefined) notes.push('it ends with this host, which keeps no jobs')
  else if (running) notes.push(`it is job ${job}: job_output reads its output, job_stop ends it`)
  if (leftoverEnded === true) notes.push('what it left running was ended, as too many jobs are running')
  return [...notes, ...outputNotes(value, job)]
}
