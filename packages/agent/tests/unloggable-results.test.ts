import type { JsonValue } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  calling,
  codesOf,
  eventsOf,
  loopBench,
  ofType,
  textTool,
  type LoopBench,
} from './support/loop-bench.ts'

/** Takes part in every append, and refuses results that hold a word. */
function refuseResults(bench: LoopBench, word: string): void {
  const json = (value: JsonValue): JsonValue => {
    const printed = printJson(value)
    if (printed.includes('"isError":') && printed.includes(word)) throw new Error(`no ${word} is logged`)
    return value
  }
  bench.ctx.provide('redaction', { json, text: (text: string) => text })
}

describe('a result that the log refuses, while the log itself goes on', () => {
  verifies(['security:R2'], 'leaves no call without a result: another one says why', async () => {
    const bench = await loopBench()
    refuseResults(bench, 'poison')
    bench.ctx.tools.register(textTool('work', (text) => `${text}son`))
    const calls = [calling('work', 'a'), calling('work', 'poi'), calling('work', 'b')]
    const agent = await bench.agent([{ calls }, 'never'])
    expect(await agent.send('go')).toMatchObject({
      reason: 'failed',
      message: 'no poison is logged',
    })
    const events = await eventsOf(bench, agent)
    expect(ofType(events, 'tool/result').map(({ data }) => data.callId)).toEqual(
      ofType(events, 'tool/call').map(({ data }) => data.callId),
    )
    expect(codesOf(events)[1]).toBe('RESULT_NOT_LOGGED')
  })
})
