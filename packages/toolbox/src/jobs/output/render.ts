import { text, type ContentBlock } from '@millrace/protocol'
import { modelText } from '../../shell/model-text.ts'
import { stateNotes } from '../state-fields.ts'
import type { JobOutputValue } from './value.ts'

/** What the model reads: the output, and one line with its place and how the job stands. */
export function renderJobOutput(value: JobOutputValue): ContentBlock[] {
  const output = value.output === '' ? '(no output)' : modelText(value.output).replace(/\r?\n$/, '')
  return [text(`${output}\n[${notesOf(value).join('; ')}]`)]
}

function notesOf(value: JobOutputValue): string[] {
  const { job, offset, next, totalBytes, lost, invalid, running } = value
  const notes = [`${job}: ${stateNotes(value).join(', ')}`]
  notes.push(`bytes ${offset} to ${next} of ${totalBytes}`)
  if (lost > 0) notes.push(`${lost} bytes before them are lost`)
  if (next < totalBytes || running) notes.push(`offset=${next} continues`)
  if (invalid === true) notes.push('bytes that are no UTF-8 stand as U+FFFD')
  return notes
}
