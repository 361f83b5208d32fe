import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { lasting, programOf } from './support/crash/durable-host.ts'
import {
  goingsOn,
  goneOn,
  killedEverywhere,
  resultOf,
  type GoneOn,
  type Killed,
} from './support/crash/killed-program.ts'
import { verifies } from './spec/verifies.ts'
import { isLong } from './support/effort.ts'

const engine = inlineRuntime()

afterAll(() => engine.close())

/** A program with calls side by side, calls alone, and one that asks. The third changes nothing, and may be made again. */
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

const numbers = plan.flat().map(([, number]) => number)
const effective = numbers.filter((number) => number !== 3)

/** Nothing that counts happened twice. */
function expectOnce(effects: readonly number[], where: string): void {
  for (const number of effective) {
    const times = effects.filter((each) => each === number).length
    expect(times, `call ${number}, ${where}`).toBeLessThan(2)
  }
}

/** The program knows of each call whether it did its work, unless nobody does. */
function expectRight({ events, effects }: GoneOn, where: string): void {
  const { text, isError } = resultOf(events)
  expect(isError, where).toBe(false)
  const value = JSON.parse(text) as unknown[]
  expect(value, where).toHaveLength(numbers.length)
  numbers.forEach((number, at) => {
    if (value[at] === 'OUTCOME_UNKNOWN') return
    expect(value[at], where).toBe(number)
    expect(effects, where).toContain(number)
  })
}

describe.each([
  { kind: 'an image', canCapture: true },
  { kind: 'the journal', canCapture: false },
])('a program whose process is killed, going on from $kind', ({ canCapture }) => {
  const runtime = lasting(engine, canCapture)
  let moments: readonly Killed[] = []

  beforeAll(async () => {
    moments = await killedEverywhere(programOf(plan), { runtime, isQuick: false })
    expect(moments.at(-1)?.effects.toSorted((one, other) => one - other)).toEqual(numbers)
    expect(moments.length).toBeGreaterThan(60)
  }, 300_000)

  verifies(
    ['security:R2'],
    'does nothing twice, wherever it was killed, and asks the same question again',
    async () => {
      const lastAsked = moments.findLast(({ isAsked }) => isAsked)
      const counts = { wentOn: 0, askedAgain: 0, image: 0, journal: 0 }
      for (const [at, moment] of moments.entries()) {
        if (!isLong && at % 7 !== 0 && moment !== lastAsked) continue
        const where = `killed at ${at}`
        const result = await goneOn(moment, { runtime })
        expectOnce(result?.effects ?? moment.effects, where)
        if (result?.wentOn !== true) continue
        counts.wentOn++
        for (const from of goingsOn(result.events)) counts[from]++
        expectRight(result, where)
        if (!moment.isAsked) continue
        counts.askedAgain++
        expect(result.asked, where).toEqual(['{"n":5}'])
      }
      expect(counts.wentOn).toBeGreaterThan(8)
      expect(counts.askedAgain).toBeGreaterThan(0)
      expect(counts.image > 0).toBe(canCapture)
    },
    isLong ? 600_000 : 300_000,
  )

  verifies(
    ['security:R2'],
    'does nothing twice where the machine loses its power',
    async () => {
      let wentOn = 0
      for (const [at, moment] of moments.entries()) {
        if (!isLong && at % 16 !== 5) continue
        for (const { title, disk } of moment.disk.crashStates({ limit: isLong ? 20 : 2, seed: at + 1 })) {
          const where = `at ${at}: ${title}`
          const result = await goneOn({ ...moment, disk }, { runtime })
          expectOnce(result?.effects ?? moment.effects, where)
          if (result?.wentOn !== true) continue
          wentOn++
          expectRight(result, where)
        }
      }
      expect(wentOn).toBeGreaterThan(2)
    },
    isLong ? 1_200_000 : 300_000,
  )

  verifies(
    ['security:R2'],
    'can be killed again while it goes on',
    async () => {
      const asked = moments.filter(({ isAsked }) => isAsked).at(-1) as Killed
      const first = await goneOn(asked, { runtime, isQuick: false })
      expect(first?.wentOn).toBe(true)
      let wentOn = 0
      for (const [at, moment] of (first?.moments ?? []).entries()) {
        if (!isLong && at % 12 !== 0) continue
        const where = `killed again at ${at}`
        const result = await goneOn(moment, { runtime })
        expectOnce(result?.effects ?? moment.effects, where)
        if (result?.wentOn !== true) continue
        wentOn++
        expectRight(result, where)
      }
      expect(wentOn).toBeGreaterThan(2)
    },
    isLong ? 600_000 : 300_000,
  )
})

