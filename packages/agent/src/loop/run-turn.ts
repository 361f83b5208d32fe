import { codeOf, messageOf, type Totals, type UserMessage } from '@millrace/protocol'
import type { TurnResult } from '../contract/agent.ts'
import type { ModelAnswer } from '../contract/model.ts'
import { counted, reached, reachedLimit } from './limits.ts'
import { runBatch } from './batch.ts'
import { askModel } from './ask-model.ts'
import { postStep } from './post-step.ts'
import { preStep } from './pre-step.ts'
import { assemblePrompt } from './assemble-prompt.ts'
import type { Ending, Turn } from './turn.ts'

/** Runs one turn from its message to its end. Never rejects: whatever happens is how it ended. */
export function runTurn(turn: Turn, message: UserMessage): Promise<TurnResult> {
  return wholeTurn(turn, async () => begin(turn, message))
}

/**
 * Begins a turn in some way, asks the model until there is a reason to end, and ends it. Never rejects.
 * @param first - what comes before the next request.
 */
export async function wholeTurn(turn: Turn, first: () => Promise<void>): Promise<TurnResult> {
  const stopTimer = limitTime(turn)
  try {
    await first()
    await steps(turn)
  } catch (error) {
    turn.fail(error)
  } finally {
    stopTimer()
  }
  return end(turn)
}

function begin(turn: Turn, message: UserMessage): void {
  const { agent, number } = turn
  agent.meter.startTurn()
  agent.append('turn/start', { turn: number, principal: agent.principal })
  turn.log('user/message', { message })
  const { turns } = agent.config.limits
  if (turns !== undefined && number > turns)
    turn.reach(reached('turns', `${counted(turns, 'turn')} of the session`))
}

/** Asks the model and runs its calls, until there is a reason to end. */
async function steps(turn: Turn): Promise<void> {
  while (!turn.isEnding) {
    hearSteering(turn)
    const limit = reachedLimit(turn.agent)
    if (limit !== undefined) return turn.reach(limit)
    turn.step += 1
    await step(turn)
  }
}

async function step(turn: Turn): Promise<void> {
  const { agent } = turn
  const coming = await preStep(turn)
  if (coming === undefined) return
  await assemblePrompt(turn)
  // What a model hears of is never lost: neither results nor the words before them.
  await agent.session.flush()
  if (turn.isEnding) return
  const { answer, calls } = await askModel(turn, coming)
  // Also where the turn ends by now: every call that is logged gets its result.
  const concluded = calls.length > 0 && (await runBatch(turn, calls))
  await endStep(turn, { answer, hasCalls: calls.length > 0, concluded })
}

/** What is left of a step once its calls have their results. */
export async function endStep(
  turn: Turn,
  { answer, hasCalls, concluded }: { answer: ModelAnswer; hasCalls: boolean; concluded: boolean },
): Promise<void> {
  const { steering } = turn
  if (turn.isEnding) return
  const isLast = concluded || (!hasCalls && steering.length === 0)
  const goesOn = await postStep(turn, { answer, isLast })
  // What steers may have come while listeners were asked.
  if (isLast && !goesOn && (concluded || steering.length === 0)) {
    turn.finish(concluded ? { reason: 'concluded' } : lastWords(answer.finish))
  }
}

function lastWords(finish: string): Ending {
  if (finish === 'length') return { reason: 'done', message: 'the answer was cut off at its longest length' }
  if (finish === 'content-filter') return { reason: 'done', message: 'the provider withheld the answer' }
  return { reason: 'done' }
}

function hearSteering(turn: Turn): void {
  for (const message of turn.steering.splice(0)) turn.log('user/message', { message, steering: true })
}

/** Ends the turn once its time is over. */
function limitTime(turn: Turn): () => void {
  const { ms } = turn.agent.config.limits
  if (ms === undefined) return () => undefined
  const stop = new AbortController()
  turn.agent.runtime.timers.sleep(Math.max(0, ms - turn.spentMs), stop.signal).then(
    () => turn.reach(reached('ms', `${ms} ms for one turn`)),
    () => undefined,
  )
  return () => stop.abort()
}

async function end(turn: Turn): Promise<TurnResult> {
  let ending: Ending = turn.ending ?? { reason: 'done' }
  const totals = turnTotals(turn)
  try {
    const { failure } = turn.agent.session
    if (failure !== undefined) throw failure
    // What was taken on after the last step is kept for the next turn.
    hearSteering(turn)
    appendEnd(turn, ending, totals)
    await turn.agent.session.flush()
  } catch (error) {
    if (ending.code !== 'SESSION_LOG_FAILED') ending = logFailed(ending, error)
  }
  return { turn: turn.number, ...ending, text: turn.text, totals }
}

function appendEnd({ agent, number }: Turn, ending: Ending, totals: Totals): void {
  let root = agent
  while (root.parent !== undefined) root = root.parent
  const { ms, toolMs } = totals
  const session = root.meter.session.totals(root === agent ? { ms, toolMs } : {})
  agent.append('turn/end', { turn: number, ...ending, totals, session })
}

function turnTotals({ agent, toolClock, startedAt }: Turn): Totals {
  const ms = Math.round(agent.runtime.clock.monotonic() - startedAt)
  return agent.meter.turn.totals({ ms, toolMs: Math.min(ms, Math.round(toolClock.ms)) })
}

function logFailed({ message }: Ending, error: unknown): Ending {
  const before = message === undefined ? '' : ` (before that: ${message})`
  const code = codeOf(error) === 'SESSION_CLOSED' ? 'SESSION_CLOSED' : 'SESSION_LOG_FAILED'
  return { reason: 'failed', code, message: `${messageOf(error)}${before}` }
}
