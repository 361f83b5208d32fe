import type { TurnResult } from '@millrace/agent'
import { escapeVisible } from '@millrace/protocol'
import type { Io } from '../io.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import { shortId } from './session-choice.ts'

/** What one can do with a session afterwards. */
export interface EndMeans {
  /** How one can look at it; nothing is said where it is left out. */
  readonly seeIt?: (id: string) => readonly string[]
  /** Whether it cannot go on. */
  readonly isLast?: boolean
}

/** A session whose turn has ended, and how that is told. */
export interface EndedSession {
  readonly session: string
  readonly isKept: boolean
  readonly asJson: boolean
  /** Of a program, its own end is told by whoever shows it. */
  readonly shows?: 'conversation' | 'program'
  /** Whether its prompt was kept back, as what had been cut off did not come to its end. */
  readonly isUnsent: boolean
}

/** Limits that a session which reached them has reached for good. */
const sessionLimits: ReadonlyMap<string, string> = new Map([
  ['calls', ' --max-calls …'],
  ['tokens', ' --max-tokens …'],
  ['cost', ' --max-cost …'],
])

/** Says on the standard error output how a turn ended, where nothing else does, and what one can do then. */
export function tellOfEnd(
  ended: EndedSession,
  { seeIt, isLast = false }: EndMeans,
  result: TurnResult,
  io: Io,
): void {
  const { reason } = result
  const { asJson, isKept, session, shows = 'conversation', isUnsent } = ended
  const isDone = reason === 'done' || reason === 'concluded'
  const isTold = shows === 'conversation' && !asJson
  if (!isDone && !(isTold && isLogged(result))) io.stderr.write(ending(result))
  if (isUnsent) writeWarning(io, `the prompt was not sent: what was cut off had to go on first (${reason})`)
  if (!isKept) return
  const id = shortId(session)
  const goOn = isLast || isDone ? [] : [`it goes on with: millrace run --resume ${id}${raised(result)} "…"`]
  writeHints(io, [...(seeIt?.(id) ?? []), ...goOn])
}

/** The option without which it would end at the same limit again. */
function raised({ reason, code = '' }: TurnResult): string {
  return reason === 'limit' ? (sessionLimits.get(code) ?? '') : ''
}

/** Whether its end is in the log, and so was shown: not that of a turn which never began, or whose log failed. */
function isLogged({ turn, code = '' }: TurnResult): boolean {
  return turn > 0 && !code.startsWith('SESSION_')
}

function ending({ reason, message, code }: TurnResult): string {
  return `millrace: the turn ended (${reason}): ${escapeVisible(message ?? code ?? reason)}\n`
}
