import { SessionError } from '../contract/session-error.ts'
import { quoted, quotedPath } from './quoted.ts'

const shape = /^[0-9A-Za-z_-]{1,120}$/

/** Whether a text can name a session: letters, digits, `_` and `-` alone, so that it is a file name everywhere. */
export function isSessionId(id: string): boolean {
  return shape.test(id)
}

/** The file that holds a session. */
export function fileOf(id: string): string {
  return `${id}.jsonl`
}

/** The file by which one process alone writes to it. */
export function lockOf(id: string): string {
  return `${id}.lock`
}

/** The session whose log has this name. */
export function idOf(file: string): string | undefined {
  const id = file.endsWith('.jsonl') ? file.slice(0, -'.jsonl'.length) : ''
  return isSessionId(id) ? id : undefined
}

/** @throws SessionError `SESSION_NOT_FOUND` where no session can have this id. */
export function requireSessionId(id: string): void {
  if (!isSessionId(id)) throw notFound(id)
}

/** The error for a session that is not there. */
export function notFound(id: string, place?: string): SessionError {
  const where = place === undefined ? '' : ` in ${quotedPath(place)}`
  return new SessionError(
    'SESSION_NOT_FOUND',
    `there is no session ${quoted(id)}${where}; name one of the list of sessions`,
  )
}
