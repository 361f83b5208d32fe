import { Scheduler } from '@millrace/schedule'
import type {
  StagedAdmission,
  StagedOutcome,
  ToolExecutionFailure,
  ToolExecutionResult,
} from '@millrace/tools'
import { complaint } from './call-arguments.ts'
import { CallJob } from './call-job.ts'
import { callsLeft, counted, notRun, reached } from './limits.ts'
import type { OpenCall } from './open-calls.ts'
import { syntheticFailure } from './synthetic-result.ts'
import type { Turn } from './turn.ts'

/** A call whose `tool/call` is logged. */
export interface LoggedCall {
  readonly call: OpenCall
  readonly callSeq: number
  /** The result, where the call must not come to a tool. */
  readonly refusal: ToolExecutionFailure | undefined
}

/**
 * Runs the calls of one answer: logged first, then side by side or alone, concluded and logged in the order of the
 * answer. Each gets exactly one result.
 * @returns whether one of them concluded the turn.
 */
export async function runBatch(turn: Turn, calls: readonly OpenCall[]): Promise<boolean> {
  const { agent } = turn
  const { left, limit } = callsLeft(agent)
  const logged = calls.map((call, at) => logCall(turn, call, at < left ? undefined : limit))
  // No tool may have an effect before it is durable that it was called.
  await agent.session.flush()
  const scheduler = new Scheduler<StagedAdmission, StagedOutcome, ToolExecutionResult>({
    limit: agent.config.maxParallelCalls,
    limitName: 'maxParallelCalls',
  })
  const results = await Promise.all(logged.map((each) => scheduler.push(new CallJob(turn, each))))
  if (calls.length > left) turn.reach(reached('calls', `${counted(limit, 'call')} in the session`))
  return results.some((result) => result.concludesTurn === true)
}

function logCall(turn: Turn, call: OpenCall, limit: number | undefined): LoggedCall {
  const { id, name, arguments: stored } = call.request
  const { seq } = turn.log('tool/call', { callId: id, name, arguments: stored })
  return { call, callSeq: seq, refusal: refusalOf(call, limit) }
}

function refusalOf(
  { args, definition }: OpenCall,
  limit: number | undefined,
): ToolExecutionFailure | undefined {
  if (limit !== undefined) {
    return syntheticFailure(notRun(limit), { name: 'LimitError', code: 'LIMIT_REACHED' })
  }
  // Of a tool that is not there the pipeline says so, whatever the arguments.
  if (args.ok || definition === undefined) return undefined
  const info = { name: 'ToolArgsError', code: 'INVALID_ARGS' }
  return syntheticFailure(complaint(definition, args.problem), info)
}
