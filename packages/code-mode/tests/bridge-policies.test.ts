import { createScope } from '@millrace/scope'
import type { CodeRunFailedError } from '@millrace/code-mode'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { text } from '@millrace/protocol'
import { approval } from '@millrace/policies/approval'
import { permissions } from '@millrace/policies/permissions'
import { timeout } from '@millrace/policies/timeout'
import type { ToolExecution, ToolExecutionResult } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { codeBench, tool } from './support/setup.ts'

const names = ['allowed', 'denied', 'asked', 'guarded', 'hidden', 'slow', 'blocked'] as const

/** All the policies, and who met which call. */
async function guarded(answer: 'once' | 'deny' = 'once') {
  const bench = await codeBench({ runtime: inlineRuntime(), mode: 'code' })
  const { ctx, tools, agent } = bench
  const ran: ToolExecution[] = []
  for (const name of names) {
    tools.register(
      tool({
        name,
        execute: async (args, exec) => {
          ran.push(exec)
          if (name === 'slow') await new Promise((resolve) => exec.signal.addEventListener('abort', resolve))
          return { name, args: args as object }
        },
      }),
    )
  }
  const rules = (...listed: string[]) => listed.map((rule) => ({ rule, reason: `the rule about ${rule}` }))
  const allow = rules('run_code', 'allowed', 'guarded', 'hidden', 'slow', 'blocked')
  const layer = { name: 'user', mayGrant: true, allow, ask: rules('asked'), deny: rules('denied') }
  await ctx.plugin(permissions, { layers: [layer], mode: 'default', root: '/nowhere' })
  await ctx.plugin(approval)
  await ctx.plugin(timeout, { tools: { slow: 50 } })
  const questions: string[] = []
  ctx.approval.addFrontEnd({
    name: 'test',
    ask: async ({ reason }) => {
      questions.push(reason ?? '')
      return answer === 'once' ? { kind: 'once' } : { kind: 'deny', message: 'use another file' }
    },
  })
  const met: Record<'guard' | 'wrapper' | 'review' | 'observer', ToolExecution[]> = {
    guard: [],
    wrapper: [],
    review: [],
    observer: [],
  }
  const observed: ToolExecutionResult[] = []
  tools.guard((exec) => {
    met.guard.push(exec)
    return exec.name === 'guarded' ? 'the guard objects' : undefined
  })
  ctx.on('tools/execute', (exec, next) => {
    met.wrapper.push(exec)
    return next()
  })
  ctx.on('tools/post-execute', async (exec, _result, next) => {
    met.review.push(exec)
    return exec.name === 'blocked' ? { kind: 'block', feedback: [text('the review objects')] } : next()
  })
  ctx.on('tools/result', (exec, result) => {
    met.observer.push(exec)
    observed.push(result)
    return undefined
  })
  createScope(ctx, agent).ctx.tools.restrict({ deny: ['hidden'] })
  return { ...bench, ran, questions, met, observed }
}

/** A program that catches what happens to one call. */
const trying = (name: string) => `
  try { return ['value', await tools[${JSON.stringify(name)}]({ n: 1 })] }
  catch (error) { return [error.name, error.toolName ?? null, error.message] }`

describe('a call inside a program meets each policy once', () => {
  const cases: [
    name: (typeof names)[number],
    caught: unknown[],
    met: { guard: number; wrapper: number; review: number; observer: number; ran: number; asked: number },
  ][] = [
    [
      'allowed',
      ['value', { name: 'allowed', args: { n: 1 } }],
      { guard: 1, wrapper: 1, review: 1, observer: 1, ran: 1, asked: 0 },
    ],
    [
      'denied',
      ['ToolCallError', 'denied', expect.stringContaining('the rule about denied')],
      { guard: 0, wrapper: 0, review: 1, observer: 1, ran: 0, asked: 0 },
    ],
    [
      'asked',
      ['value', { name: 'asked', args: { n: 1 } }],
      { guard: 1, wrapper: 1, review: 1, observer: 1, ran: 1, asked: 1 },
    ],
    [
      'guarded',
      ['ToolCallError', 'guarded', 'the guard objects'],
      { guard: 1, wrapper: 0, review: 1, observer: 1, ran: 0, asked: 0 },
    ],
    [
      'slow',
      ['ToolCallError', 'slow', expect.stringMatching(/time limit|timed out/)],
      { guard: 1, wrapper: 1, review: 1, observer: 1, ran: 1, asked: 0 },
    ],
    [
      'blocked',
      ['ToolCallError', 'blocked', 'the review objects'],
      { guard: 1, wrapper: 1, review: 1, observer: 1, ran: 1, asked: 0 },
    ],
  ]
  for (const [name, caught, counts] of cases) {
    verifies(['fault:B137'], name, async () => {
      const { run, ran, met, questions, events } = await guarded()
      const outcome = await run(trying(name), { callId: 'outer' })
      expect(outcome.value).toEqual({ logs: [], result: caught })
      const outer = met.observer.find((exec) => exec.name === 'run_code')
      const inner = (execs: readonly ToolExecution[]) => execs.filter((exec) => exec.name !== 'run_code')
      for (const [who, execs] of Object.entries({ ...met, ran })) {
        const seen = inner(execs)
        expect([who, seen.length]).toEqual([who, counts[who as keyof typeof counts]])
        for (const exec of seen) {
          expect(exec).toMatchObject({
            callId: 'outer:code:1',
            rootCallId: 'outer',
            name,
            arguments: { n: 1 },
          })
          expect(exec.parent).toBe(outer?.token)
        }
      }
      expect(questions).toHaveLength(counts.asked)
      expect(events.of('tool/code-dispatch')).toHaveLength(1)
    })
  }

  verifies(['fault:B137'], 'and what a restriction hides is not there', async () => {
    const { run, ran, met } = await guarded()
    const { error, value } = await run(trying('hidden'))
    expect([error, value]).toEqual([
      undefined,
      { logs: [], result: ['TypeError', null, expect.stringContaining('there is no tool "hidden"')] },
    ])
    expect([ran, met.observer.length]).toEqual([[], 1])
  })

  test('and the words of a person reach the program', async () => {
    const { run, ran, events } = await guarded('deny')
    const outcome = await run(trying('asked'))
    expect(outcome.value).toMatchObject({
      result: ['ToolCallError', 'asked', 'the user rejected tool "asked": use another file'],
    })
    expect(ran).toEqual([])
    expect(events.of('tool/trace')).toMatchObject([{ status: 'denied', by: 'you' }])
  })

  test('and one that nobody catches ends the program with its name', async () => {
    const { run, ctx } = await guarded()
    const failures: CodeRunFailedError[] = []
    ctx.on('code/failed', (_exec, failure) => void failures.push(failure))
    const { error } = await run('await tools.allowed({})\nawait tools.denied({ n: 1 })')
    expect(failures).toMatchObject([
      {
        kind: 'tool_error',
        uncaught: { callId: expect.stringMatching(/:code:2$/), name: 'denied', state: 'denied' },
      },
    ])
    expect(error?.message).toMatch(/^code run failed \(tool_error\): .*the rule about denied/)
    expect(error?.message).toContain('#1 allowed ok')
    expect(error?.message).toContain('#2 denied denied')
  })
})
