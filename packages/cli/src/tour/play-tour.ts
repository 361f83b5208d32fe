import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { homeOf } from '@millrace/host'
import { scratchCopy } from '../demo/scratch-copy.ts'
import { exitCode } from '../exit-code.ts'
import { explainCall } from '../explain/explain-call.ts'
import { recordedCalls } from '../explain/recorded-calls.ts'
import type { Io } from '../io.ts'
import { writeWarning } from '../mistake.ts'
import { shortId } from '../run/session-choice.ts'
import type { ColourChoice } from '../screen.ts'
import { latest } from '../sessions/find-session.ts'
import { readSession, type NamedSession } from '../sessions/read-session.ts'
import type { OpenWorkspace } from '../with-workspace.ts'
import { checkSession, type Finding } from './check-session.ts'
import { killedProcess } from './killed-process.ts'
import { runTourProgram, type TourRun } from './run-tour-program.ts'
import { answeredBy, byTourRule, tourRule } from './tour-answers.ts'
import { editedFile, lookAround, next, spin } from './tour-programs.ts'
import { TourScreen } from './tour-screen.ts'

/** How the tour is to be played. */
export interface TourRequest {
  readonly colour: ColourChoice
}

/** What the parts of the tour share. */
interface Tour {
  readonly folder: string
  readonly io: Io
  readonly open: OpenWorkspace
  readonly screen: TourScreen
  readonly colour: ColourChoice
  /** What should hold and does not. */
  readonly broken: string[]
}

/**
 * Plays programs that call tools: what they are refused, how they are cut off, and how one goes on whose process was killed.
 * The programs are fixed, and everything else is real.
 * @returns the exit status: not 0 where anything was otherwise than the tour says.
 */
export async function playTour({ colour }: TourRequest, io: Io, open: OpenWorkspace): Promise<number> {
  const scratch = await scratchCopy(io)
  const screen = new TourScreen(io, colour)
  const tour: Tour = { folder: scratch.path, io, open, screen, colour, broken: [] }
  try {
    screen.intro(scratch.path)
    await looksAround(tour)
    await isCutOff(tour)
    const killed = await isKilled(tour)
    const session = await goesOn(tour, killed)
    await explains(tour, session)
    await checks(tour, session)
    return ends(tour, session)
  } finally {
    await scratch.remove().catch((error: unknown) => {
      writeWarning(io, `the scratch copy ${scratch.path} cannot be removed: ${String(error)}`)
    })
  }
}

async function runs(tour: Tour, run: Omit<TourRun, 'folder' | 'colour'>, status: number): Promise<void> {
  const { folder, colour, io, open, broken } = tour
  const ended = await runTourProgram({ folder, colour, ...run }, io, open)
  io.signal.throwIfAborted()
  if (ended !== status) broken.push(`"${run.program?.title}" ended with status ${ended} and not ${status}`)
}

async function looksAround(tour: Tour): Promise<void> {
  tour.screen.part('A program searches the folder, and is refused what it must not reach')
  await runs(tour, { program: lookAround({ home: homeOf(tour.io.env) }) }, exitCode.ok)
}

async function isCutOff(tour: Tour): Promise<void> {
  tour.screen.part('A program that never ends is cut off after 0.5 s of computing, and the next one runs')
  await runs(tour, { program: spin, limits: { cpuMs: 500 } }, exitCode.limit)
  await runs(tour, { program: next }, exitCode.ok)
}

/** @returns the session of the process that was killed. */
async function isKilled({ screen, io, folder, broken }: Tour): Promise<NamedSession> {
  screen.part('A program asks for an edit, and its process is killed while the question waits')
  const { pid, signal } = await killedProcess(folder, io)
  const session = await readSession(latest, folder, io)
  await screen.card(session)
  screen.say(`process ${pid} was ended by ${signal ?? 'itself'}; this is what its log says`)
  if (signal !== 'SIGKILL') broken.push('the process was not ended by SIGKILL')
  return session
}

async function goesOn(tour: Tour, { id }: NamedSession): Promise<NamedSession> {
  const { screen, io, open, folder, broken } = tour
  screen.part(`A new process goes on with it: millrace code --resume ${shortId(id)}`)
  const isAlone = io.openKeyboard === undefined
  if (isAlone)
    screen.say(
      `the same question waits; nobody sits here, so a rule answers: deny ${tourRule.rule}, "${tourRule.reason}"`,
    )
  const answering = isAlone ? answeredBy(open, byTourRule) : open
  await runs(
    { ...tour, open: answering },
    { session: { kind: 'named', prefix: id }, isKept: true },
    exitCode.ok,
  )
  const edited = (await readFile(join(folder, editedFile), 'utf8')).includes('let at = 0')
  const session = await readSession(id, folder, io)
  const answer = session.events.findLast((event) => event.type === 'approval/decided')
  const isAllowed = answer?.data.outcome === 'allowed-once'
  if (edited !== isAllowed)
    broken.push(`${editedFile} was ${edited ? 'changed' : 'not changed'}, against the answer`)
  return session
}

async function explains({ screen, io, folder, colour }: Tour, { id, events }: NamedSession): Promise<void> {
  const edit = recordedCalls(events).find(({ tool }) => tool === 'edit')
  screen.part(`Who decided: millrace explain ${edit?.number} ${shortId(id)}`)
  if (edit === undefined) return
  await explainCall({ wanted: edit.callId, session: id, folder, asJson: false, colour }, io)
}

async function checks({ screen, broken }: Tour, { events }: NamedSession): Promise<void> {
  screen.part('What its log says, checked event by event')
  const findings: readonly Finding[] = checkSession(events)
  for (const { holds, words } of findings) screen.finding(holds, words)
  broken.push(...findings.filter(({ holds }) => !holds).map(({ words }) => words))
}

function ends({ screen, broken }: Tour, { id }: NamedSession): number {
  screen.say('')
  for (const each of broken) screen.finding(false, each)
  screen.say(
    `see it again: millrace replay ${shortId(id)}; write one: millrace help code; a whole turn: millrace run --demo`,
  )
  return broken.length === 0 ? exitCode.ok : exitCode.failed
}
