import { modelText } from './model-text.ts'
import type { OutputFields } from './output-fields.ts'

/** What was printed, for a model: `(no output)` for nothing, and a mark where something is left out. */
export function outputText({ output, omitted }: OutputFields): string {
  if (output === '') return '(no output)'
  const hasLines = output.includes('\n')
  if (omitted === null) return modelText(output, hasLines)
  const head = modelText(output.slice(0, omitted.at), hasLines)
  const breaks = head === '' || head.endsWith('\n') ? '' : '\n'
  return `${head}${breaks}[…]\n${modelText(output.slice(omitted.at), hasLines)}`
}

/**
 * What a reader of the text alone would not know of the output. It stands behind the text, because whatever stands
 * within could be printed by the command as well.
 * @param job - the job through which the output can be read on.
 */
export function outputNotes(fields: OutputFields, job: string | undefined): string[] {
  const { spill, binary, invalid } = fields
  const notes = omissionNotes(fields, job)
  if (binary === true) notes.push('the output holds NUL bytes')
  if (invalid === true) notes.push('bytes that are no UTF-8 stand as U+FFFD')
  if (spill?.path !== undefined) {
    notes.push(`${spill.dropped === 0 ? 'all output' : `the first ${spill.bytes} bytes`} in ${spill.path}`)
  }
  if (spill?.problem !== undefined) notes.push(`keeping the output failed: ${spill.problem}`)
  return notes
}

function omissionNotes({ omitted, spill }: OutputFields, job: string | undefined): string[] {
  if (omitted === null) return []
  const { bytes, lines, offset } = omitted
  const kept = Math.min(bytes, Math.max(0, (spill?.bytes ?? 0) - offset))
  const missing = kept < bytes ? `, ${bytes - kept} of them not kept` : ''
  const note = `left out at […], behind byte ${offset}: ${bytes} bytes with ${lines} line ends${missing}`
  if (job === undefined || kept === 0) return [note]
  return [note, `job_output with job=${job} offset=${offset} reads on`]
}
