import type { SessionEvent, SessionEventMap } from '@millrace/protocol'
import fc from 'fast-check'
import type { Presenters } from '@millrace/cards'
import { resultViews, someCallView } from './every-card.ts'
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
  'console',
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
  presentCall: (args) => someCallView(name, `${name} ${JSON.stringify(args)}`),
  presentResult: (_args, { content: [first] }) =>
    resultViews(first?.type === 'text' ? first.text : '')[name.length % 9],
})

/** Logs in which anything may follow anything. */
export const randomLogs: fc.Arbitrary<readonly SessionEvent[]> = fc
  .array(step, { maxLength: 40, size: 'max' })
  .map((steps) => {
    const session = new SpokenSession()
    for (const each of steps) plays[each.kind](session.later(1_100), each)
    return session.events
  })

type Play = (session: SpokenSession, step: Step) => SpokenSession

const plays: Readonly<Record<Step['kind'], Play>> = {
  start: (session, { text, agent }) => session.start(text, agent),
  end: (session, { text, agent }) => session.end(text === '' ? 'done' : 'limit', { message: text }, agent),
  request: (session, { agent }) => session.request(agent),
  chunk: (session, { text, agent }) => session.chunk(text, 'text', agent),
  reasoning: (session, { text, agent }) => session.chunk(text, 'reasoning', agent),
  answer: (session, { text, agent }) =>
    session.answer(text, agent, { reasoning: text, finish: text === 'a\nb' ? 'interrupted' : 'stop' }),
  retry: (session, { text, agent }) => session.retry(text, agent),
  user: (session, { text, agent }) => session.user(text, agent),
  steer: (session, { text, agent }) => session.user(text, agent, { steering: true }),
  plugin: (session, { text, agent }) => session.user(text, agent, { plugin: text }),
  notice: (session, { text, agent }) =>
    session.log('model/notice', { turn: 1, step: 1, message: text }, agent),
  resumed: (session, { text }) => session.log('session/resumed', { closedCalls: text.length }),
  pruned: (session, { text, agent }) =>
    session.log('context/pruned', { turn: 1, step: 1, results: [], by: text }, agent),
  call: (session, { id, text, agent }) =>
    session.call(id, text === 'a\nb' ? 'run_code' : `tool${text.slice(0, 3)}`, { [text]: text }, agent),
  result: (session, { id, text, agent }) => session.result(id, text, agent),
  failure: (session, { id, text, agent }) => session.result(id, text, agent, { name: 'X', code: text }),
  progress: (session, { id, text }) => session.log('tool/progress', { callId: id, text }),
  ask: (session, { id }) => session.ask(id),
  allow: (session, { id, text }) => {
    const question = { requestId: 'q', callId: id, toolName: 'x', argumentsHash: 'h' }
    return session.log('approval/decided', { ...question, outcome: 'allowed-once', by: text })
  },
  dispatch: (session, { id, text }) => session.log('tool/code-dispatch-start', dispatched(id, text)),
  dispatched: (session, { id, text }) => {
    const content = [{ type: 'text' as const, text }]
    return session.log('tool/code-dispatch', { ...dispatched(id, text), isError: false, content })
  },
  console: (session, { id, text }) => session.log('tool/code-console', { callId: id, text }),
  agent: (session, { id, text, agent }) => session.agent(otherThan(agent), id, text, agent),
  'agent end': (session, { id, agent }) => session.agentEnded(otherThan(agent), id, 'done', agent),
  unreadable: (session, { text, agent }) => session.log('turn/start', { turn: text } as never, agent),
}

function otherThan(agent: string | undefined): string {
  return agent === 's1' ? 's2' : 's1'
}

function dispatched(id: string, text: string): SessionEventMap['tool/code-dispatch-start'] {
  return { rootCallId: id, parentCallId: id, subCallId: `${id}1`, name: text, arguments: text }
}
