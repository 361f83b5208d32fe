import type { SessionEventMap } from '@millrace/protocol'
import { notify, ScopedEvents } from '@millrace/scope'
import type { ToolApprovalAnswer, ToolApprovalRequest } from '@millrace/tools'
import { untilAborted, type World } from './world.ts'

/** Answers questions by chance: yes, no, late, never, or by something that is no answer; told to listeners as a real service does. */
export function simulateApprovals(world: World): void {
  const { ctx, chance, ids } = world
  const events = new ScopedEvents(ctx, () => undefined)
  const tell = <T extends 'approval/asked' | 'approval/decided'>(
    name: T,
    data: SessionEventMap[T],
    agent: object,
  ): void => notify(events.hearing(name, agent), {}, [Object.freeze(data)], () => undefined)
  const request = async (asked: ToolApprovalRequest): Promise<ToolApprovalAnswer> => {
    const { callId, toolName, agent } = asked
    const told = { requestId: ids.next('q'), callId, toolName, argumentsHash: 'hash' }
    const isTold = chance.percent(80)
    if (isTold) tell('approval/asked', { ...told }, agent)
    const outcome = await decide(world, asked)
    const kind = outcome === 'allowed-once' || outcome === 'rejected' ? outcome : 'unavailable'
    if (isTold) tell('approval/decided', { ...told, outcome: kind, by: 'chance' }, agent)
    if (outcome === 'throws') throw new Error('the approval service is broken')
    return outcome as ToolApprovalAnswer
  }
  ctx.reflect.provide('approval', { request })
}

async function decide(world: World, asked: ToolApprovalRequest): Promise<string> {
  const { chance, time } = world
  const kind = chance.weighted({
    'allowed-once': 45,
    rejected: 15,
    cancelled: 5,
    unavailable: 5,
    late: 10,
    never: 8,
    throws: 6,
    nonsense: 6,
  })
  if (kind !== 'allowed-once') chance.did(`approval ${kind}`)
  await time.sleep(kind === 'late' ? 200 : chance.delay())
  if (kind === 'never') await untilAborted(world, asked.signal)
  if (kind === 'never') return 'cancelled'
  return kind === 'late' ? 'allowed-once' : kind
}
