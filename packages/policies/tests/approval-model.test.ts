import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { AnswerReceipt, ApprovalQuestion } from '../src/approval.ts'
import { agent, openBench, settle, tool } from './support/approval-bench.ts'
import { isLong } from '../../../tests/support/effort.ts'

const numRuns = isLong ? 50_000 : 400

/** What a person saw, or what ran: the call, its arguments, and the tool as it was then. */
type Seen = string

/** One call of a run, as far as the test knows of it. */
interface Call {
  readonly callId: string
  /** The caller's own object, which it may change at any time. */
  readonly args: { value: number; list: number[] }
  readonly controller: AbortController
  question: ApprovalQuestion | undefined
  shown: Seen | undefined
  approved: Seen | undefined
  reply: ((reply: 'once' | 'deny') => void) | undefined
  isAnswered: boolean
  readonly runs: Seen[]
}

/** Everything that one run of the property does something to. */
class World {
  readonly calls: Call[] = []
  readonly heard: string[] = []
  version = 0
  isOver = false
  private readonly opened: Awaited<ReturnType<typeof openBench>>
  private unregister: () => void

  constructor(opened: Awaited<ReturnType<typeof openBench>>) {
    this.opened = opened
    this.unregister = opened.unregister
    this.swapTool()
    const { approvals, ctx } = opened
    approvals.addFrontEnd({
      name: 'person',
      ask: (question) =>
        new Promise((resolve) => {
          const call = this.calls.find(({ callId }) => question.kind === 'call' && question.callId === callId)
          if (call === undefined || question.kind !== 'call') return
          call.question = question
          call.shown = this.seen(call.callId, question.execution.arguments, this.version)
          call.reply = (kind) => resolve({ kind })
        }),
    })
    ctx.on('approval/asked', ({ callId }) => void this.heard.push(`asked ${callId}`))
    ctx.on('approval/decided', ({ callId }) => void this.heard.push(`decided ${callId}`))
  }

  swapTool(): void {
    this.unregister()
    this.version += 1
    const { version } = this
    this.unregister = this.opened.ctx.tools.register(
      tool({
        description: `Version ${version}.`,
        execute: async (args, { callId }) => {
          const call = this.calls.find((each) => each.callId === callId)
          call?.runs.push(this.seen(callId, args, version))
          return null
        },
      }),
    )
  }

  ask(value: number): void {
    const call: Call = {
      callId: `call-${this.calls.length}`,
      args: { value, list: [value] },
      controller: new AbortController(),
      question: undefined,
      shown: undefined,
      approved: undefined,
      reply: undefined,
      isAnswered: false,
      runs: [],
    }
    this.calls.push(call)
    const { callId, args, controller } = call
    const { signal } = controller
    void this.opened.ctx.tools.execute({ callId, name: 'echo', arguments: args, signal, agent })
  }

  answerAfar({ question }: Call, forged: object, kind: 'once' | 'deny'): AnswerReceipt | undefined {
    if (question === undefined) return undefined
    const { requestId, hash, nonce } = question
    return this.opened.approvals.answer({ requestId, hash, nonce, by: 'page', reply: { kind }, ...forged })
  }

  async shutDown(): Promise<void> {
    this.isOver = true
    await this.opened.fiber.dispose()
  }

  async close(): Promise<void> {
    for (const { controller } of this.calls) controller.abort()
    await settle()
    await this.opened.ctx.fiber.dispose()
  }

  private seen(callId: string, args: unknown, version: number): Seen {
    return JSON.stringify([callId, args, version])
  }
}

/** A step is told which call it is about; there may be none yet. */
type Step = (world: World, call: Call | undefined, value: number) => unknown

const steps: Readonly<Record<string, Step>> = {
  ask: (world, _, value) => world.ask(value),
  mutate: (_, call, value) => {
    call?.args.list.push(value)
    if (call !== undefined) call.args.value = value
  },
  cancel: (_, call) => call?.controller.abort(),
  approve: (world, call) => answer(world, call, 'once'),
  deny: (world, call) => answer(world, call, 'deny'),
  'double approve': (world, call) => {
    answer(world, call, 'once')
    answer(world, call, 'once')
  },
  'approve from afar twice': (world, call) => {
    if (call === undefined) return
    const first = world.answerAfar(call, {}, 'once')
    if (first === 'accepted') call.approved ??= call.shown
    expect(world.answerAfar(call, {}, 'once')).not.toBe('accepted')
  },
  'late approve': async (world, call) => {
    if (call === undefined) return
    call.controller.abort()
    await settle()
    expect(world.answerAfar(call, {}, 'once')).not.toBe('accepted')
    call.reply?.('once')
  },
  forge: (world, call) => {
    if (call === undefined) return
    for (const forged of [{ hash: '0'.repeat(64) }, { nonce: 'guess' }, { requestId: 'ask_1' }])
      expect(world.answerAfar(call, forged, 'once')).not.toBe('accepted')
  },
  'take the proof of another one': (world, call) => {
    const other = world.calls.find((each) => each !== call && each.question !== undefined)
    if (call === undefined || other?.question === undefined) return
    const { hash, nonce } = other.question
    expect(world.answerAfar(call, { hash, nonce }, 'once')).not.toBe('accepted')
  },
  'swap the tool': (world) => world.swapTool(),
  'shut down': (world) => world.shutDown(),
}

/** The person answers. What is said after the end counts for nothing, so it approves nothing. */
function answer(world: World, call: Call | undefined, kind: 'once' | 'deny'): void {
  if (call?.reply === undefined) return
  const isFirst = !call.isAnswered && !world.isOver && !call.controller.signal.aborted
  if (kind === 'once' && isFirst) call.approved ??= call.shown
  call.isAnswered = true
  call.reply(kind)
}

const step = fc.record({
  what: fc.oneof(
    { weight: 8, arbitrary: fc.constant('ask') },
    { weight: 1, arbitrary: fc.constant('shut down') },
    { weight: 20, arbitrary: fc.constantFrom(...Object.keys(steps).filter((name) => name !== 'shut down')) },
  ),
  on: fc.nat(3),
  value: fc.nat(9),
  /** Whether the next step comes before anything could come of this one. */
  isHurried: fc.boolean(),
})

verifies(
  ['security:A1', 'security:A3', 'fault:B053', 'fault:B055'],
  'what runs is what was approved, and at most once, whatever happens meanwhile',
  async () => {
    let executed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (taken) => {
        const world = new World(await openBench())
        try {
          for (const { what, on, value, isHurried } of taken) {
            await steps[what]?.(world, world.calls[on % world.calls.length], value)
            if (!isHurried) await settle()
          }
        } finally {
          await world.close()
        }
        for (const { runs, approved, callId } of world.calls) {
          expect(runs.length).toBeLessThanOrEqual(1)
          if (runs.length === 1) expect(runs[0]).toBe(approved)
          executed += runs.length
          const told = world.heard.filter((each) => each.endsWith(` ${callId}`))
          expect([[], [`asked ${callId}`, `decided ${callId}`]]).toContainEqual(told)
        }
      }),
      { numRuns },
    )
    // A property about what runs says nothing if nothing does.
    expect(executed).toBeGreaterThan(numRuns / 10)
  },
  1_800_000,
)
