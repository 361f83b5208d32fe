import type { ToolDefinition } from '@millrace/tools'
import { bashTool } from './tool.ts'
import { JobBoard } from '../jobs/job-board.ts'
import { jobListTool } from '../jobs/list/tool.ts'
import { jobOutputTool } from '../jobs/output/tool.ts'
import { jobStopTool } from '../jobs/stop/tool.ts'
import type { ProcessOperations } from '../shell/operations.ts'

/**
 * The tools that run commands, `bash`, `job_list`, `job_output` and `job_stop`, over one set of jobs. Whoever made the
 * operations ends what still runs, by closing what they stand on.
 * @param options - `keepsJobs: false` for a host that ends with its call: then the tools say so, and advise no job.
 */
export function commandTools(
  operations: ProcessOperations,
  { keepsJobs = true }: { readonly keepsJobs?: boolean } = {},
): ToolDefinition[] {
  const jobs = new JobBoard()
  const jobTools = [jobListTool(jobs), jobOutputTool(jobs), jobStopTool(jobs)]
  return [bashTool({ operations, jobs, keepsJobs }), ...(keepsJobs ? jobTools : jobTools.map(withoutJobs))]
}

function withoutJobs(tool: ToolDefinition): ToolDefinition {
  return { ...tool, description: `${tool.description} Here a job ends with the call that started it.` }
}
