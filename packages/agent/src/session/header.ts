import type { SessionHeader } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import type { NewSession } from '../contract/session.ts'
import { SessionError } from '../contract/session-error.ts'
import { encodeLine } from './line.ts'
import { isSessionId } from './session-id.ts'
import { quoted } from './quoted.ts'

/** Bytes that the first line of a log may have: it is read for each line of a list. */
export const longestHeader = 1024 * 1024

/** The first line of a new log. */
export function newHeader(session: NewSession, time: number): SessionHeader {
  const { id, cwd, principal, versions, tools, forkOf } = session
  const header = snapshotJsonValue({
    format: 'millrace-session',
    version: 1,
    id,
    time,
    cwd,
    principal,
    versions,
    tools,
    ...(forkOf === undefined ? {} : { forkOf }),
  }) as unknown as SessionHeader
  const problem = problemOf(header) ?? sizeProblem(header)
  if (problem === undefined) return header
  throw new SessionError('SESSION_UNSUPPORTED', `no session can begin with this header: ${problem}`)
}

function sizeProblem(header: SessionHeader): string | undefined {
  const { length } = encodeLine(header)
  if (length <= longestHeader) return undefined
  return `it has ${length} bytes, and ${longestHeader} is the most; name fewer tools`
}

/** What is wrong with a header, in words. */
export function problemOf(header: Readonly<Record<string, unknown>> | SessionHeader): string | undefined {
  const { id, time, cwd, principal, versions, tools, forkOf } = header as Record<string, unknown>
  if (typeof id !== 'string' || !isSessionId(id)) {
    return '"id" must be 1 to 120 letters, digits, "_" and "-"'
  }
  if (!isCount(time)) return '"time" must be milliseconds since 1970, a whole number'
  if (typeof cwd !== 'string' || cwd === '') return '"cwd" must be a path'
  if (typeof principal !== 'string' || principal === '') return '"principal" must be a name'
  if (!isTexts(versions)) return '"versions" must be texts by name'
  if (!isTexts(tools)) return '"tools" must be fingerprints by name'
  return forkOf === undefined ? undefined : forkProblem(forkOf)
}

function forkProblem(fork: unknown): string | undefined {
  const { session, seq } = (isRecord(fork) ? fork : {}) as Record<string, unknown>
  if (typeof session === 'string' && isSessionId(session) && isCount(seq)) return undefined
  return '"forkOf" must name a session and the number of an event of it'
}

/** The header that a line with a right checksum holds. */
export function readHeader(parsed: unknown, where: string): SessionHeader {
  const record = isRecord(parsed) ? parsed : {}
  if (record['format'] !== 'millrace-session') {
    throw new SessionError('SESSION_UNSUPPORTED', `${where} is no session log of Millrace`)
  }
  if (record['version'] !== 1) {
    const { version } = record
    throw new SessionError(
      'SESSION_UNSUPPORTED',
      `${where} has version ${quoted(version)} of the format, and this Millrace reads version 1; read it with a newer one`,
    )
  }
  const problem = problemOf(record)
  if (problem !== undefined) {
    throw new SessionError('SESSION_CORRUPT', `${where} has a header that no session can have: ${problem}`)
  }
  return Object.freeze(record) as unknown as SessionHeader
}

/** Whether a value is a whole number that counts something. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Whether a value is an object and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
}
