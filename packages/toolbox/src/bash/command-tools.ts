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
 */
export function commandTools(operations: ProcessOperations): ToolDefinition[] {
  const jobs = new JobBoard()
  return [bashTool({ operations, jobs }), jobListTool(jobs), jobOutputTool(jobs), jobStopTool(jobs)]
}
