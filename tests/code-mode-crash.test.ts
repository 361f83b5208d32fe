import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { jsonlSessions } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import { checkHistory, scriptedModel } from '@millrace/testkit'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'
import { afterAll, describe, expect } from 'vitest'
import { durableHost, lasting, programOf, scriptFor } from './support/crash/durable-host.ts'
import { verifies } from './spec/verifies.ts'

const isLong = process.env['MILLRACE_LONG'] === '1'
const engine = inlineRuntime()

afterAll(() => engine.close())

/** A program with calls side by side, calls alone, and one that asks. */
const plan = [
  [
    ['bump', 1],
    ['bump', 2],
    ['look', 3],
  ],
  [['write', 4]],
  [
    ['edit', 5],
    ['bump', 6],
  ],
  [
    ['bump', 7],
    ['write', 8],
  ],
] as const

/** What stood on the disk when a process was killed, and what it had done by then. */
interface Killed {
  readonly disk: SimulatedDisk
  readonly effects: readonly number[]
  readonly id: string | undefined
  /** Whether somebody was being asked. */
  readonly isAsked: boolean
}

/** Runs the program to its end, and gives what a kill at each moment would have left. */
async function killedEverywhere(canCapture: boolean): Promise<readonly Killed[]> {
  const moments: Killed[] = []
  const effects: number[] = []
  let id: string | undefined
  let isAsked = false
  const kill = (): void => void moments.push({ disk: disk.killed(), effects: [...effects], id, isAsked })
  const disk: SimulatedDisk = simulatedDisk({ watch: kill })
  const host = await durableHost({
    disk,
    runtime: lasting(engine, canCapture),
    onEffect: (_name, number) => {
      effects.push(number)
      kill()
    },
    answer: async () => {
      isAsked = true
      // As long as a person takes: what is kept meanwhile is on the disk by then.
      await new Promise((resolve) => setTimeout(resolve, 100))
      kill()
      isAsked = false
      return true
    },
  })
  const agent = await host.ctx.agents.create({
    model: scriptedModel(scriptFor(programOf(plan))),
    cwd: '/work',
  })
  id = agent.id
  expect(await agent.send('go')).toMatchObject({ reason: 'done', text: 'the end' })
  await host.dispose()
  expect(effects.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  return moments
}

interface Continued {
  readonly wentOn: boolean
  readonly asked: readonly string[]
  readonly events: readonly SessionEvent[]
}

/** Goes on from there in another process, as far as that is possible. */
async function continued(
  { disk, id }: Killed,
  canCapture: boolean,
  onEffect: (number: number) => void,
): Promise<Continued | undefined> {
  const asked: string[] = []
  const host = await durableHost({
    disk,
    runtime: lasting(engine, canCapture),
    onEffect: (_name, number) => onEffect(number),
    answer: async (question) => {
      asked.push(question.kind === 'call' ? JSON.stringify(question.execution.arguments) : question.kind)
      return true
    },
  })
  try {
    const sessions = jsonlSessions(await disk.folder('sessions'))
    if (id === undefined || !(await isThere(sessions, id))) return undefined
    const model = scriptedModel(['the end', 'the end'])
    const agent = await host.ctx.agents.resume(id, { model })
    const wentOn = agent.interrupted !== undefined
    expect(await (wentOn ? agent.goOn() : agent.send('go on'))).toMatchObject({ reason: 'done' })
    await agent.dispose()
    const { events } = await sessions.read(id)
    return { wentOn, asked, events }
  } finally {
    await host.dispose()
  }
}

async function isThere(sessions: ReturnType<typeof jsonlSessions>, id: string): Promise<boolean> {
  for await (const found of sessions.list()) if (found.id === id && !('problem' in found)) return true
  return false
}

/** What the program returned. */
function valueOf(events: readonly SessionEvent[]): readonly unknown[] {
  const results = events.flatMap((event) => (event.type === 'tool/result' ? [event.data] : []))
  expect(results).toHaveLength(1)
  const [block] = results[0]?.content ?? []
  expect(results[0]).toMatchObject({ isError: false })
  return JSON.parse(block?.type === 'text' ? block.text : '[]') as unknown[]
}

/** Each effect happened at most once, and the program knows of each whether it did, unless nobody does. */
function expectRight(value: readonly unknown[], effects: readonly number[], isKnown = false): void {
  const order = plan.flat().map(([, number]) => number)
  expect(value).toHaveLength(order.length)
  order.forEach((number, at) => {
    const times = effects.filter((each) => each === number).length
    if (value[at] === number) expect([number, times]).toEqual([number, number === 3 ? times : 1])
    else expect([number, value[at]]).toEqual([number, 'OUTCOME_UNKNOWN'])
    if (isKnown) expect(value[at]).toBe(number)
  })
}

describe.each([
  { kind: 'an image', canCapture: true },
  { kind: 'the journal', canCapture: false },
])('a program whose process is killed, going on from $kind', ({ canCapture }) => {
  verifies(
    ['contract:B8', 'security:R1'],
    'does nothing twice, wherever it was killed',
    async () => {
      const moments = await killedEverywhere(canCapture)
      expect(moments.length).toBeGreaterThan(60)
      const from = { image: 0, journal: 0 }
      let wentOn = 0
      let askedAgain = 0
      const every = isLong ? 1 : 4
      for (const [at, moment] of moments.entries()) {
        if (at % every !== 0 && !moment.isAsked) continue
        const effects = [...moment.effects]
        const result = await continued(moment, canCapture, (number) => effects.push(number))
        for (const number of [1, 2, 4, 5, 6, 7, 8]) {
          expect(effects.filter((each) => each === number).length, `${number}, killed at ${at}`).toBeLessThan(
            2,
          )
        }
        if (result === undefined) continue
        expect(checkHistory(result.events), `killed at ${at}`).toEqual([])
        if (!result.wentOn) continue
        wentOn++
        for (const { type, data } of result.events) if (type === 'tool/code-resumed') from[data.from]++
        expectRight(valueOf(result.events), effects)
        if (moment.isAsked) {
          expect(result.asked, `killed at ${at}`).toEqual(['{"n":5}'])
          askedAgain++
        }
      }
      expect({ wentOn, askedAgain, ...from }).toMatchObject({ wentOn: expect.any(Number) })
      expect(wentOn).toBeGreaterThan(10)
      expect(askedAgain).toBeGreaterThan(0)
      if (canCapture) expect(from.image).toBeGreaterThan(0)
      else expect(from.image).toBe(0)
      process.stderr.write(`${JSON.stringify({ moments: moments.length, wentOn, askedAgain, from })}\n`)
    },
    isLong ? 600_000 : 60_000,
  )
})
