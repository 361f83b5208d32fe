import type { SessionEvent } from '@millrace/protocol'
import fc from 'fast-check'
import type { Presenters } from '@millrace/cards'
import { callViews, resultViews } from './every-card.ts'
import { SpokenSession } from './spoken-session.ts'

const kinds = [
  'start',
  'end',
  'request',
  'chunk',
  'reasoning',
  'answer',
  'retry',
  'user',
  'steer',
  'plugin',
  'notice',
  'resumed',
  'pruned',
  'call',
  'result',
  'failure',
  'progress',
  'ask',
  'allow',
  'dispatch',
  'dispatched',
  'agent',
  'agent end',
  'unreadable',
  // What takes several of them to matter is tried more often.
  ...(['call', 'call', 'result', 'dispatch', 'dispatch', 'dispatched', 'dispatched', 'agent'] as const),
] as const

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  agent: fc.constantFrom(undefined, undefined, 's1', 's2'),
  id: fc.constantFrom('1', '1', '1', '2', '11'),
  text: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.constantFrom('', 'a\nb', ' '.repeat(90))),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Views of every kind, chosen by what is called and what came of it. */
export const presenters: Presenters = (name) => ({
  presentCall: (args) => callViews(`${name} ${JSON.stringify(args)}`)[name.length % 4],
  presentResult: (_args, { content: [first] }) =>
    resultViews(first?.type === 'text' ? first.text : '')[name.length % 8],
})

/** Logs in which anything may follow anything. */
export const randomLogs: fc.Arbitrary<readonly SessionEvent[]> = fc
  .array(step, { maxLength: 40, size: 'max' })
  .map((steps) => {
    const session = new SpokenSession()
    for (const each of steps) played(session.later(1_100), each)
    return session.events
  })

function played(session: SpokenSession, { kind, agent, id, text }: Step): SpokenSession {
  const other = agent === 's1' ? 's2' : 's1'
  const { turn, step: nth } = session
  switch (kind) {
    case 'start':
      return session.start(text, agent)
    case 'end':
      return session.end(text === '' ? 'done' : 'limit', { message: text }, agent)
    case 'request':
      return session.request(agent)
    case 'chunk':
      return session.chunk(text, 'text', agent)
    case 'reasoning':
      return session.chunk(text, 'reasoning', agent)
    case 'answer':
      return session.answer(text, agent, {
        reasoning: text,
        finish: text === 'a\nb' ? 'interrupted' : 'stop',
      })
    case 'retry':
      return session.retry(text, agent)
    case 'user':
      return session.user(text, agent)
    case 'steer':
      return session.user(text, agent, { steering: true })
    case 'plugin':
      return session.user(text, agent, { plugin: text })
    case 'notice':
      return session.log('model/notice', { turn, step: nth, message: text }, agent)
    case 'resumed':
      return session.log('session/resumed', { closedCalls: text.length })
    case 'pruned':
      return session.log('context/pruned', { turn, step: nth, results: [], by: text }, agent)
    case 'call':
      return session.call(id, `tool${text.slice(0, 3)}`, { [text]: text }, agent)
    case 'result':
      return session.result(id, text, agent)
    case 'failure':
      return session.result(id, text, agent, { name: 'X', code: text })
    case 'progress':
      return session.log('tool/progress', { callId: id, text })
    case 'ask':
      return session.ask(id)
    case 'allow':
      return session.log('approval/decided', {
        requestId: 'q',
        callId: id,
        toolName: 'x',
        argumentsHash: 'h',
        outcome: 'allowed-once',
        by: text,
      })
    case 'dispatch':
      return session.log('tool/code-dispatch-start', {
        rootCallId: id,
        parentCallId: id,
        subCallId: `${id}1`,
        name: text,
        arguments: text,
      })
    case 'dispatched':
      return session.log('tool/code-dispatch', {
        rootCallId: id,
        parentCallId: id,
        subCallId: `${id}1`,
        name: text,
        arguments: text,
        isError: false,
        content: [{ type: 'text', text }],
      })
    case 'agent':
      return session.agent(other, id, text, agent)
    case 'agent end':
      return session.agentEnded(other, id, 'done', agent)
    case 'unreadable':
      return session.log('turn/start', { turn: text } as never, agent)
  }
}
