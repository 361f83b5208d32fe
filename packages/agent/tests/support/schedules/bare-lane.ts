import { Scheduler, type Job, type Lane } from '@millrace/schedule'
import {
  stageCall,
  type StagedAdmission,
  type StagedCall,
  type StagedOutcome,
  type ToolExecutionInput,
  type ToolRuntime,
} from '@millrace/tools'
import { note, type Play } from './planned-stages.ts'

/** Runs a batch with nothing but the scheduler around the stages of its calls. @returns whether it was cut short. */
export async function runLane(tools: ToolRuntime, agent: object, play: Play): Promise<boolean> {
  const { plan, events } = play
  const controller = new AbortController()
  const { signal } = controller
  const scheduler = new Scheduler<StagedAdmission, StagedOutcome, undefined>({ limit: plan.limit })
  const cut = async (): Promise<void> => {
    if (plan.end === 'never') return
    await events.schedule(Promise.resolve(), plan.end)
    note(play, 'abort', -1)
    controller.abort()
    // What has not started is then answered without its stages.
    if (plan.end === 'dispose') scheduler.abort('over')
  }
  const cutting = cut()
  for (const [at, { lane }] of plan.calls.entries()) {
    const input = { callId: `call_${at + 1}`, name: 'work', arguments: { at, lane }, agent, signal }
    void scheduler.push(new BareJob(tools, input, () => note(play, 'result', at)))
  }
  await events.waitFor(scheduler.idle())
  const isCut = signal.aborted
  await events.waitAll()
  await cutting
  return isCut
}

class BareJob implements Job<StagedAdmission, StagedOutcome, undefined> {
  readonly #tools: ToolRuntime
  readonly #input: ToolExecutionInput
  readonly #answered: () => void
  readonly #staged: StagedCall

  constructor(tools: ToolRuntime, input: ToolExecutionInput, answered: () => void) {
    this.#tools = tools
    this.#input = input
    this.#answered = answered
    this.#staged = stageCall(tools, input)
  }

  classify(): Lane {
    return this.#tools.executionMode(this.#input).kind
  }

  admit(): StagedAdmission | Promise<StagedAdmission> {
    return this.#staged.admit()
  }

  dispatch(admission: StagedAdmission): StagedOutcome | Promise<StagedOutcome> {
    return this.#staged.dispatch(admission)
  }

  async conclude(outcome: StagedOutcome): Promise<undefined> {
    await this.#staged.conclude(outcome)
    this.#answered()
  }

  fail(error: unknown): undefined {
    throw new Error('a stage of a call must not throw', { cause: error })
  }

  abandon(): undefined {
    this.#answered()
  }
}
