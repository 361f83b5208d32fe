import type { SessionEventMap, UserMessage } from '@millrace/protocol'
import type { Presenters, SessionView } from '@millrace/cards'
import { callViews, resultViews, toolOf } from './every-card.ts'
import { SpokenSession, totals } from './spoken-session.ts'

const gif = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs='

function message(text: string): UserMessage {
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'image', data: gif, mimeType: 'image/gif' },
      { type: 'image', data: text, mimeType: 'image/png' },
      { type: 'image', data: gif, mimeType: text },
      { type: 'image', data: gif, mimeType: 'image/svg+xml' },
      { type: text } as never,
    ],
  }
}

/** A session with every kind of item and card, all of whose texts are the given one. */
export function everyItem(text: string): SessionView {
  const calls = callViews(text)
  const results = [...resultViews(text), { card: 'generic', content: message(text).content } as never]
  const presenters: Presenters = () => ({
    presentCall: (args) => calls[(args as { nth: number }).nth % calls.length],
    presentResult: (args) => results[(args as { nth: number }).nth % results.length],
  })
  const session = new SpokenSession(presenters)
    .start(text)
    .log('user/message', { turn: 1, step: 1, message: message(text) })
  session.user(text, undefined, { steering: true }).user(text, undefined, { plugin: text })
  session.log('step/start', { turn: 1, step: 1, model: { provider: text, id: text }, settings: {} })
  session.chunk(text, 'reasoning').chunk(text).retry(text)
  session.answer(text, undefined, { reasoning: `${text}\n${text}`, finish: 'length' })
  noted(session, text)
  results.forEach((_, nth) => {
    const tool = toolOf(calls[nth % calls.length]!, text)
    session.call(`c${nth}`, tool, { nth }).result(`c${nth}`, text)
  })
  session.call('f', text, { nth: 0 }).result('f', text, undefined, { name: text, code: text })
  delegated(session, text)
  session.chunk(text)
  session.end('failed', { message: text, code: text, totals, session: totals })
  return session.start(text).call('open', text, { nth: 2 }).ask('open').view
}

function noted(session: SpokenSession, text: string): void {
  const at = { turn: 1, step: 1 }
  const results: SessionEventMap['context/pruned']['results'] = [{ callId: text, bytes: 7, text }]
  session.log('model/notice', { ...at, message: text })
  session.log('context/pruned', { ...at, results, by: text })
  session.log('context/summarised', { ...at, keptFrom: 3, summary: text, by: text })
  session.log('session/resumed', { closedCalls: 1, torn: { bytes: 5, file: text } })
  session.log(text as never, {} as never)
  session.log('turn/start', { turn: text } as never)
}

function delegated(session: SpokenSession, text: string): void {
  session.call('t', text, { nth: 1 }).agent('s', 't', text)
  session.start(text, 's').request('s').answer(text, 's', { reasoning: text })
  session.call('i', text, { nth: 3 }, 's').result('i', text, 's').retry(text, 's')
  session.end('limit', { message: text, code: text }, 's').agentEnded('s', 't', 'limit').result('t', text)
}
