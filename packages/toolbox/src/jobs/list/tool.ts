import {
  text,
  type JsonValue,
  type ToolCallView,
  type ToolResult,
  type ToolResultView,
} from '@millrace/protocol'
import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { isJsonObject } from '../../json/is-json-object.ts'
import { cutEnd } from '../../text/cut.ts'
import type { JobBoard } from '../job-board.ts'
import { jobLimits } from '../limits.ts'
import { stateFields, stateNotes } from '../state-fields.ts'

const jobListSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    jobs: {
      type: 'array',
      required: true,
      description: 'The oldest first.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          job: { type: 'string', required: true },
          command: { type: 'string', required: true },
          commandCut: {
            type: 'boolean',
            const: true,
            description: 'Only the start of the command is given.',
          },
          cwd: { type: 'string', required: true },
          ...stateFields,
          ageMs: { type: 'integer', required: true, description: 'Since it was started.' },
          totalBytes: { type: 'integer', required: true, description: 'All that it printed so far.' },
        },
      },
    },
    forgotten: { type: 'integer', required: true, description: 'Finished jobs that are no longer kept.' },
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `job_list`. */
export type JobListValue = InferValue<typeof jobListSchema>

/** The `job_list` tool. */
export function jobListTool(board: JobBoard): ToolDefinition {
  return defineTool({
    name: 'job_list',
    description: 'Lists the jobs: commands in the background, and those with output still to be read.',
    additionalProperties: false,
    parameters: {},
    output: {
      schema: jobListSchema,
      render: (_, value) => [text(listText(value))],
      presentationMeta: (_, { jobs }) => ({ jobs: jobs.length, running: runningIn(jobs) }),
    },
    timeoutMs: 60_000,
    effects: 'none',
    isConcurrencySafe: () => true,
    presentCall: (): ToolCallView => ({ card: 'generic', kind: 'other', title: 'List jobs' }),
    presentResult: (_, result) => listView(result),
    execute: () => list(board),
  })
}

async function list(board: JobBoard): Promise<JobListValue> {
  const jobs = Array.from(board.entries, async ([id, job]) => {
    const command = cutEnd(job.command, jobLimits.commandLength)
    return {
      job: id,
      command,
      ...(command.length < job.command.length ? { commandCut: true as const } : {}),
      cwd: job.cwd,
      ...(await job.state()),
      ageMs: job.ageMs,
      totalBytes: job.output.totalBytes,
    }
  })
  return { jobs: await Promise.all(jobs), forgotten: board.forgotten }
}

function listText({ jobs, forgotten }: JobListValue): string {
  const lines = jobs.map((job) => {
    const facts = [...stateNotes(job), `started ${seconds(job.ageMs)} ago`, `${job.totalBytes} bytes printed`]
    const command = JSON.stringify(job.command)
    return `${job.job}: ${facts.join(', ')}: ${command}${job.commandCut === true ? ' (cut)' : ''}`
  })
  if (lines.length === 0) lines.push('(no jobs)')
  if (forgotten > 0) lines.push(`[${forgotten} finished earlier and are no longer kept]`)
  return lines.join('\n')
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}

function runningIn(jobs: JobListValue['jobs']): number {
  return jobs.filter(({ running }) => running).length
}

function listView({ isError, meta, content }: ToolResult): ToolResultView | undefined {
  if (isError || !isCounts(meta)) return undefined
  const { jobs, running } = meta
  return { card: 'generic', title: `${jobs} ${jobs === 1 ? 'job' : 'jobs'}, ${running} running`, content }
}

function isCounts(meta: JsonValue | undefined): meta is { jobs: number; running: number } {
  return isJsonObject(meta) && Number.isSafeInteger(meta['jobs']) && Number.isSafeInteger(meta['running'])
}
