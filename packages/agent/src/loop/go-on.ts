import { contentText } from '@millrace/protocol'
import { Scheduler } from '@millrace/schedule'
import {
  canContinueCall,
  type StagedAdmission,
  type StagedOutcome,
  type ToolExecutionResult,
} from '@millrace/tools'
import type { TurnResult } from '../contract/agent.ts'
import { msOf } from '../resume/history.ts'
import type { Interruption } from '../resume/interrupted.ts'
import { closeCall, cutOff, type Append } from '../resume/mend.ts'
import { readArguments } from './call-arguments.ts'
import { CallJob } from './call-job.ts'
import type { LiveAgent } from './live-agent.ts'
import { pluginMessage } from './message.ts'
import { endStep, wholeTurn } from './run-turn.ts'
import { Turn } from './turn.ts'

/** Message and code where there is no such turn. */
export const nothingInterrupted: readonly [message: string, code: string] = [
  'nothing was cut off that can go on; send a message instead',
  'NOTHING_INTERRUPTED',
]

/** The turn that was cut off, as it stood. */
export function turnOf(agent: LiveAgent, { turn, answer, call }: Interruption): Turn {
  agent.meter.startTurn(turn.meter.session)
  const text = contentText(answer.message.content)
  return new Turn(agent, turn.turn, { step: call.step, text, ms: msOf(turn) })
}

/**
 * Goes on with a turn that was cut off: executes its call again under the same id, and then takes the steps that follow. Where
 * the call cannot go on any more, the turn ends as interrupted. Never rejects.
 */
export function goOnTurn(turn: Turn, interruption: Interruption): Promise<TurnResult> {
  return wholeTurn(turn, async () => {
    const isThere = await isStillThere(turn.agent, interruption)
    if (turn.isEnding || !isThere) return close(turn, interruption)
    const { isError, concludesTurn = false } = await executeAgain(turn, interruption)
    if (isError && !turn.agent.live.wentOn) tellOfEffects(turn, interruption)
    if (turn.agent.session.failure === undefined) closeLater(turn.agent, interruption)
    await endStep(turn, { answer: interruption.answer, hasCalls: true, concluded: concludesTurn })
  })
}

/** Ends a turn that was cut off, and that nobody goes on with. Never rejects. */
export function leaveTurn(turn: Turn, interruption: Interruption): Promise<TurnResult> {
  return wholeTurn(turn, async () => close(turn, interruption))
}

function close(turn: Turn, interruption: Interruption): void {
  const { agent } = turn
  turn.finish({ reason: 'interrupted', message: cutOff })
  closeCall(interruption.call, undefined, appendTo(agent))
  closeLater(agent, interruption)
}

function closeLater(agent: LiveAgent, { later }: Interruption): void {
  for (const call of later) closeCall(call, undefined, appendTo(agent))
}

function appendTo(agent: LiveAgent): Append {
  return (_own, type, data) => agent.append(type, data).seq
}

/** Whoever refused the call this time, such as a policy, says nothing of what its program did before. */
function tellOfEffects(turn: Turn, { call, made }: Interruption): void {
  if (made.size === 0 || turn.agent.session.failure !== undefined) return
  const names = [...new Set(Array.from(made.values(), ({ started }) => started.name))].join(', ')
  const message =
    `the program of call ${call.callId} did not go on; before it was cut off it had called ${names}, and what these calls ` +
    'changed stays: look at it before you do it again'
  turn.log('user/message', { message: pluginMessage(message, 'agent/go-on') })
}

/** What was kept of the call may have expired since, and the tool may be gone. */
async function isStillThere(agent: LiveAgent, { call }: Interruption): Promise<boolean> {
  const { callId, name } = call
  const { tools } = agent.runtime
  if (tools.get(name, agent) === undefined) return false
  return canContinueCall(tools, name, { callId, sessionId: agent.session.header.id })
}

async function executeAgain(turn: Turn, { call }: Interruption): Promise<ToolExecutionResult> {
  const { agent } = turn
  const { callId: id, name, arguments: text, callSeq } = call
  const definition = agent.runtime.tools.get(name, agent)
  const args = readArguments(text, definition, agent.config.maxArgumentUnits)
  const again = {
    call: { request: { id, name, arguments: text }, definition, args },
    callSeq,
    refusal: undefined,
  }
  const scheduler = new Scheduler<StagedAdmission, StagedOutcome, ToolExecutionResult>({
    limit: 1,
    limitName: 'maxParallelCalls',
  })
  return scheduler.push(new CallJob(turn, again))
}
