import { cutOff, shortId, show } from '@millrace/cards'
import type { JSX } from 'preact'
import { addressOf, route } from '../app/route.ts'
import { sessionList } from '../sessions/sessions.ts'
import { words } from './words.ts'

/** Leads to the session that something is of; nothing where that is the one that is open. */
export function SessionLink({
  session,
  callId,
}: {
  readonly session: string | undefined
  readonly callId?: string | undefined
}): JSX.Element | null {
  const isOpen = route.value.page === 'session' && route.value.id === session
  if (session === undefined || isOpen) return null
  const address = addressOf({ page: 'session', id: session, ...(callId !== undefined && { callId }) })
  return (
    <a href={address} title={words.value.openSession}>
      {words.value.otherSession(nameOf(session))}
    </a>
  )
}

/** A longer name is cut. In columns. */
const longest = 40

/** A session by its first words, or by its id where these are not known. */
function nameOf(id: string): string {
  const title = sessionList.value?.sessions.find((session) => session.id === id)?.title ?? ''
  return title === '' ? show(shortId(id)) : `“${cutOff(title, longest, '…')}”`
}
