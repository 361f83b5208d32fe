import type { JsonValue, ToolCallView, ToolResult, ToolResultView } from '@millrace/protocol'
import { terminalView } from '../../shell/terminal-card.ts'
import { stateNotes } from '../state-fields.ts'
import type { JobOutputValue } from './value.ts'

/** What a card needs of the output of a job. */
export function jobOutputMeta(value: JobOutputValue): JsonValue {
  const { output, exitCode, signal, timedOut, job, running, offset, next, totalBytes, lost } = value
  const notes = [...stateNotes(value), `bytes ${offset} to ${next} of ${totalBytes}`]
  if (lost > 0) notes.push(`${lost} bytes before them are lost`)
  return { output, exitCode, signal, timedOut, notes: notes.join(', '), ...(running ? { job } : {}) }
}

/** The pending card of a call that is about one job. */
export function presentJobCall(verb: string, job: string): ToolCallView {
  return { card: 'generic', kind: 'execute', title: `${verb} ${job}` }
}

/** The completed card: a terminal, whose title says which part of the output it is and how the job stands. */
export function presentJobResult(job: string, { isError, meta }: ToolResult): ToolResultView | undefined {
  if (isError) return undefined
  const view = terminalView(meta)
  if (view === undefined) return undefined
  const { notes } = meta as { [key: string]: JsonValue }
  return { ...view, title: typeof notes === 'string' ? `${job}: ${notes}` : job }
}
