import type { JobState } from './job.ts'

/** Fields of a value that say how a command stands; each stands for itself. */
export const stateFields = {
  running: {
    type: 'boolean',
    required: true,
    description: 'Whether the program, or anything that it started, still runs.',
  },
  exitCode: {
    required: true,
    oneOf: [{ type: 'integer' }, { type: 'null' }],
    description: 'Null while the program runs, and where a signal ended it.',
  },
  signal: {
    required: true,
    oneOf: [{ type: 'string' }, { type: 'null' }],
    description: 'The signal that ended the program, such as SIGKILL.',
  },
  timedOut: { type: 'boolean', required: true, description: 'Whether the time limit ended it.' },
  stopped: { type: 'boolean', required: true, description: 'Whether it was ended on demand.' },
  endedFor: {
    type: 'string',
    enum: ['memory limit', 'task limit', 'output failure'],
    description: 'Why the host ended it without being asked.',
  },
} as const

/**
 * How a command stands, in words.
 * @param limit - completes "timed out", where the time limit is known.
 */
export function stateNotes(state: JobState, limit = ''): string[] {
  const { running, exitCode, signal, timedOut, stopped, endedFor } = state
  const notes: string[] = []
  if (timedOut) notes.push(`timed out${limit}`)
  if (stopped) notes.push('stopped')
  if (endedFor !== undefined) notes.push(`all its processes were ended: ${endedFor}`)
  if (signal !== null) notes.push(`ended by ${signal}`)
  if (exitCode !== null) notes.push(`exit code ${exitCode}`)
  if (running) notes.push(exitCode === null && signal === null ? 'running' : 'what it left behind is running')
  return notes
}
