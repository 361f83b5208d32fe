import type * as acp from '@agentclientprotocol/sdk'
import { initialSession, reduceSession, type Card } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import { setupAgents, testTool, type ScriptedAnswer } from '@millrace/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placesOf } from './places.ts'
import { SessionUpdates } from './session-updates.ts'
import { toolCallOf } from './tool-call.ts'

const tools = [
  testTool({ effects: 'none' }),
  testTool({
    name: 'fails',
    execute: () => {
      throw new Error('broken ```')
    },
  }),
  testTool({
    name: 'slow',
    execute: (_args, exec) => {
      for (let done = 0; done < 3; done++) exec.reportProgress({ text: `at ${done}`, done, total: 3 })
      return 'over'
    },
  }),
]

const answer: fc.Arbitrary<ScriptedAnswer> = fc.record({
  text: fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 4 }),
  reasoning: fc.string({ maxLength: 8 }),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom('echo', 'fails', 'slow', 'unknown'),
      argumentsText: fc.constantFrom('{}', '{"a":"b"}', 'no JSON', '', '[1]'),
    }),
    { maxLength: 3 },
  ),
  news: fc.constantFrom(
    [],
    [{ kind: 'retry' as const, attempt: 1, code: 'X', message: 'again', delayMs: 0 }],
  ),
})

/** The events of a turn in which a model answers so. */
async function eventsOf(answers: readonly ScriptedAnswer[]): Promise<SessionEvent[]> {
  const bench = await setupAgents({ tools })
  const agent = await bench.agent([...answers, 'The end.'])
  const events: SessionEvent[] = []
  agent.session.watch((event) => events.push(event))
  await agent.send('go')
  await bench.dispose()
  return events
}

const options = { places: placesOf('/work'), presenters: () => undefined }

/** What somebody knows who heard all updates. */
function known(updates: readonly acp.SessionUpdate[]): { calls: Map<string, object>; text: string } {
  const calls = new Map<string, object>()
  let text = ''
  for (const update of updates) {
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
      const { sessionUpdate, ...call } = update
      expect(calls.has(call.toolCallId)).toBe(sessionUpdate === 'tool_call_update')
      calls.set(call.toolCallId, { ...calls.get(call.toolCallId), ...call })
    } else if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
      text += update.content.text
    }
  }
  return { calls, text }
}

const all = (cards: readonly Card[]): Card[] => cards.flatMap((card) => [card, ...all(card.children)])

describe('SessionUpdates', () => {
  test('add up to what the cards say, live and when they are read again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 4 }), async (answers) => {
        // An answer without a call ends the turn.
        const script = answers.filter(({ calls = [] }) => calls.length > 0)
        const events = await eventsOf(script)
        const live = new SessionUpdates(options)
        const updates = events.flatMap((event) => live.hear(event, false))
        const view = events.reduce((state, event) => reduceSession(state, event), initialSession)
        const { calls, text } = known(updates)
        expect([...calls.values()]).toEqual(all(view.cards).map((card) => toolCallOf(card, options.places)))
        const said = view.items.flatMap((item) => (item.kind === 'assistant' ? [item.text] : []))
        expect(text).toBe(said.join(''))
        const again = new SessionUpdates(options)
        const read = (JSON.parse(JSON.stringify(events)) as SessionEvent[]).flatMap((event) =>
          again.hear(event, true),
        )
        expect(read.filter(({ sessionUpdate }) => sessionUpdate !== 'user_message_chunk')).toEqual(updates)
      }),
      { numRuns: 40 },
    )
  })

  test('tell of how the session goes where the editor has a place for it', async () => {
    const retry = {
      kind: 'retry' as const,
      attempt: 1,
      code: 'BUSY',
      message: 'try \u001b[2J later',
      delayMs: 900,
    }
    const events = await eventsOf([{ news: [retry], calls: [{ name: 'echo' }] }])
    const told = (showsNotices: boolean): acp.SessionUpdate[] => {
      const session = new SessionUpdates({ ...options, showsNotices })
      return events
        .flatMap((event) => session.hear(event, false))
        .filter((each) => each.sessionUpdate === 'notice')
    }
    expect(told(false)).toEqual([])
    expect(told(true)).toEqual([
      {
        sessionUpdate: 'notice',
        severity: 'warning',
        title: 'The model is asked again in 1 s (BUSY)',
        description: String.raw`try \u{1b}[2J later`,
      },
    ])
  })

  test('announce a call before they say anything else of it, and then only what changed', async () => {
    const events = await eventsOf([{ calls: [{ name: 'slow' }, { name: 'fails' }] }])
    const session = new SessionUpdates(options)
    const updates = events.flatMap((event) => session.hear(event, false))
    const first = updates.find(({ sessionUpdate }) => sessionUpdate === 'tool_call')
    expect(first).toMatchObject({ toolCallId: 'call_1', status: 'pending', rawInput: {}, kind: 'other' })
    const failed = updates.findLast((update) => 'toolCallId' in update && update.toolCallId === 'call_2')
    expect(failed).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call_2',
      status: 'failed',
      content: [
        {
          type: 'content',
          content: { type: 'text', text: expect.stringMatching(/^````\n.*broken ```\n````$/) },
        },
      ],
    })
  })
})
