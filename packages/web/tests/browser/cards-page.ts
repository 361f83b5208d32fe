import type { Presenters } from '@millrace/cards'
import type { SessionEvent, SessionEventMap, ToolCallView, ToolResultView } from '@millrace/protocol'
import type { Locator } from 'playwright-core'
import { fakeHost } from '../support/fake-host.ts'
import type { FakeSession } from '../support/fake-session.ts'
import { openPage, type OpenPage, type OpenPageOptions } from '../support/open-page.ts'

/** How a call and its result are shown. */
export interface Views {
  readonly call?: ToolCallView
  readonly result?: ToolResultView
}

/** A page that shows a session which a test writes. */
export interface CardsPage extends OpenPage {
  readonly session: FakeSession
  readonly writer: Writer
  /** The card of a call. */
  readonly card: (callId: string) => Locator
}

/** The log of a session, written before or while it is shown. */
export class Writer {
  readonly session: FakeSession
  readonly events: SessionEvent[] = []

  constructor(session: FakeSession) {
    this.session = session
    session.log.watch((event) => void this.events.push(event))
    session.append('turn/start', { turn: 1, principal: 'user' })
  }

  user(text: string): this {
    this.session.append('user/message', { turn: 1, step: 1, message: { role: 'user', content: text } })
    return this
  }

  answer(text: string, reasoning?: string): this {
    this.session.append('assistant/message', {
      turn: 1,
      step: 1,
      message: {
        role: 'assistant',
        content: [{ type: 'text', text }],
        ...(reasoning !== undefined && { reasoning: [{ text: reasoning }] }),
      },
      finish: 'stop',
    })
    return this
  }

  chunk(text: string): this {
    this.session.append('assistant/chunk', { turn: 1, step: 1, kind: 'text', text })
    return this
  }

  /** A call whose views are found by the name of its tool. */
  call(callId: string, name = callId, args: object = {}, agent?: string): this {
    const text = JSON.stringify(args)
    this.session.append('tool/call', { turn: 1, step: 1, callId, name, arguments: text }, agent)
    return this
  }

  ask(callId: string): this {
    const question = { requestId: `q-${callId}`, callId, toolName: callId, argumentsHash: 'h' }
    this.session.append('approval/asked', { ...question, reason: 'no rule allows it' })
    return this
  }

  answered(callId: string, outcome: 'allowed-once' | 'rejected', message?: string): this {
    const question = { requestId: `q-${callId}`, callId, toolName: callId, argumentsHash: 'h', by: 'user' }
    this.session.append('approval/decided', {
      ...question,
      outcome,
      ...(message !== undefined && { message }),
    })
    return this
  }

  done(callId: string, text = 'ok', agent?: string): this {
    return this.result(callId, { content: [{ type: 'text', text }], isError: false }, agent)
  }

  fail(callId: string, message: string, code = 'TOOL_FAILED'): this {
    const content = [{ type: 'text' as const, text: `Error: ${message}` }]
    return this.result(callId, { content, isError: true, error: { name: 'ToolError', code } })
  }

  result(
    callId: string,
    data: Omit<SessionEventMap['tool/result'], 'turn' | 'step' | 'callId' | 'callSeq'>,
    agent?: string,
  ): this {
    this.session.append('tool/result', { turn: 1, step: 1, callId, callSeq: 0, ...data }, agent)
    return this
  }

  /** A call of a program that is over. */
  within(parentCallId: string, subCallId: string, name: string, isError = false): this {
    const place = { rootCallId: parentCallId, parentCallId, subCallId, name, arguments: {} }
    const content = [{ type: 'text' as const, text: isError ? 'Error: no' : 'ok' }]
    this.session.append('tool/code-dispatch-start', place)
    this.session.append('tool/code-dispatch', { ...place, isError, content })
    return this
  }

  end(): this {
    const totals = {
      steps: 1,
      calls: { done: 1, failed: 0, denied: 0, cancelled: 0 },
      usage: { input: 2_100, output: 300 },
      ms: 9_400,
      toolMs: 6_300,
    }
    this.session.append('turn/end', { turn: 1, reason: 'done', totals, session: totals })
    return this
  }
}

/** Finds the views of a tool by its name. */
export function presentersOf(views: Readonly<Record<string, Views>>): Presenters {
  return (name) => ({
    presentCall: () => views[name]?.call,
    presentResult: (_, { isError }) => (isError ? undefined : views[name]?.result),
  })
}

/** Opens the page of a session that a test has written. */
export async function cardsPage(
  views: Readonly<Record<string, Views>>,
  write: (writer: Writer) => void,
  options: OpenPageOptions = {},
): Promise<CardsPage> {
  const host = await fakeHost()
  const session = await host.sessions.add({ presenters: presentersOf(views) })
  const writer = new Writer(session)
  write(writer)
  const opened = await openPage(host, { fragment: `&/session/${session.id}`, ...options })
  // A long log shows its end first.
  await opened.page.locator('.app-session[data-phase="whole"]').waitFor()
  const card = (callId: string): Locator => opened.page.locator(`article[data-call="${callId}"]`)
  return { ...opened, session, writer, card }
}
