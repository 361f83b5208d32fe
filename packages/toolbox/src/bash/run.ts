import type { ToolRunContext } from '@millrace/tools'
import type { JobBoard } from '../jobs/job-board.ts'
import { Job, type JobRequest } from '../jobs/job.ts'
import { AbortError } from '../failures/abort-error.ts'
import { lastLines } from '../shell/excerpt.ts'
import { modelText } from '../shell/model-text.ts'
import type { ProcessOperations } from '../shell/operations.ts'
import { outputFieldsOf } from '../shell/output-fields.ts'
import { untilAborted } from '../shell/until-aborted.ts'
import { bashLimits } from './limits.ts'
import { followOutput } from './progress.ts'
import type { BashValue } from './value.ts'

/** What commands run on, and where those that go on are known. */
export interface Shell {
  readonly operations: ProcessOperations
  readonly jobs: JobBoard
  /** Whether a later call can reach a job. */
  readonly keepsJobs: boolean
}

/** Runs a command to its end. What it leaves running becomes a job. */
export async function runForeground(
  shell: Shell,
  request: JobRequest,
  exec: ToolRunContext,
): Promise<BashValue> {
  const { signal } = exec
  const job = await Job.start(shell.operations, request)
  const unfollow = followOutput(job, exec)
  try {
    await untilAborted(job.exited, signal)
    if (!signal.aborted) await job.rest(signal)
  } finally {
    unfollow()
  }
  if (signal.aborted) throw await abandoned(job)
  job.liftLimit()
  return concluded(shell, job)
}

/** Starts a command as a job, and waits only as long as it may fail at once. */
export async function runBackground(
  shell: Shell,
  request: JobRequest,
  signal: AbortSignal,
): Promise<BashValue> {
  const { id, job } = await shell.jobs.start(() => Job.start(shell.operations, request))
  await untilAborted(job.exited, signal, bashLimits.firstMs)
  if (job.hasExited) await job.rest(signal)
  if (signal.aborted) throw await abandoned(job)
  return valueOf(shell, job, id)
}

/** Ends a command whose caller gave up. */
async function abandoned(job: Job): Promise<AbortError> {
  await job.stop()
  const last = modelText(lastLines(job.output, bashLimits.reportBytes)).trimEnd()
  return new AbortError(last)
}

async function concluded(shell: Shell, job: Job): Promise<BashValue> {
  const { jobs } = shell
  if (await job.isRunning()) {
    const id = await jobs.adopt(job)
    if (id !== undefined) return valueOf(shell, job, id)
    await job.stop()
    const value = await valueOf(shell, job, await kept(jobs, job))
    return { ...value, leftoverEnded: true }
  }
  return valueOf(shell, job, await kept(jobs, job))
}

/** The name under which the rest of a long output can be read. */
function kept(jobs: JobBoard, job: Job): Promise<string> | undefined {
  return job.output.kept.isWhole ? undefined : jobs.keep(job)
}

async function valueOf({ keepsJobs }: Shell, job: Job, id: string | undefined): Promise<BashValue> {
  const { running, exitCode, signal, timedOut, endedFor } = await job.state()
  return {
    running,
    exitCode,
    signal,
    timedOut,
    ...(endedFor === undefined ? {} : { endedFor }),
    ...outputFieldsOf(job.output, !running),
    ...(id === undefined || !keepsJobs ? {} : { job: id }),
    durationMs: job.durationMs,
    cwd: job.cwd,
  }
}
