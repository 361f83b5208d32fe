import type { Card } from '@millrace/cards'
import type { SessionActivity, AskedQuestion } from '@millrace/web/wire'
import type { Locator } from 'playwright-core'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import type { FakeSession } from '../support/fake-session.ts'
import { openPage, type OpenPage, type OpenPageOptions } from '../support/open-page.ts'

/** A page that shows a session, and the desk that asks. */
export interface AskedPage extends OpenPage {
  readonly host: FakeHost
  readonly session: FakeSession
  /** The question that is shown. */
  readonly asked: Locator
  /** Asks about a command of the session. */
  readonly ask: (command: string, more?: Partial<AskedQuestion>) => AskedQuestion
  /** Waits until the question that is shown can be answered. */
  readonly armed: (question?: AskedQuestion) => Promise<void>
}

/** Opens a page with a session whose agent works, unless it does something else. */
export async function askedPage(
  options: OpenPageOptions & { readonly activity?: SessionActivity; readonly host?: FakeHost } = {},
): Promise<AskedPage> {
  const { activity = { at: 'here', status: 'running' }, host = await fakeHost(), ...rest } = options
  const session = await host.sessions.add({ activity })
  session.append('turn/start', { turn: 1, principal: 'user' })
  session.append('user/message', { turn: 1, step: 1, message: { role: 'user', content: 'push it' } })
  const opened = await openPage(host, { fragment: `&/session/${session.id}`, ...rest })
  const asked = opened.page.locator('.asked')
  const ask = (command: string, more: Partial<AskedQuestion> = {}): AskedQuestion =>
    host.desk.ask({
      tool: 'bash',
      arguments: { command },
      more: { card: commandCard(command), offer, session: session.id, ...more },
    })
  const armed = (question?: AskedQuestion): Promise<void> => {
    const which = question === undefined ? '' : `[data-request="${question.requestId}"]`
    return opened.page.locator(`.asked[data-armed]${which}`).waitFor()
  }
  return { ...opened, host, session, asked, ask, armed }
}

/** Wider answers to a push, the narrowest first. */
export const offer: NonNullable<AskedQuestion['offer']> = {
  suggested: [['Bash(git push origin main)'], ['Bash(git push *)']],
  files: [
    { path: '/work/demo/millrace.jsonc', label: 'millrace.jsonc' },
    { path: '/home/me/.config/millrace/millrace.jsonc', label: '~/.config/millrace/millrace.jsonc' },
  ],
  isEditable: true,
}

/** The card of a command that waits. */
export function commandCard(command: string): Card {
  return {
    callId: 'call',
    tool: 'bash',
    status: 'waiting',
    arguments: JSON.stringify({ command, description: 'Say hello' }),
    call: { card: 'terminal', title: command },
    startedAt: 0,
    approval: { askedAt: 0 },
    children: [],
  }
}