describe('a program that goes on', () => {
  /** A process that was killed while somebody was asked. */
  async function killedAsking(code: string, canCapture = true): Promise<Killed> {
    const runtime = lasting(engine, canCapture)
    const moments = await killedEverywhere(code, { runtime, isQuick: false })
    return moments.filter(({ isAsked }) => isAsked).at(-1) as Killed
  }

  verifies(['security:R2'], 'from an image of another build falls back to the journal', async () => {
    const killed = await killedAsking(programOf(plan))
    const runtime = { ...lasting(engine, true), build: 'another' }
    const result = (await goneOn(killed, { runtime })) as GoneOn
    expect(goingsOn(result.events)).toEqual(['journal'])
    expectOnce(result.effects, 'another build')
    expectRight(result, 'another build')
  })

  verifies(['security:R2'], 'from a damaged image falls back to the journal, and says so', async () => {
    const { disk, ...killed } = await killedAsking(programOf(plan))
    const name = [...disk.contents().keys()].find((each) => each.endsWith('.image')) as string
    disk.put(name, 'nothing')
    const said: string[] = []
    const how = { runtime: lasting(engine, true), warn: (message: string) => void said.push(message) }
    const result = (await goneOn({ ...killed, disk }, how)) as GoneOn
    expect(goingsOn(result.events)).toEqual(['journal'])
    expectRight(result, 'a damaged image')
    expect(said.join()).toContain('its journal is enough')
  })

  verifies(
    ['security:R2'],
    'from a damaged journal cannot: its call is closed, and nothing runs',
    async () => {
      const { disk, ...killed } = await killedAsking(programOf(plan))
      const name = [...disk.contents().keys()].find((each) => each.endsWith('.journal')) as string
      disk.put(name, disk.text(name).replace('bump', 'hump'))
      const result = (await goneOn({ ...killed, disk }, { runtime: lasting(engine, true) })) as GoneOn
      expect(result.wentOn).toBe(false)
      expect(result.effects).toEqual(killed.effects)
      expect(resultOf(result.events)).toMatchObject({ isError: true })
    },
  )

  const byChance = `
    await tools.bump({ n: 1 + Math.floor(Math.random() * 1e9) })
    try { await tools.edit({ n: 5 }) } catch (error) { return error.message }
    return 'edited'`

  verifies(['security:R2'], 'has its past from an image, whatever chance would say now', async () => {
    const result = await goneOn(await killedAsking(byChance), { runtime: lasting(engine, true) })
    expect(resultOf(result?.events ?? [])).toEqual({ text: 'edited', isError: false })
    expect(result?.effects).toHaveLength(2)
  })

  verifies(['security:R2'], 'and does something else than before is stopped, and told why', async () => {
    const killed = await killedAsking(byChance, false)
    const result = (await goneOn(killed, { runtime: lasting(engine, false) })) as GoneOn
    expect(result.wentOn).toBe(true)
    const { text, isError } = resultOf(result.events)
    expect(isError).toBe(true)
    expect(text).toMatch(/code run failed \(diverged\): call #1 of "bump" has other arguments/)
    expect(result.effects).toEqual(killed.effects)
  })

  verifies(['security:R2'], 'hears a denial, with its reason', async () => {
    const killed = await killedAsking(byChance)
    const result = await goneOn(killed, { runtime: lasting(engine, true), isAllowed: false })
    expect(resultOf(result?.events ?? []).text).toContain('not that')
    expect(result?.effects).toEqual(killed.effects)
  })
})
