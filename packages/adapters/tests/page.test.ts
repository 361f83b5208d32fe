import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { MockLanguageModelV3 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setup } from './support/setup.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(root, 'node_modules/.cache/millrace-adapters-page')
const page = readFileSync(join(root, 'docs/en/packages/adapters.md'), 'utf8')
const programs = Array.from(page.matchAll(/^```ts\n(.*?)^```$/gms), (match) => match[1] ?? '')

beforeAll(() => mkdirSync(folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the program of the page that says this, with what the page takes for granted. */
async function run(mark: string, surroundings: Record<string, unknown>): Promise<Record<string, unknown>> {
  const [program, ...others] = programs.filter((code) => code.includes(mark))
  if (program === undefined || others.length > 0) throw new Error(`the page has not one program with ${mark}`)
  const { signal } = new AbortController()
  for (const [name, value] of Object.entries({ ctx: setup().ctx, signal, ...surroundings })) {
    vi.stubGlobal(name, value)
  }
  onTestFinished(() => void vi.unstubAllGlobals())
  const file = join(folder, `${mark.replaceAll(/\W/g, '-')}.ts`)
  const given = ['result', 'messages'].filter((name) => new RegExp(`^const ${name}\\b`, 'm').test(program))
  writeFileSync(file, `${program}\nexport { ${given.join(', ')} }\n`)
  return (await import(/* @vite-ignore */ file)) as Record<string, unknown>
}

/** Answers requests one after another, and keeps a copy of each. */
function scripted(...answers: unknown[]) {
  const requests: unknown[] = []
  const create = async (request: unknown): Promise<unknown> => {
    requests.push(structuredClone(request))
    return answers[requests.length - 1]
  }
  return { requests, create }
}

describe('the programs of the page run', () => {
  test('in the loop of the AI SDK', async () => {
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    }
    const call = { type: 'tool-call', toolCallId: '1', toolName: 'greet', input: '{"name":"Ada"}' } as const
    const model = new MockLanguageModelV3({
      doGenerate: [
        { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
        {
          content: [{ type: 'text', text: 'Ada was greeted.' }],
          finishReason: { unified: 'stop', raw: undefined },
          usage,
          warnings: [],
        },
      ],
    })
    const { result } = await run('toAISDK(ctx.tools)', { model })
    expect(result).toMatchObject({ text: 'Ada was greeted.' })
    expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain('Hello, Ada!')
  })

  test('with a tool of the AI SDK', async () => {
    const tools = setup()
    const { result } = await run('fromAISDK(ctx.tools', { ctx: tools.ctx })
    expect(result).toMatchObject({ isError: false, value: 3 })
    expect(tools.get('add')).toBeUndefined()
  })

  test('in a loop around chat completions', async () => {
    const asks = {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'greet', arguments: '{"name":"Ada"}' } }],
    }
    const says = { role: 'assistant', content: 'Ada was greeted.' }
    const completions = scripted({ choices: [{ message: asks }] }, { choices: [{ message: says }] })
    const { messages } = await run('toOpenAI(ctx.tools)', { openai: { chat: { completions } } })
    expect(messages).toEqual([
      { role: 'user', content: 'Greet Ada.' },
      asks,
      { role: 'tool', tool_call_id: '1', content: 'Hello, Ada!' },
      says,
    ])
    expect(completions.requests[0]).toMatchObject({ tools: [{}, { function: { name: 'greet' } }] })
  })

  test('in a loop around responses', async () => {
    const call = { type: 'function_call', call_id: '1', name: 'greet', arguments: '{"name":"Ada"}' }
    const responses = scripted({ id: 'r1', output: [call] }, { id: 'r2', output: [{ type: 'message' }] })
    await run('toOpenAIResponses(ctx.tools)', { openai: { responses } })
    expect(responses.requests).toMatchObject([
      { input: [{ role: 'user' }] },
      {
        previous_response_id: 'r1',
        input: [{ type: 'function_call_output', call_id: '1', output: 'Hello, Ada!' }],
      },
    ])
  })

  test('in a loop around the Messages API', async () => {
    const asks = [{ type: 'tool_use', id: '1', name: 'greet', input: { name: 'Ada' } }]
    const says = [{ type: 'text', text: 'Ada was greeted.' }]
    const { messages } = await run('toAnthropic(ctx.tools)', {
      anthropic: { messages: scripted({ content: asks }, { content: says }) },
    })
    expect(messages).toMatchObject([
      { content: 'Greet Ada.' },
      { content: asks },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: '1', content: [{ text: 'Hello, Ada!' }] }],
      },
      { content: says },
    ])
  })

  test('each of them', () => expect(programs).toHaveLength(5))
})
