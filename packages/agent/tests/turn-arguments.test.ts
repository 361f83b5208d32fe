import { contentText, secretRedactor, type JsonValue } from '@millrace/protocol'
import { defineTool } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { codesOf, eventsOf, loopBench, ofType, textTool } from './support/loop-bench.ts'

/** What a tool was called with when a model wrote these arguments, and what the model was told. */
async function calledWith(argumentsText: string, options: { maxArgumentUnits?: number } = {}) {
  const bench = await loopBench()
  const seen: JsonValue[] = []
  bench.ctx.tools.register({
    ...textTool('tool'),
    parameters: { type: 'object' },
    secrets: ['/password'],
    execute: async (args) => {
      seen.push(args as JsonValue)
      return 'ran'
    },
  })
  const agent = await bench.agent([{ calls: [{ name: 'tool', argumentsText }] }, 'done'], options)
  await agent.send('go')
  const events = await eventsOf(bench, agent)
  const [result] = ofType(events, 'tool/result')
  const [call] = ofType(events, 'tool/call')
  return {
    seen,
    codes: codesOf(events),
    told: contentText(result!.data.content),
    stored: call!.data.arguments,
  }
}

describe('arguments of a call', () => {
  for (const blank of ['', '   ', '\n\t']) {
    verifies(['fault:B001'], `that are blank (${JSON.stringify(blank)}) are none`, async () => {
      expect((await calledWith(blank)).seen).toEqual([{}])
    })
  }

  verifies(['fault:B001'], 'that are blank name the parameter that is missing', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(
      defineTool({
        name: 'read',
        description: 'Reads.',
        parameters: { path: { type: 'string', required: true } },
        output: { schema: { type: 'string' }, render: () => [] },
        execute: async () => 'never',
      }),
    )
    const agent = await bench.agent([{ calls: [{ name: 'read', argumentsText: '' }] }, 'done'])
    await agent.send('go')
    const [result] = ofType(await eventsOf(bench, agent), 'tool/result')
    expect(result!.data.error).toEqual({ name: 'ToolArgsError', code: 'INVALID_ARGS' })
    expect(contentText(result!.data.content)).toContain('path')
  })

  for (const text of [
    '{"id":1234567890123456789}',
    '{"id":9007199254740993}',
    '{"id":1e400}',
    '{"a":1,"a":2}',
  ]) {
    verifies(['fault:B003'], `such as ${text} are refused, and never changed`, async () => {
      const { seen, codes, told, stored } = await calledWith(text)
      expect(seen).toEqual([])
      expect(codes).toEqual(['INVALID_ARGS'])
      expect(told).toContain('line 1, column')
      expect(told).toContain('{"type":"object"}')
      expect(stored).toBe('"[redacted]"')
    })
  }

  verifies(['fault:B012'], 'with hostile keys pollute nothing', async () => {
    const { seen } = await calledWith('{"__proto__":{"polluted":1},"a":1}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.hasOwn(seen[0] as object, '__proto__')).toBe(true)
  })

  test('that are too long are refused unread, and not stored', async () => {
    const { codes, told, stored } = await calledWith(`{"a":"${'x'.repeat(1000)}"}`, { maxArgumentUnits: 100 })
    expect(codes).toEqual(['INVALID_ARGS'])
    expect(told).toContain('the arguments have 1008 characters, and at most 100 are taken')
    expect(stored).toBe('"[1008 characters left out]"')
  })

  test('are stored as the model wrote them', async () => {
    expect((await calledWith('{ "a" : 1.50 }')).stored).toBe('{ "a" : 1.50 }')
  })

  test('are stored and carried without the secrets that the tool declares; the tool gets them', async () => {
    const { seen, stored } = await calledWith('{"user":"me","password":"hunter22"}')
    expect(seen).toEqual([{ user: 'me', password: 'hunter22' }])
    expect(stored).toBe('{"user":"me","password":"[redacted]"}')
  })

  test('of a tool that is not there say so, whatever they are', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([{ calls: [{ name: 'nothing', argumentsText: '{{{' }] }, 'done'])
    await agent.send('go')
    expect(codesOf(await eventsOf(bench, agent))).toEqual(['UNKNOWN_TOOL'])
  })
})

describe('configured secrets', () => {
  test('are in no event of the log, and what runs has them', async () => {
    const bench = await loopBench()
    const secret = 'correct-horse-battery'
    bench.ctx.provide('redaction', secretRedactor([secret]))
    const seen: string[] = []
    bench.ctx.tools.register(
      textTool('echo', (text) => {
        seen.push(text)
        return text
      }),
    )
    const id = `call-${secret}`
    const agent = await bench.agent([
      {
        text: ['I know cor', 'rect-hor', 'se-battery'],
        calls: [{ name: 'echo', id, arguments: { text: secret } }],
      },
      'done',
    ])
    await agent.send(`it is ${secret}`)
    expect(seen).toEqual([secret])
    expect(JSON.stringify(await eventsOf(bench, agent))).not.toContain(secret)
  })

  test('are in no piece of an answer, however long and wherever it is cut', async () => {
    const bench = await loopBench()
    const secret = 'correct-horse-battery'
    bench.ctx.provide('redaction', secretRedactor([secret]))
    const pieces = Array.from({ length: 300 }, (_, n) => `${'x'.repeat(n)}correct-`).flatMap((start) => [
      start,
      'horse-battery ',
    ])
    const agent = await bench.agent([{ text: pieces }])
    await agent.send('go')
    const chunks = ofType(await eventsOf(bench, agent), 'assistant/chunk').map(({ data }) => data.text)
    expect(chunks.length).toBeGreaterThan(10)
    expect(chunks.join('')).toBe(pieces.join('').replaceAll(secret, '[redacted]'))
  })
})
