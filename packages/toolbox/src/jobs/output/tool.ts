import { defineTool, type ToolDefinition } from '@millrace/tools'
import { bounded } from '../../workspace/bounded-argument.ts'
import type { JobBoard } from '../job-board.ts'
import { jobLimits } from '../limits.ts'
import { jobOutputMeta, presentJobCall, presentJobResult } from './present.ts'
import { readJob } from './read.ts'
import { renderJobOutput } from './render.ts'
import { jobOutputSchema } from './value.ts'

const { readBytes, mostReadBytes, leastReadBytes, waitMs: mostWaitMs } = jobLimits

const description =
  'Reads what a job printed: from a byte offset on, or its end. The offset that continues is named.'

/** The `job_output` tool. */
export function jobOutputTool(board: JobBoard): ToolDefinition {
  return defineTool({
    name: 'job_output',
    description,
    additionalProperties: false,
    parameters: {
      job: { type: 'string', required: true },
      offset: { type: 'integer', description: 'First byte to read. Default: the last maxBytes.' },
      waitMs: {
        type: 'integer',
        description: `Wait for output behind the offset, or for the end of the job. Default 0, at most ${mostWaitMs}.`,
      },
      maxBytes: { type: 'integer', description: `Default ${readBytes}, at most ${mostReadBytes}.` },
    },
    output: {
      schema: jobOutputSchema,
      render: (_, value) => renderJobOutput(value),
      presentationMeta: (_, value) => jobOutputMeta(value),
    },
    timeoutMs: mostWaitMs * 2,
    effects: 'none',
    isConcurrencySafe: () => true,
    presentCall: ({ job }) => presentJobCall('Output of', job),
    presentResult: ({ job }, result) => presentJobResult(job, result),
    execute: ({ job: id, offset, waitMs = 0, maxBytes = readBytes }, { signal }) => {
      if (offset !== undefined) bounded('offset', offset, 0)
      bounded('waitMs', waitMs, 0, mostWaitMs)
      bounded('maxBytes', maxBytes, leastReadBytes, mostReadBytes)
      return readJob(board.get(id), { id, offset, maxBytes, waitMs, signal })
    },
  })
}
