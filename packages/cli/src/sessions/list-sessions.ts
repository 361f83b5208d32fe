import { basename } from 'node:path'
import { cutOff, span, type Row, type Tone } from '@millrace/cards'
import { homeOf, systemClock } from '@millrace/host'
import type { SessionSummary, UnreadableSession } from '@millrace/agent/session'
import { isHarnessError } from '@millrace/protocol'
import { shortened } from '../config/settings-places.ts'
import type { Io } from '../io.ts'
import { writeWarning } from '../mistake.ts'
import { shortId, shownIdLength } from '../run/session-choice.ts'
import { columnsOf, isAsciiOnly, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows } from '../table.ts'
import { sessionsFolder } from '../workspace-sessions.ts'
import { ageOf } from './age.ts'
import { writeJsonArray } from './json-array.ts'
import { ownSessions } from './own-folder.ts'
import { withSessions } from './session-failure.ts'
import { logFile, openSessions, sessionFolders, type SessionFolder } from './session-folders.ts'
import { callWords, standingOf, type Standing } from './session-words.ts'

/** Which sessions are to be listed, and how. */
export interface ListRequest {
  /** Absolute. */
  readonly folder: string
  /** Those of all folders. */
  readonly all: boolean
  readonly asJson: boolean
  readonly colour: ColourChoice
}

type Listed = SessionSummary | UnreadableSession

/** Lists sessions, the latest of each folder first, each as soon as it was looked at. */
export function listSessions(request: ListRequest, io: Io): Promise<void> {
  return withSessions(async () => {
    if (request.asJson) return writeJsonArray(io.stdout, reports(request, io))
    let isAny = false
    for await (const folder of foldersOf(request, io))
      isAny = (await listFolder(folder, request, io)) || isAny
    if (!isAny) writeRows(io.stdout, io, request.colour, [[span(nothing(request), 'quiet')]])
  })
}

function nothing({ all }: ListRequest): string {
  return `no sessions${all ? '' : ' of this folder'}; one begins with: millrace run "…"`
}

/** The folders of a request that have sessions; one of many that cannot be used is warned about. */
export async function* foldersOf(
  { folder, all }: Pick<ListRequest, 'folder' | 'all'>,
  io: Io,
): AsyncGenerator<SessionFolder> {
  const warn = (message: string): void => writeWarning(io, message)
  const paths = all ? await sessionFolders(io.env) : [await ownSessions(folder, io.env)]
  for (const path of paths) {
    try {
      const opened = await openSessions(path, warn)
      if (opened !== undefined) yield opened
    } catch (error) {
      if (!all || !isHarnessError(error)) throw error
      warn(error.message)
    }
  }
}

async function* reports(request: ListRequest, io: Io): AsyncGenerator<object> {
  for await (const folder of foldersOf(request, io))
    for await (const listed of folder.store.list()) yield reportOf(listed, folder)
}

function reportOf(listed: Listed, { path }: SessionFolder): object {
  const { id } = listed
  const file = `${path}/${logFile(id)}`
  if ('problem' in listed) return { id, file, problem: listed.problem }
  const { title, header, lastAt, bytes, totals = null, live } = listed
  const { cwd, time, principal } = header
  return {
    id,
    title,
    cwd,
    principal,
    startedAt: time,
    lastAt,
    bytes,
    state: standingOf(listed),
    live,
    totals,
    file,
  }
}

/** @returns whether there was a session. */
async function listFolder(folder: SessionFolder, { all, colour }: ListRequest, io: Io): Promise<boolean> {
  const width = columnsOf(io.stdout, io.env)
  let count = 0
  for await (const listed of folder.store.list()) {
    const heading = all && count === 0 ? headingOf(listed, folder, io, width) : []
    writeRows(io.stdout, io, colour, [...heading, ...rowsOf(listed, io, width)])
    count++
  }
  return count > 0
}

/** Sessions may lie with another folder than they worked in: then the name by which that is kept is all that is known. */
function headingOf(listed: Listed, { path }: SessionFolder, io: Io, width: number): Row[] {
  const cwd = 'problem' in listed ? undefined : listed.header.cwd
  const isOwn = cwd !== undefined && sessionsFolder(cwd, io.env) === path
  return tableRows([[[isOwn ? shortened(cwd, homeOf(io.env)) : basename(path), 'strong']]], width)
}

const tones: ReadonlyMap<string, Tone> = new Map<Standing, Tone>([
  ['done', 'done'],
  ['concluded', 'done'],
  ['interrupted', 'cancelled'],
  ['limit', 'waiting'],
  ['denied', 'denied'],
  ['failed', 'failed'],
  ['running', 'running'],
  ['cut off', 'failed'],
])

// Of fixed widths, as the lines that follow are not known yet.
const ageColumns = 11
const callColumns = 14
const standingColumns = 11
const leastTitle = 20

function rowsOf(listed: Listed, io: Io, width: number): Row[] {
  const isAscii = isAsciiOnly(io.env)
  if ('problem' in listed)
    return tableRows([[' ', [shortId(listed.id), 'strong'], ['damaged', 'failed'], listed.problem]], width)
  const { id, title, lastAt, totals, live } = listed
  const standing = standingOf(listed)
  const age = ageOf(lastAt, systemClock.now()).padEnd(ageColumns)
  const calls = callWords(totals?.calls).padEnd(callColumns)
  const word = standing.padEnd(standingColumns)
  const used = 1 + shownIdLength + age.length + calls.length + word.length + 5 * 2
  const room = Math.max(leastTitle, width - used)
  const words = cutOff(title === '' ? '(no words)' : title, room, isAscii ? '...' : '…')
  return tableRows(
    [
      [
        [live ? (isAscii ? '*' : '●') : ' ', 'running'],
        [shortId(id), 'strong'],
        [age, 'quiet'],
        calls,
        [word, tones.get(standing) ?? 'plain'],
        words,
      ],
    ],
    width,
  )
}
