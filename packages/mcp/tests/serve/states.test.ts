import { expect, test, vi } from 'vitest'
import type { Client, InputRequiredResult } from '@modelcontextprotocol/client'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { bench, tool, type Bench } from './server-bench.ts'

interface Asked {
  readonly state: string
  readonly execute: ReturnType<typeof vi.fn>
  readonly client: Client
  readonly served: Bench
}

const elicitation = { elicitation: { form: {} } }
const yes = { approval: { action: 'accept', content: { answer: 'allow once' } } }

async function asked(
  options: Parameters<typeof bench>[0] = {},
  watch: (served: Bench) => void = () => undefined,
): Promise<Asked> {
  const execute = vi.fn(async () => 'ran')
  const served = await bench({
    tools: [tool('bash', { execute }), tool('other')],
    asks: ['bash'],
    ...options,
  })
  watch(served)
  const client = await served.connect('modern', { capabilities: elicitation })
  const answer = (await call(client, {})) as InputRequiredResult
  expect(answer.resultType).toBe('input_required')
  return { state: answer.requestState ?? '', execute, client, served }
}

function call(client: Client, more: Record<string, unknown>): Promise<unknown> {
  const params = { name: 'bash', arguments: { command: 'ls' }, ...more }
  return client.request({ method: 'tools/call', params } as never, { allowInputRequired: true })
}

verifies(['security:A3'], 'an answer counts with the state of its question, once', async () => {
  const { client, state, execute } = await asked()
  await expect(call(client, { requestState: state, inputResponses: yes })).resolves.toMatchObject({
    content: [{ text: 'ran' }],
  })
  expect(execute).toHaveBeenCalledTimes(1)
  await expect(call(client, { requestState: state, inputResponses: yes })).rejects.toMatchObject({
    code: -32602,
  })
  expect(execute).toHaveBeenCalledTimes(1)
})

verifies(['security:A3'], 'a state that is forged, or of another call or client, gets nothing', async () => {
  const { client, state, execute, served } = await asked()
  const flipped = `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`
  const foreign = await served.connect('modern', { capabilities: elicitation })
  const attempts: [Client, Record<string, unknown>][] = [
    [client, { requestState: flipped, inputResponses: yes }],
    [client, { requestState: '', inputResponses: yes }],
    [client, { requestState: 'x'.repeat(100_000), inputResponses: yes }],
    [client, { requestState: state, inputResponses: yes, arguments: { command: 'rm -rf /' } }],
    [client, { requestState: state, inputResponses: yes, name: 'other' }],
    [foreign, { requestState: state, inputResponses: yes }],
  ]
  for (const [from, more] of attempts) await expect(call(from, more)).rejects.toMatchObject({ code: -32602 })
  expect(execute).not.toHaveBeenCalled()
  // The question itself is as it was.
  await call(client, { requestState: state, inputResponses: yes })
  expect(execute).toHaveBeenCalledTimes(1)
})

test.each([
  ['no answers', {}],
  ['an answer to something else', { inputResponses: { other: yes.approval } }],
  [
    'a wrapped answer',
    { inputResponses: { approval: { method: 'elicitation/create', result: yes.approval } } },
  ],
])('coming back with %s is a no', async (_what, more) => {
  const { client, state, execute } = await asked()
  expect(await call(client, { requestState: state, ...more })).toMatchObject({ isError: true })
  expect(execute).not.toHaveBeenCalled()
})

test('whoever does not come back in time is too late, and the call is cancelled', async () => {
  const ended = vi.fn()
  const { client, state, execute } = await asked({ answerMs: 50 }, ({ ctx }) => {
    ctx.on('tools/result', (_exec, result) => void ended(result.error?.info?.code))
  })
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  await expect(call(client, { requestState: state, inputResponses: yes })).rejects.toMatchObject({
    code: -32602,
  })
  expect(execute).not.toHaveBeenCalled()
})

test('a client that goes away takes its questions with it', async () => {
  const ended = vi.fn()
  const { client, execute, served } = await asked()
  served.ctx.on('tools/result', () => void ended())
  await client.close()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  expect(execute).not.toHaveBeenCalled()
  expect(served.ctx.get('approval')?.pending()).toEqual([])
})
