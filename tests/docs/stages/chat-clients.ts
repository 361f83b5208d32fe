import { createTools, defineTool } from '@millrace/tools'
import { MockLanguageModelV3 } from 'ai/test'
import { expect } from 'vitest'
import type { Stage, Surroundings } from '../stage.ts'

export type ChatMessage =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; tool_calls?: ChatCall[] }
type ChatCall = { id: string; type: 'function'; function: { name: string; arguments: string } }
type ClaudeBlock =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }

/** What the page uses of OpenAI's client. */
export interface OpenAIClient {
  readonly chat: {
    readonly completions: {
      create(request: object): Promise<{ choices: [{ message: ChatMessage & { tool_calls?: ChatCall[] } }] }>
    }
  }
  readonly responses: {
    create(request: object): Promise<{ id: string; output: { type: string }[] }>
  }
}

/** What it uses of Anthropic's. */
export interface AnthropicClient {
  readonly messages: { create(request: object): Promise<{ content: ClaudeBlock[] }> }
}

const page = 'docs/en/packages/adapters.md'

const greet = defineTool({
  name: 'greet',
  description: 'Greets somebody by name.',
  parameters: { name: { type: 'string', required: true } },
  output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
  execute: async ({ name }) => `Hello, ${name}!`,
})

const greeting = (): Pick<Surroundings, 'ctx'> => ({ ctx: createTools({ tools: [greet] }).ctx })

/** Answers requests one after another, and keeps a copy of each. */
function scripted<T>(answers: readonly T[]) {
  const requests: unknown[] = []
  const create = async (request: object): Promise<T> => {
    requests.push(structuredClone(request))
    const answer = answers[requests.length - 1]
    if (answer === undefined) throw new Error(`nothing answers request ${requests.length}`)
    return answer
  }
  return { requests, create }
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

function mockedModel(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: [
      {
        content: [{ type: 'tool-call', toolCallId: '1', toolName: 'greet', input: '{"name":"Ada"}' }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: 'text', text: 'Ada was greeted.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  })
}

const chatAsks: ChatMessage = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: '1', type: 'function', function: { name: 'greet', arguments: '{"name":"Ada"}' } }],
}
const chatSays: ChatMessage = { role: 'assistant', content: 'Ada was greeted.' }
const claudeAsks: ClaudeBlock[] = [{ type: 'tool_use', id: '1', name: 'greet', input: { name: 'Ada' } }]
const claudeSays: ClaudeBlock[] = [{ type: 'text', text: 'Ada was greeted.' }]

const model = mockedModel()
const completions = scripted<{ choices: [{ message: ChatMessage }] }>([
  { choices: [{ message: chatAsks }] },
  { choices: [{ message: chatSays }] },
])
const responses = scripted<{ id: string; output: { type: string }[] }>([
  {
    id: 'r1',
    output: [
      Object.assign({ type: 'function_call' }, { call_id: '1', name: 'greet', arguments: '{"name":"Ada"}' }),
    ],
  },
  { id: 'r2', output: [{ type: 'message' }] },
])

/** Programs that talk to the clients of others. */
export const chatStages: readonly Stage[] = [
  {
    page,
    about: 'toAISDK(ctx.tools)',
    set: () => ({ ...greeting(), model }),
    holds: ({ made }) => {
      expect(made['result']).toMatchObject({ text: 'Ada was greeted.' })
      expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain('Hello, Ada!')
    },
  },
  {
    page,
    about: 'fromAISDK(ctx.tools',
    set: greeting,
    holds: ({ made }) => expect(made['result']).toMatchObject({ isError: false, value: 3 }),
  },
  {
    page,
    about: 'toOpenAI(ctx.tools)',
    set: () => ({ ...greeting(), openai: { chat: { completions }, responses } }),
    holds: ({ made }) => {
      const told = { role: 'tool', tool_call_id: '1', content: 'Hello, Ada!' }
      expect(made['messages']).toEqual([{ role: 'user', content: 'Greet Ada.' }, chatAsks, told, chatSays])
      expect(completions.requests[0]).toMatchObject({ tools: [{ function: { name: 'greet' } }] })
    },
  },
  {
    page,
    about: 'toOpenAIResponses(ctx.tools)',
    set: () => ({ ...greeting(), openai: { chat: { completions }, responses } }),
    holds: () => {
      const told = { type: 'function_call_output', call_id: '1', output: 'Hello, Ada!' }
      expect(responses.requests).toMatchObject([
        { input: [{ role: 'user' }] },
        { previous_response_id: 'r1', input: [told] },
      ])
    },
  },
  {
    page,
    about: 'toAnthropic(ctx.tools)',
    set: () => ({
      ...greeting(),
      anthropic: { messages: scripted([{ content: claudeAsks }, { content: claudeSays }]) },
    }),
    holds: ({ made }) => {
      const told = { type: 'tool_result', tool_use_id: '1', content: [{ text: 'Hello, Ada!' }] }
      expect(made['messages']).toMatchObject([
        { content: 'Greet Ada.' },
        { content: claudeAsks },
        { role: 'user', content: [told] },
        { content: claudeSays },
      ])
    },
  },
]
