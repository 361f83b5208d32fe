import { emptyConversation, foldConversation, requestOf } from '@millrace/agent'
import { memorySessions } from '@millrace/agent/session'
import { countingIds, manualClock } from '@millrace/host'
import type { SessionEvent } from '@millrace/protocol'
import { scriptedModel, type ScriptedAnswer } from '@millrace/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventsOf, loopBench, ofType, textTool } from './support/loop-bench.ts'
import { isLong } from '../../../tests/support/effort.ts'

const names = ['echo', 'alone', 'fail', 'note', 'conclude', 'missing']

const call = fc.record({
  name: fc.constantFrom(...names),
  id: fc.constantFrom('', 'a', 'b', 'c'),
  argumentsText: fc.constantFrom('', '{}', '{"text":"x"}', '{"text":', '{"text":12345678901234567890}', '[]'),
})

const answer: fc.Arbitrary<ScriptedAnswer> = fc.record(
  {
    text: fc.constantFrom('', 'words', 'more words than before'),
    reasoning: fc.constantFrom('', 'thoughts'),
    calls: fc.array(call, { maxLength: 4 }),
    usage: fc.record({ input: fc.nat(1000), output: fc.nat(1000) }),
  },
  { requiredKeys: ['text'] },
)

/** Runs turns of random answers; what reached the model is compared with the log when the test ends. */
async function run(answers: readonly ScriptedAnswer[], turns: number) {
  const clock = manualClock(1_700_000_000_000)
  const bench = await loopBench({ clock, ids: countingIds(), store: memorySessions({ clock }) })
  bench.ctx.tools.register(textTool('echo'))
  bench.ctx.tools.register(textTool('alone', () => 'alone', { isConcurrencySafe: () => false }))
  bench.ctx.tools.register(
    textTool('fail', () => {
      throw new Error('no')
    }),
  )
  bench.ctx.tools.register({
    ...textTool('note'),
    execute: async (_args, exec) => {
      exec.deferContext({ role: 'user', content: `noted by ${exec.callId}` })
      return ''
    },
  })
  bench.ctx.tools.register({
    ...textTool('conclude'),
    execute: async (_args, exec) => {
      exec.concludeTurn()
      return ''
    },
  })
  const left = [...answers]
  const agent = await bench.agent(scriptedModel(() => left.shift() ?? 'done'))
  for (let n = 0; n < turns; n++) await agent.send(`message ${n}`)
  return eventsOf(bench, agent)
}

describe('the log of a run', () => {
  test('gives again what the model saw, each call one result, and conversations that providers take', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (answers, turns) => {
          const events = await run(answers, turns)
          expect(ofType(events, 'tool/result')).toHaveLength(ofType(events, 'tool/call').length)
          for (const { messages } of requests(events)) expectPaired(messages)
        },
      ),
      { numRuns: isLong ? 2_000 : 40 },
    )
  })

  test('is the same, byte for byte, when the same is run again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 5 }), async (answers) => {
        const [one, other] = [await run(answers, 2), await run(answers, 2)]
        expect(withoutTimes(one)).toBe(withoutTimes(other))
      }),
      { numRuns: isLong ? 500 : 15 },
    )
  })

  test('is folded without changing what was folded before', async () => {
    const events = await run([{ text: 'a', calls: [{ name: 'echo' }, { name: 'note' }] }], 1)
    const all = events.reduce<(typeof emptyConversation)[]>(
      (folded, event) => [...folded, foldConversation(folded.at(-1)!, event)],
      [emptyConversation],
    )
    const texts = all.map((conversation) => JSON.stringify(conversation.entries))
    const again = events.reduce(
      (conversation, event) => foldConversation(conversation, event),
      emptyConversation,
    )
    expect(JSON.stringify(again.entries)).toBe(texts.at(-1))
    expect(all.map(({ entries }) => JSON.stringify(entries))).toEqual(texts)
    expect(emptyConversation.entries).toEqual([])
  })
})

function requests(events: readonly SessionEvent[]) {
  let conversation = emptyConversation
  return events.flatMap((event) => {
    conversation = foldConversation(conversation, event)
    return event.type === 'step/start' ? [requestOf(conversation, {})] : []
  })
}

/** Each answer with calls is followed by exactly their results, in their order. */
function expectPaired(messages: ReturnType<typeof requestOf>['messages']): void {
  messages.forEach((message, at) => {
    if (message.role !== 'assistant') return
    const ids = (message.toolCalls ?? []).map(({ id }) => id)
    const following = messages.slice(at + 1, at + 1 + ids.length)
    expect(following.map((each) => (each.role === 'tool' ? each.callId : each.role))).toEqual(ids)
    expect(messages[at + 1 + ids.length]?.role).not.toBe('tool')
  })
}

/** How long a stage took is measured by the machine's own clock. */
function withoutTimes(events: readonly SessionEvent[]): string {
  return JSON.stringify(events, (key, value: unknown) => (key === 'ms' ? 0 : value))
}
