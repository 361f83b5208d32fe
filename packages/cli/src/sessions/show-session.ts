import { stat } from 'node:fs/promises'
import { counted } from '@millrace/cards'
import { homeOf } from '@millrace/host'
import type { Totals } from '@millrace/protocol'
import { shortened } from '../config/settings-places.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { shortId } from '../run/session-choice.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows, type Cell } from '../table.ts'
import { instantOf } from './age.ts'
import { readSession, type NamedSession } from './read-session.ts'
import { sessionFacts, type SessionFacts } from './session-facts.ts'
import { logFile } from './session-folders.ts'
import { callWords, type Standing } from './session-words.ts'
import { withSessions } from './session-failure.ts'

/** Which session is to be told of, and how. */
export interface ShowRequest {
  readonly wanted: string
  /** Absolute. */
  readonly folder: string
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Tells all that is known of one session as a whole. */
export async function showSession({ wanted, folder, asJson, colour }: ShowRequest, io: Io): Promise<void> {
  const session = await readSession(wanted, folder, io)
  const facts = sessionFacts(session.header, session.events)
  const live = await isLive(session)
  const about: About = {
    session,
    facts,
    state: facts.ended ?? (live ? 'running' : 'cut off'),
    next: await goesOn(session, live),
  }
  if (asJson) return writeJson(io.stdout, reportOf(about, live))
  writeRows(io.stdout, io, colour, tableRows(linesOf(about, homeOf(io.env)), columnsOf(io.stdout, io.env)))
}

interface About {
  readonly session: NamedSession
  readonly facts: SessionFacts
  readonly state: Standing
  readonly next: GoesOn
}

/** Whether a process that lives writes to it: only the list of its folder knows. */
async function isLive({ id, folder }: NamedSession): Promise<boolean> {
  return withSessions(async () => {
    for await (const found of folder.store.list())
      if (found.id === id) return !('problem' in found) && found.live
    return false
  })
}

interface GoesOn {
  readonly command?: string
  readonly why?: string
}

/** How a session goes on, or why it cannot. */
async function goesOn({ id, header }: NamedSession, live: boolean): Promise<GoesOn> {
  if (live) return { why: 'another process writes to it' }
  const isThere = await stat(header.cwd).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isThere) return { why: 'its folder is not there any more' }
  return { command: `millrace run --cwd ${quoted(header.cwd)} --resume ${shortId(id)} "…"` }
}

/** For a shell, where that is needed. */
function quoted(path: string): string {
  return /^[\w/.@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}

function linesOf({ session, facts, state, next }: About, home: string): Cell[][] {
  const { header, tornBytes, events, id, folder } = session
  const { totals, grants } = facts
  const optional = (label: string, text: string | undefined): Cell[][] =>
    text === undefined || text === '' ? [] : [[label, text]]
  return [
    ['session', [id, 'strong']],
    ...optional('title', facts.title),
    ...optional('began', instantOf(header.time)),
    ...optional('last event', instantOf(facts.lastAt)),
    ['folder', shortened(header.cwd, home)],
    ['acts for', header.principal],
    ...optional('model', facts.models.join(', ')),
    ...optional(
      'written by',
      Object.entries(header.versions)
        .map((each) => each.join(' '))
        .join(', '),
    ),
    ['tools', String(Object.keys(header.tools).length)],
    ...optional('continues', header.forkOf && `${header.forkOf.session}, after event ${header.forkOf.seq}`),
    ['turns', `${facts.turns}, the last one: ${state}`],
    ['calls', callWords(totals?.calls)],
    ...optional('without result', facts.openCalls > 0 ? counted(facts.openCalls, 'call') : undefined),
    ...optional('used', totals && usedWords(totals)),
    ...optional('questions', facts.questions > 0 ? String(facts.questions) : undefined),
    ...optional('sub-agents', facts.agents > 0 ? String(facts.agents) : undefined),
    ...optional('resumed', facts.resumed > 0 ? counted(facts.resumed, 'time') : undefined),
    ...grants.map((grant): Cell[] => [
      'allowed',
      `${grant.rule}, by ${grant.by} (history: it gives no permission)`,
    ]),
    ['events', String(events.length)],
    ...optional(
      'torn',
      tornBytes > 0 ? `${counted(tornBytes, 'byte')} at the end are no whole event` : undefined,
    ),
    ['log', `${folder.path}/${logFile(id)}`],
    ['see it', `millrace replay ${shortId(id)}`],
    ['goes on', next.command ?? `not now: ${next.why ?? ''}`],
  ]
}

function usedWords({ usage, cost, steps }: Totals): string {
  const price = typeof cost !== 'number' ? 'cost not known' : `cost ${cost.toFixed(4)}`
  return `${counted(steps, 'step')}, ${usage.input} tokens in, ${usage.output} out, ${price}`
}

function reportOf({ session, facts, state, next }: About, live: boolean): object {
  const { header, tornBytes, id, folder } = session
  const { totals = null, ended: _, events, ...others } = facts
  return {
    id,
    header,
    state,
    live,
    ...others,
    totals,
    events: { total: session.events.length, ...events },
    tornBytes,
    file: `${folder.path}/${logFile(id)}`,
    goesOn: next,
  }
}
