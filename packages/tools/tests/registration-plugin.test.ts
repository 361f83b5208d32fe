import { Context } from '@deepseek-ai/cordis'
import { createScope, type ScopeKey } from '@millrace/scope'
import ToolRuntime, {
  createTools,
  defineTool,
  ToolRegistry,
  type CallId,
  type PostToolDecision,
  type PreToolDecision,
  type ToolExecution,
  type ToolExecutionResult,
  type ToolGuard,
  type ToolRestriction,
} from '@millrace/tools'
import type { ToolCallView, ToolResultView } from '@millrace/tools/presentation'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inputFor, succeeded } from './support/setup.ts'

/** A plugin as authors write them: typed tools, policy, wrappers and observers, all over `ctx.tools`. */
const notes = {
  name: 'notes',
  inject: ['tools'],
  apply(ctx: Context, { log }: { log: string[] }): void {
    const store = new Map<string, string>()
    ctx.tools.register(
      defineTool({
        name: 'note_write',
        description: 'Stores a note.',
        parameters: {
          title: { type: 'string', required: true, description: 'Where to find it again.' },
          text: { type: 'string', required: true },
          mode: { type: 'string', enum: ['replace', 'append'] },
        },
        output: {
          schema: {
            type: 'object',
            additionalProperties: false,
            properties: {
              length: { type: 'integer', required: true },
              previous: { oneOf: [{ type: 'string' }, { type: 'null' }], required: true },
            },
          },
          render: ({ title }, { length }) => [{ type: 'text', text: `${title}: ${length} characters` }],
          presentationMeta: (_args, { previous }) => ({ created: previous === null }),
        },
        timeoutMs: 1_000,
        isConcurrencySafe: ({ mode }) => mode === 'append',
        presentCall: ({ title }): ToolCallView => ({ card: 'generic', title: `Note ${title}`, kind: 'edit' }),
        presentResult: ({ title, text }, { isError }): ToolResultView | undefined =>
          isError ? undefined : { card: 'diff', diffs: [{ path: title, oldText: null, newText: text }] },
        finalizeContent: (exec, result) =>
          result.isError ? undefined : [...result.content, { type: 'text', text: exec.name }],
        async execute({ title, text, mode = 'replace' }, exec) {
          exec.signal.throwIfAborted()
          const previous = store.get(title) ?? null
          store.set(title, mode === 'append' ? (previous ?? '') + text : text)
          return { length: text.length, previous }
        },
      }),
    )
    const guard: ToolGuard = (exec) => (exec.name === 'forbidden' ? 'forbidden by notes' : undefined)
    ctx.tools.guard(guard)
    ctx.on('tools/change', () => void log.push('change'))
    ctx.on('tools/pre-execute', async (exec: ToolExecution, next): Promise<PreToolDecision> => {
      log.push(`pre ${exec.name}`)
      return (exec.arguments as { title?: string }).title === 'secret'
        ? { kind: 'deny', reason: 'secret' }
        : next()
    })
    ctx.on('tools/execute', async (_exec, next): Promise<ToolExecutionResult> => {
      const result = await next()
      log.push(result.isError ? 'failed' : 'ran')
      return result
    })
    ctx.on('tools/post-execute', async (_exec, _result, next): Promise<PostToolDecision> => next())
    ctx.on(
      'tools/result',
      (exec, result) => void log.push(`result ${exec.callId} ${result.isError}`) as undefined,
    )
  },
}

describe('a plugin in the style of the published documents', () => {
  for (const [how, start] of [
    ['as a plugin', (ctx: Context) => ctx.plugin(ToolRuntime)],
    [
      'with its configuration',
      (ctx: Context) => ctx.plugin(ToolRuntime, { mode: 'native', maxParallelSubCalls: 4 }),
    ],
    ['under its earlier name', (ctx: Context) => ctx.plugin(ToolRegistry)],
    ['by hand', async (ctx: Context) => void new ToolRuntime(ctx, {})],
  ] as const) {
    verifies(['contract:R1', 'contract:W1'], `runs on a runtime that was started ${how}`, async () => {
      const ctx = new Context()
      await start(ctx)
      const log: string[] = []
      await ctx.plugin(notes, { log })
      const callId: CallId = 'call-1'
      const args = { title: 'todo', text: 'buy milk' }
      const result = succeeded(await ctx.tools.execute(inputFor('note_write', args, { callId })))
      expect(result).toEqual({
        isError: false,
        value: { length: 8, previous: null },
        content: [
          { type: 'text', text: 'todo: 8 characters' },
          { type: 'text', text: 'note_write' },
        ],
        meta: { created: true },
      })
      const definition = ctx.tools.get('note_write')
      expect(definition?.presentCall?.(args)).toEqual({ card: 'generic', title: 'Note todo', kind: 'edit' })
      expect(definition?.presentCall?.({ title: 1 })).toBeUndefined()
      expect(definition?.presentResult?.(args, { content: result.content, isError: false })).toMatchObject({
        card: 'diff',
      })
      expect(ctx.tools.executionMode(inputFor('note_write', { ...args, mode: 'append' }))).toEqual({
        kind: 'parallel',
      })
      const denied = await ctx.tools.execute(
        inputFor('note_write', { ...args, title: 'secret' }, { callId: 'call-2' }),
      )
      expect(denied).toMatchObject({ isError: true, error: { message: 'secret' } })
      expect(log).toEqual([
        'pre note_write',
        'ran',
        'result call-1 false',
        'pre note_write',
        'result call-2 true',
      ])
      await ctx.fiber.dispose()
    })
  }

  verifies(
    ['contract:R1', 'contract:X1', 'contract:W2'],
    'serves agents in scopes of their own',
    async () => {
      const ctx = new Context()
      await ctx.plugin(ToolRuntime)
      await ctx.plugin(notes, { log: [] })
      const agent: ScopeKey = { id: 'sub-agent' }
      const scope = createScope(ctx, agent)
      const filter: ToolRestriction = { deny: ['note_write'] }
      scope.ctx.tools.restrict(filter)
      const answer = defineTool({
        name: 'answer',
        description: 'Hands the answer back.',
        parameters: {},
        output: {
          schema: { type: 'json' },
          render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }],
        },
        execute: async (args, exec) => {
          exec.concludeTurn()
          return args
        },
      })
      scope.ctx.tools.register(answer)
      const result = await ctx.tools.execute(inputFor('answer', { any: ['thing'] }, { agent }))
      expect(result).toMatchObject({ isError: false, value: { any: ['thing'] }, concludesTurn: true })
      expect(ctx.tools.schemas(agent).map(({ name }) => name)).toEqual(['answer'])
    },
  )
})

describe('without a host', () => {
  test('one line gives a ready runtime', async () => {
    const tools = createTools()
    tools.register(
      defineTool({
        name: 'add',
        description: 'Adds.',
        parameters: { a: { type: 'number', required: true }, b: { type: 'number', required: true } },
        output: { schema: { type: 'number' }, render: (_args, sum) => [{ type: 'text', text: String(sum) }] },
        execute: async ({ a, b }) => a + b,
      }),
    )
    expect(succeeded(await tools.execute(inputFor('add', { a: 1, b: 2 }))).value).toBe(3)
    tools.guard(() => 'no more')
    expect(await tools.execute(inputFor('add', { a: 1, b: 2 }))).toMatchObject({ isError: true })
  })
})
