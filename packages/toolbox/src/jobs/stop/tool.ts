import { defineTool, type ToolDefinition } from '@millrace/tools'
import type { JobBoard } from '../job-board.ts'
import { jobOutputMeta, presentJobCall, presentJobResult } from '../output/present.ts'
import { readEnd } from '../output/read.ts'
import { renderJobOutput } from '../output/render.ts'
import { jobOutputSchema } from '../output/value.ts'

/** The `job_stop` tool. */
export function jobStopTool(board: JobBoard): ToolDefinition {
  return defineTool({
    name: 'job_stop',
    description:
      'Ends a job and everything that it started, and returns how it ended and the end of its output.',
    additionalProperties: false,
    parameters: { job: { type: 'string', required: true } },
    output: {
      schema: jobOutputSchema,
      render: (_, value) => renderJobOutput(value),
      presentationMeta: (_, value) => jobOutputMeta(value),
    },
    timeoutMs: 60_000,
    effects: 'idempotent',
    isConcurrencySafe: () => false,
    presentCall: ({ job }) => presentJobCall('Stop', job),
    presentResult: ({ job }, result) => presentJobResult(job, result),
    execute: async ({ job: id }, { signal }) => {
      const job = board.get(id)
      await job.stop()
      return readEnd(job, id, signal)
    },
  })
}
