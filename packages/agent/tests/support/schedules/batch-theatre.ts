import { Context } from '@deepseek-ai/cordis'
import { AgentService, PromptService, type SessionAgent, type TurnResult } from '@millrace/agent'
import { memorySessions } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import { checkHistory, scriptedModel } from '@millrace/testkit'
import { ToolRuntime, type ToolApprovalRequest } from '@millrace/tools'
import type fc from 'fast-check'
import { untilAborted } from './until-aborted.ts'
import { runLane } from './bare-lane.ts'
import { misorder } from './moments.ts'
import type { Plan } from './plan.ts'
import { body, cueOf, note, wrap, type Play } from './planned-stages.ts'

/** What came of a batch. */
export interface Played {
  /** Whether something ended its turn before it was over. */
  readonly isCut: boolean
  /** What is wrong with it; nothing where every promise was kept. */
  readonly problems: readonly string[]
}

/** Plays batches through the real pipeline, in an order of events that somebody else chooses. */
export class BatchTheatre {
  readonly #ctx: Context
  readonly #plays = new WeakMap<object, Play>()

  private constructor(ctx: Context) {
    this.#ctx = ctx
  }

  static async open(): Promise<BatchTheatre> {
    const ctx = new Context()
    // What broken listeners do is told to a logger; nobody reads it here.
    await ctx.plugin(ToolRuntime)
    await ctx.plugin(PromptService)
    await ctx.plugin(AgentService, { store: memorySessions() })
    const theatre = new BatchTheatre(ctx)
    theatre.#furnish()
    return theatre
  }

  close(): Promise<unknown> {
    return Promise.resolve(this.#ctx.fiber.dispose())
  }

  /** Plays one as the answer of a model to a real agent. */
  async playTurn(plan: Plan, events: fc.Scheduler): Promise<Played> {
    const calls = plan.calls.map(({ lane }, at) => ({ name: 'work', arguments: { at, lane } }))
    const model = scriptedModel((_request, n) => (n === 0 ? { calls } : 'done'))
    const { limit: maxParallelCalls } = plan
    const agent = await this.#ctx.agents.create({ model, cwd: '/somewhere', maxParallelCalls })
    const play: Play = { plan, events, moments: [] }
    this.#plays.set(agent, play)
    const log: SessionEvent[] = []
    agent.session.watch((event) => {
      log.push(event)
      if (event.type === 'tool/result') note(play, 'result', placeIn(event.data.callId))
    })
    const caller = new AbortController()
    const turn = agent.send('go', caller.signal)
    const ending = this.#end(play, agent, caller)
    const result = await events.waitFor(turn)
    await events.waitAll()
    await ending
    await agent.dispose()
    const problems = [...misorder(plan, play.moments), ...checkHistory(log), ...wrongEnd(play, result)]
    return { isCut: result.reason === 'interrupted', problems }
  }

  /** Plays one with the scheduler and the stages of its calls alone. */
  async playLane(plan: Plan, events: fc.Scheduler): Promise<Played> {
    const agent = {}
    const play: Play = { plan, events, moments: [] }
    this.#plays.set(agent, play)
    const isCut = await runLane(this.#ctx.tools, agent, play)
    return { isCut, problems: misorder(plan, play.moments) }
  }

  /** Ends the turn at a moment that is chosen like all others. */
  async #end(play: Play, agent: SessionAgent, caller: AbortController): Promise<void> {
    const { plan, events } = play
    if (plan.end === 'never') return
    await events.schedule(Promise.resolve(), plan.end)
    note(play, 'abort', -1)
    if (plan.end === 'interrupt') agent.interrupt('enough')
    if (plan.end === 'caller') caller.abort()
    if (plan.end === 'dispose') await agent.dispose()
  }

  #playOf(agent: object | undefined): Play {
    const play = agent && this.#plays.get(agent)
    if (play === undefined) throw new Error('a call of an agent that is on no stage')
    return play
  }

  #furnish(): void {
    const ctx = this.#ctx
    ctx.tools.register({
      name: 'work',
      description: 'Does what the plan says.',
      parameters: { type: 'object' },
      output: { schema: {}, render: () => [{ type: 'text', text: 'done' }] },
      isConcurrencySafe: (args) => (args as { lane: string }).lane === 'parallel',
      execute: async (args, exec) => body(this.#playOf(exec.agent), args, exec),
    })
    ctx.on('tools/pre-execute', async ({ agent, arguments: args }, next) => {
      const { call, later } = cueOf(this.#playOf(agent), args)
      const { gate } = call
      if (gate === 'open') return next()
      await later('gate')
      if (gate === 'throw') throw new Error('a broken gate')
      if (gate === 'deny') return { kind: 'deny', reason: 'the plan says so' }
      return gate === 'later' ? next() : { kind: 'ask' }
    })
    ctx.provide('approval', { request: (asked: ToolApprovalRequest) => this.#answer(asked) })
    ctx.on('tools/execute', (exec, next) => wrap(this.#playOf(exec.agent), exec.arguments, next))
    ctx.on('tools/post-execute', async ({ agent, arguments: args }, _result, next) => {
      const { call, later } = cueOf(this.#playOf(agent), args)
      if (call.review !== 'at once') await later('review')
      if (call.review === 'throw') throw new Error('a broken review')
      return next()
    })
  }

  async #answer({ agent, callId, signal }: ToolApprovalRequest): Promise<string> {
    const { call, later } = cueOf(this.#playOf(agent), { at: placeIn(callId) })
    if (call.gate === 'silence') return untilAborted(signal).catch(() => 'cancelled')
    await later('answer')
    return call.gate === 'yes' ? 'allowed-once' : 'rejected'
  }
}

function wrongEnd({ moments, plan }: Play, { reason }: TurnResult): string[] {
  const isCut = moments.some(({ what }) => what === 'abort')
  return reason === 'done' || (isCut && reason === 'interrupted')
    ? []
    : [`the turn ended as ${reason} (${plan.end})`]
}

/** The place of a call in its answer, by the id that a scripted model gives it. */
const placeIn = (callId: string): number => Number(callId.slice('call_'.length)) - 1
