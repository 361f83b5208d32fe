import { modelText } from './model-text.ts'
import type { OutputFields } from './output-fields.ts'

/**
 * What was printed, for a model or a card: `(no output)` for nothing, and a line of its own where something is left
 * out.
 * @param job - the job through which it can be read on.
 */
export function outputText({ output, omitted, spill }: OutputFields, job: string | undefined): string {
  if (output === '') return '(no output)'
  if (omitted === null) return modelText(output)
  const { bytes, lines, at, offset } = omitted
  const kept = Math.min(bytes, Math.max(0, (spill?.bytes ?? 0) - offset))
  const missing = kept < bytes ? `, ${bytes - kept} of them not kept` : ''
  const more = job === undefined || kept === 0 ? '' : `; job_output with job=${job} offset=${offset} reads on`
  const head = modelText(output.slice(0, at))
  const breaks = head === '' || head.endsWith('\n') ? '' : '\n'
  return `${head}${breaks}[${bytes} bytes with ${lines} line ends left out${missing}${more}]\n${modelText(output.slice(at))}`
}

/** What a reader of the text alone would not know of the output. */
export function outputNotes({ spill, binary, invalid }: OutputFields): string[] {
  const notes: string[] = []
  if (binary === true) notes.push('the output holds NUL bytes')
  if (invalid === true) notes.push('bytes that are no UTF-8 stand as U+FFFD')
  if (spill?.path !== undefined) {
    notes.push(`${spill.dropped === 0 ? 'all output' : `the first ${spill.bytes} bytes`} in ${spill.path}`)
  }
  if (spill?.problem !== undefined) notes.push(`keeping the output failed: ${spill.problem}`)
  return notes
}
