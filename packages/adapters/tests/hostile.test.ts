import { defineTool } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  callAnthropic,
  callOpenAI,
  fromAISDK,
  type AnthropicBlock,
  type OpenAIToolCall,
} from '../src/index.ts'
import { setup } from './support/setup.ts'

/** Any object, in the form of the AI SDK. */
const inputSchema = { [Symbol.for('vercel.ai.schema')]: true, jsonSchema: { type: 'object' } }

const use = (name: string, input: unknown, id = 'one'): AnthropicBlock =>
  ({ type: 'tool_use', id, name, input }) as AnthropicBlock

const chat = (id: string, args: unknown): OpenAIToolCall =>
  ({ id, type: 'function', function: { name: 'greet', arguments: args } }) as OpenAIToolCall

describe('arguments that are none', () => {
  test.each([
    ['nothing', null, 'missing required property'],
    ['a number', 5, 'must be an object, received an integer'],
    ['an object that somebody parsed', { name: 'Ada' }, 'Hello, Ada!'],
    ['a list', [], 'must be an object'],
  ])('%s in the place of a text has its answer, and so has its sibling', async (_what, args, says) => {
    const { messages } = await callOpenAI(setup(), [chat('1', args), chat('2', '{"name":"Bob"}')])
    expect(messages).toMatchObject([
      { tool_call_id: '1', content: expect.stringContaining(says) },
      { tool_call_id: '2', content: 'Hello, Bob!' },
    ])
  })

  test('a member that throws, and a call of no function, take no answer from their siblings', async () => {
    const trap = {
      get name(): string {
        throw new Error('boom')
      },
    }
    const walls = new Proxy(
      {},
      {
        ownKeys: () => {
          throw 'no'
        },
      },
    )
    const { messages } = await callAnthropic(setup(), [
      use('greet', trap, 'a'),
      use('greet', walls, 'b'),
      use('greet', { name: 'Ada' }, 'c'),
    ])
    expect(messages[0]?.content).toMatchObject([
      { tool_use_id: 'a', is_error: true },
      { tool_use_id: 'b', is_error: true },
      { tool_use_id: 'c', is_error: false },
    ])
    const hollow = { id: 'd', type: 'function', function: null } as unknown as OpenAIToolCall
    const answer = await callOpenAI(setup(), [hollow, chat('e', '{"name":"Ada"}')])
    expect(answer.messages).toMatchObject([{ content: expect.stringContaining('are not made here') }, {}])
  })
})

describe('an answer of thousands of calls', () => {
  const solo = defineTool({
    name: 'solo',
    description: 'Runs alone.',
    parameters: {},
    output: { schema: { type: 'null' }, render: () => [] },
    execute: async () => null,
  })

  test('ends where those that may overlap stand between those that may not', async () => {
    const calls = Array.from({ length: 3_000 }, (_, index) => {
      const name = index % 2 === 0 ? 'greet' : 'solo'
      return use(name, name === 'greet' ? { name: 'Ada' } : {}, `call ${index}`)
    })
    const { messages } = await callAnthropic(setup(solo), calls)
    expect(messages[0]?.content).toHaveLength(3_000)
    expect(JSON.stringify(messages)).not.toContain('"is_error":true')
  }, 60_000)

  test('that share an id get one answer, at once', async () => {
    const calls = Array.from({ length: 100_000 }, () => chat('same', '{"name":"Ada"}'))
    const { messages } = await callOpenAI(setup(), calls)
    expect(messages).toMatchObject([{ content: expect.stringContaining('more than one call') }])
  }, 30_000)
})

describe('a tool of the AI SDK', () => {
  verifies(
    ['security:R2'],
    'holds nobody who gave up: not while it thinks about approval or words',
    async () => {
      const tools = setup()
      const never = (): Promise<never> => new Promise(() => {})
      await fromAISDK(tools, {
        undecided: { inputSchema, needsApproval: never, execute: async () => 1 },
        speechless: { inputSchema, execute: async () => 1, toModelOutput: never },
      })
      for (const name of ['undecided', 'speechless']) {
        const { messages } = await callAnthropic(tools, [use(name, {})], { signal: AbortSignal.timeout(100) })
        expect(messages[0]?.content).toMatchObject([{ is_error: true }])
      }
    },
  )

  test('that yields without end and without a pause is cancelled all the same', async () => {
    const tools = setup()
    await fromAISDK(tools, {
      endless: {
        inputSchema,
        async *execute() {
          for (;;) yield 'more'
        },
      },
    })
    const { messages } = await callAnthropic(tools, [use('endless', {})], {
      signal: AbortSignal.timeout(100),
    })
    expect(messages[0]?.content).toMatchObject([{ is_error: true }])
  })

  test.each([
    ['an error', { cause: new Error('lost') }],
    ['a regular expression', /lost/],
    ['a weak map', new WeakMap()],
    ['a promise', { later: Promise.resolve(1) }],
    ['a date that is none', { at: new Date(Number.NaN) }],
  ])('that returns %s loses nothing in silence', async (what, output) => {
    const tools = setup()
    await fromAISDK(tools, { lossy: { inputSchema, execute: async () => output } })
    const { messages } = await callAnthropic(tools, [use('lossy', {})])
    expect(messages[0]?.content).toMatchObject([{ is_error: true }])
    expect(JSON.stringify(messages)).toContain(`is ${what}, which JSON cannot say`)
  })

  test.each([
    [
      'throws',
      () => {
        throw undefined
      },
    ],
    ['gives no text', () => ({ type: 'text' })],
    ['gives nothing', () => null],
  ])('whose words are lost as toModelOutput %s is a failure', async (_what, toModelOutput) => {
    const tools = setup()
    await fromAISDK(tools, { mute: { inputSchema, execute: async () => 1, toModelOutput } })
    const { messages } = await callAnthropic(tools, [use('mute', {})])
    expect(messages[0]?.content).toMatchObject([{ is_error: true }])
  })
})
