import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { readCommand } from '../src/permissions/command/read-command.ts'
import { isAllowed, usualAllowList } from './command-support/allow-list.ts'
import { hostileString, plainString, recorders } from './command-support/hostile-strings.ts'
import { Random } from './command-support/random.ts'
import { callsOf, noBash, stringsThatRunPwn } from './command-support/real-bash.ts'
import { isLong } from '../../../tests/support/effort.ts'

const wanted = isLong ? 3000 : 400
const batch = 400
const atMost = wanted * 20

describe('the lexer and a real bash', () => {
  if (noBash !== undefined) {
    test.skip(`skipped: no strings are given to bash, as ${noBash}`, () => {})
    return
  }

  verifies(
    ['security:C1'],
    'nothing that runs another program is allowed',
    () => {
      const seed = Random.seed()
      const random = new Random(seed)
      let tried = 0
      let verified = 0
      const bypasses: string[] = []
      while (verified < wanted && tried < atMost) {
        const strings = Array.from({ length: batch }, () => hostileString(random)).filter(mayRun)
        const run = stringsThatRunPwn(strings)
        tried += strings.length
        verified += run.size
        bypasses.push(...strings.filter((text, index) => run.has(index) && isAllowed(text, usualAllowList)))
      }
      console.log(
        `hostile strings, seed ${seed}: ${verified} of ${tried} ran, ${bypasses.length} of them allowed`,
      )
      expect({ seed, bypasses }).toEqual({ seed, bypasses: [] })
      expect(verified).toBeGreaterThanOrEqual(wanted)
    },
    isLong ? 1_800_000 : 600_000,
  )

  verifies(
    ['security:C1'],
    'nothing that is allowed runs another program',
    () => {
      const seed = Random.seed()
      const random = new Random(seed)
      const allowed: string[] = []
      let tried = 0
      for (; allowed.length < wanted && tried < wanted * 200; tried += 1) {
        const text = hostileString(random)
        if (mayRun(text) && isAllowed(text, usualAllowList)) allowed.push(text)
      }
      const run = stringsThatRunPwn(allowed)
      const bypasses = allowed.filter((_, index) => run.has(index))
      console.log(
        `hostile strings, seed ${seed}: ${allowed.length} of ${tried} allowed, ${run.size} of them ran`,
      )
      expect({ seed, bypasses }).toEqual({ seed, bypasses: [] })
      expect(allowed.length).toBe(wanted)
    },
    isLong ? 1_800_000 : 600_000,
  )

  verifies(
    ['security:C1'],
    'the words that are read are the words that the programs get',
    () => {
      const seed = Random.seed()
      const random = new Random(seed)
      let compared = 0
      const differences: object[] = []
      while (compared < wanted) {
        const accepted = Array.from({ length: batch * 2 }, () => plainString(random))
          .filter((text) => !/\$[A-Za-z_{(?]/.test(text))
          .flatMap((text) => acceptedCalls(text) ?? [])
          .slice(0, batch)
        const calls = callsOf(
          accepted.map(({ text }) => text),
          recorders,
        )
        compared += accepted.length
        accepted.forEach(({ text, expected }, index) => {
          const got = (calls[index] ?? []).map((call) => JSON.stringify(call)).sort()
          if (!agrees(text, expected, got)) differences.push({ text, expected, got })
        })
      }
      console.log(
        `plain strings, seed ${seed}: ${compared} accepted, ${differences.length} understood differently`,
      )
      expect({ seed, differences }).toEqual({ seed, differences: [] })
    },
    isLong ? 1_800_000 : 600_000,
  )
})

/** Whether the text names `pwn` or its file, also in pieces. */
function mayRun(text: string): boolean {
  return /p.*w.*n/is.test(text)
}

function acceptedCalls(text: string): { text: string; expected: string[] } | undefined {
  const reading = readCommand(text, '')
  if (reading.kind === 'unsure') return undefined
  const calls = reading.parts.filter(({ via }) => via.length === 0).map(({ argv }) => argv)
  if (calls.some(([program = '']) => !recorders.includes(program))) return undefined
  return { text, expected: calls.map((argv) => JSON.stringify(argv)).sort() }
}

/** Where bash may skip commands, each call must still be one that was read. */
function agrees(text: string, expected: readonly string[], got: readonly string[]): boolean {
  if (!/\|\||!|<|>/.test(text)) return JSON.stringify(expected) === JSON.stringify(got)
  const left = [...expected]
  return got.every((call) => {
    const at = left.indexOf(call)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
