import {
  initialSession,
  reduceSession,
  renderSessionItem,
  sessionMarkdown,
  type Presenters,
  type SessionRenderOptions,
  type SessionView,
} from '@millrace/cards'
import { homeOf, type Clock } from '@millrace/host'
import { escapeVisible, type SessionEvent } from '@millrace/protocol'
import type { Io } from '../io.ts'
import { withStatusArea } from '../live/with-status-area.ts'
import { writeHints } from '../mistake.ts'
import { ConversationScreen } from '../run/conversation-screen.ts'
import { LiveRows } from '../run/live-rows.ts'
import { foreignCalls, presentersOf } from '../run/presenters.ts'
import { shortId } from '../run/session-choice.ts'
import { sessionStyle } from '../run/session-style.ts'
import type { ColourChoice } from '../screen.ts'
import { readSession, type NamedSession } from '../sessions/read-session.ts'
import { withSessions } from '../sessions/session-failure.ts'
import { logFile } from '../sessions/session-folders.ts'
import type { OpenWorkspace } from '../with-workspace.ts'
import { Pace } from './pace.ts'
import { withRecordedTools } from './recorded-tools.ts'
import { tellsOfFailure } from './shown-cards.ts'
import { wholeLines } from './whole-lines.ts'

/** How a session is to be shown again. */
export interface ReplayRequest {
  readonly wanted: string
  /** Absolute. */
  readonly folder: string
  readonly form: 'cards' | 'failures' | 'markdown' | 'json'
  /** How many times as fast as it was; `Infinity` for at once. */
  readonly speed: number
  readonly expand: boolean
  readonly colour: ColourChoice
}

/** Shows a session again: what the live one printed, byte for byte, where nobody looks at a terminal. */
export async function replaySession(request: ReplayRequest, io: Io, open: OpenWorkspace): Promise<void> {
  const session = await readSession(request.wanted, request.folder, io)
  tellOfTorn(session, io)
  const pace = new Pace(request.speed, io.signal)
  if (request.form === 'json') return withSessions(() => writeLines(session, pace, io))
  await withRecordedTools(open, [session.header.cwd, request.folder], io.env, async (tools) => {
    const presenters = await presentersOf((name) => tools.get(name), foreignCalls(session.events))
    if (request.form === 'markdown') {
      io.stdout.write(
        sessionMarkdown(session.header, viewOf(session.events, presenters), documentOptions(request, io)),
      )
      return
    }
    const { cwd } = session.header
    const style = { ...(await sessionStyle(request, cwd, io)), session: session.id }
    if (request.form === 'failures') return writeFailures(session, style, presenters, io)
    await play(session, { style, presenters, pace, request }, io)
  })
}

function tellOfTorn({ tornBytes, id }: NamedSession, io: Io): void {
  if (tornBytes === 0) return
  writeHints(io, [
    `the last ${tornBytes} bytes of session ${shortId(id)} are no whole event and are left out: its writer was cut off, or writes just now`,
  ])
}

async function writeLines({ id, folder }: NamedSession, pace: Pace, io: Io): Promise<void> {
  for await (const line of wholeLines(folder.disk, logFile(id))) {
    const text = line.toString('utf8')
    const { time } = JSON.parse(text) as { readonly time: number }
    await pace.reach(time)
    io.stdout.write(text)
  }
}

/** What all events of a session add up to. */
export function viewOf(events: readonly SessionEvent[], presenters: Presenters): SessionView {
  return events.reduce<SessionView>((view, event) => reduceSession(view, event, presenters), initialSession)
}

/** How a session is drawn in a document, which knows no terminal. */
export function documentOptions(
  { expand }: Pick<ReplayRequest, 'expand'>,
  io: Io,
): { expand: boolean; home: string } {
  return { expand, home: homeOf(io.env) }
}

function writeFailures(
  { events }: NamedSession,
  style: SessionRenderOptions,
  presenters: Presenters,
  io: Io,
): void {
  const view = viewOf(events, presenters)
  const failures = view.items.filter((item) => tellsOfFailure(item, view))
  for (const item of failures) io.stdout.write(renderSessionItem(item, view, style))
  if (failures.length === 0) writeHints(io, ['nothing failed, and nothing was denied or cancelled'])
}

interface Playing {
  readonly style: SessionRenderOptions
  readonly presenters: Presenters
  readonly pace: Pace
  readonly request: ReplayRequest
}

async function play(
  { id, header, events }: NamedSession,
  { style, presenters, pace, request }: Playing,
  io: Io,
): Promise<void> {
  const own = withStatusArea(io)
  const clock = logClock(request.speed, header.time)
  const isPlayed = Number.isFinite(request.speed)
  const live = isPlayed ? LiveRows.of({ io: own, area: own.stderr, style, clock, hasKeys: false }) : undefined
  const screen = new ConversationScreen({ area: own.stderr, output: io.stdout, style, presenters, live })
  screen.open(id, [])
  tellOfPrompt(events, own)
  try {
    for (const event of events) {
      await pace.reach(event.time)
      clock.set(event.time)
      screen.hear(event)
    }
  } finally {
    live?.end()
  }
  screen.end()
}

/** As with the live session, the first prompt is no part of the result: whoever gave it knew it. */
function tellOfPrompt(events: readonly SessionEvent[], io: Io): void {
  const { title } = viewOf(events.slice(0, events.findIndex(isPrompt) + 1), () => undefined)
  if (title !== '') io.stderr.write(`> ${escapeVisible(title)}\n`)
}

function isPrompt(event: SessionEvent): boolean {
  return event.type === 'user/message' && event.agent === undefined
}

/** The time of a log as it goes by, for what is drawn between its events. */
function logClock(speed: number, start: number): Clock & { set(time: number): void } {
  let [base, since] = [start, performance.now()]
  const now = (): number => base + (Number.isFinite(speed) ? (performance.now() - since) * speed : 0)
  return {
    now,
    monotonic: now,
    set: (time) => {
      ;[base, since] = [time, performance.now()]
    },
  }
}
