import { existsSync } from 'node:fs'
import { jsonlSessions } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import type { SessionEvent } from '@millrace/protocol'
import { checkHistory, scriptedModel, setupAgents } from '@millrace/testkit'
import { beforeAll, describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { sessionsFolder } from '../src/workspace-sessions.ts'
import { noPseudoTerminal } from './pseudo-terminal.ts'
import { events, home, type Home } from './running.ts'
import { shutdownPoints, type Point } from './shutdown-points.ts'
import { effectsIn, patienceMs, processesIn, shutDownAt, type ShutDown } from './shutdown-run.ts'
import { isLong } from '../../../tests/support/effort.ts'

const points = isLong ? 500 : 16
/** Processes side by side. */
const lanes = 4

beforeAll(() => {
  // These tests prove what is shipped, so they run the compiled command.
  if (!existsSync(new URL('../lib/main.js', import.meta.url))) throw new Error('not compiled: npm run build')
})

/** The log of the one session, if there is one. */
function logOf(at: Home): string | undefined {
  return existsSync(sessionsFolder(at.project, at.env)) ? at.logs()[0] : undefined
}

/** What was found where processes were asked to end. */
interface Found {
  readonly problems: string[]
  /** What they were in the middle of. */
  readonly midst: Set<string>
  /** The points at which the command itself did not wait any longer, as the machine was busy. */
  readonly late: Point[]
}

/** What is wrong with how a process ended, and with what it left; nothing where all is as it should be. */
async function problemsAt(point: Point, { midst, late }: Found): Promise<string[]> {
  const at = home()
  const ended = await shutDownAt(point, at)
  const hasNoPatience = ended.err.includes('interrupted again')
  const isLate = `${ended.out}${ended.err}`.includes('did not end in time')
  if (isLate) late.push(point)
  const isCut = hasNoPatience || isLate
  const problems = wrongEnd(point, ended)
  // What ends the process at once cannot wait for what it started; that ends soon after.
  if (isCut) await vi.waitFor(() => expect(processesIn(at)).toEqual([]), 20_000)
  for (const pid of processesIn(at)) problems.push(`process ${pid} is left`)
  const log = logOf(at)
  if (log === undefined || log === '') return ended.out.includes('"seq"') ? [...problems, 'no log'] : problems
  const known = events(log).events
  for (const what of midstOf(known)) midst.add(what)
  if (hasNoPatience) midst.add('no patience')
  if (point.doing !== 'asks' && !isCut && !log.startsWith(ended.out))
    problems.push('lines were told and not kept')
  problems.push(...checkHistory(known, { isCut }), ...unknownCalls(known, at, ended))
  problems.push(...(await problemsAfterwards(at)))
  return problems
}

function wrongEnd({ doing }: Point, { status, signal, out, err }: ShutDown): string[] {
  if (signal === 'SIGKILL') return [`it did not end within ${patienceMs} ms`]
  // Before the command listens, the signal ends it by itself.
  const isRight = status === 143 || (doing === 'starts' && signal === 'SIGTERM')
  return isRight ? [] : [`it ended with ${status ?? signal}: ${out.slice(-300)}${err.slice(-300)}`]
}

/** What was under way at the end, as far as its log tells. */
function midstOf(known: readonly SessionEvent[]): string[] {
  return known.flatMap((event) => {
    if (event.type === 'tool/result') return (event as SessionEvent<'tool/result'>).data.error?.code ?? []
    if (event.type === 'step/end') return `answer ${(event as SessionEvent<'step/end'>).data.finish}`
    if (event.type !== 'approval/decided') return []
    return `question ${(event as SessionEvent<'approval/decided'>).data.outcome}`
  })
}

/** Calls that had an effect, or whose results the model was told, and that are not in the log. */
function unknownCalls(known: readonly SessionEvent[], at: Home, { asked }: ShutDown): string[] {
  const idsOf = (type: 'tool/call' | 'tool/result'): Set<string> =>
    new Set(
      known.flatMap((event) =>
        event.type === type ? [(event as SessionEvent<typeof type>).data.callId] : [],
      ),
    )
  const [calls, results] = [idsOf('tool/call'), idsOf('tool/result')]
  const told = asked.flatMap((body) =>
    [...body.matchAll(/"tool_call_id":"([^"]+)"/g)].map(([, id = '']) => id),
  )
  return [
    ...effectsIn(at)
      .filter((id) => !calls.has(id))
      .map((id) => `the call ${id} ran and is not in the log`),
    ...told
      .filter((id) => !results.has(id))
      .map((id) => `the result of ${id} was told and is not in the log`),
  ]
}

/** Goes on with the session in this process. */
async function problemsAfterwards(at: Home): Promise<string[]> {
  const effects = effectsIn(at)
  const store = jsonlSessions(await privateDisk(sessionsFolder(at.project, at.env)))
  const { ctx } = await setupAgents({ store })
  const problems: string[] = []
  for await (const { id } of store.list()) {
    const agent = await ctx.agents.resume(id, { model: scriptedModel(['Going on.']) })
    const { reason, message } = await agent.send('and now?')
    if (reason !== 'done') problems.push(`it does not go on: ${reason} ${message}`)
    await agent.dispose()
    problems.push(...checkHistory((await store.read(id)).events))
  }
  await ctx.fiber.dispose()
  if (effectsIn(at).length !== effects.length) problems.push('a command ran again')
  return problems
}

describe.runIf(process.platform === 'linux')(`a process that is asked to end at ${points} points`, () => {
  verifies(
    ['security:R5', 'security:R2', 'security:C6'],
    'ends in time, keeps what it told, leaves nothing behind, and its sessions go on',
    async () => {
      const left = shutdownPoints(points, noPseudoTerminal === undefined)
      const found: Found = { problems: [], midst: new Set(), late: [] }
      const lane = async (): Promise<void> => {
        for (let point = left.shift(); point !== undefined; point = left.shift()) {
          for (const problem of await problemsAt(point, found))
            found.problems.push(`${JSON.stringify(point)}: ${problem}`)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      expect(found.problems).toEqual([])
      expect(found.late.length, JSON.stringify(found.late)).toBeLessThan(points / 2)
      const reached = ['ABORTED', 'ABORTED_BEFORE_DISPATCH', 'answer interrupted', 'no patience']
      if (noPseudoTerminal === undefined) reached.push('question cancelled')
      expect([...found.midst]).toEqual(expect.arrayContaining(reached))
    },
    3_600_000,
  )
})
