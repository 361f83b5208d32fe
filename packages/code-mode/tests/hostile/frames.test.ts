import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { FrameError, FrameReader, frame, type Frame } from '#guest/child-frames.js'
import type { Processes } from '@millrace/host'
import type { GuestCall, MachineOutcome } from '../../src/index.ts'
import { processRuntime } from '../../src/runtimes.ts'
import { bindings, tight } from '../support/hostile-run.ts'
import { isLong } from '../../../../tests/support/effort.ts'

const runs = isLong ? 1_000_000 : 100_000

/** Pieces of frames, whole ones and damaged ones, and what is none. */
const words = ['ready', 'begun', 'say', 'call', 'idle', 'end', 'run', 'x']
const numbers = [-1, 0, 1, 2, 3, 7, 999_999_999_999_999, Number.NaN, 1.5]
const bodies = [
  '',
  '{}',
  '{"a":1}',
  '[',
  'null',
  '"\ud800"',
  '{"ok":true,"lossy":[],"unawaited":[]}',
  'x'.repeat(300),
]

/** Numbers from a seed, each a whole one below `most`. */
function dice(seed: number): (most: number) => number {
  let state = seed | 1
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) % most
  }
}

function pick<T>(roll: (most: number) => number, from: readonly T[]): T {
  return from[roll(from.length)] as T
}

function someBytes(roll: (most: number) => number): Buffer {
  if (roll(8) === 0) return Buffer.from(Array.from({ length: roll(200) }, () => roll(256)))
  const bytes = Buffer.from(
    frame(
      pick(roll, words),
      Array.from({ length: roll(4) }, () => pick(roll, numbers)),
      pick(roll, bodies),
    ),
  )
  if (roll(4) === 0 && bytes.length > 0) bytes[roll(bytes.length)] = roll(256)
  return roll(16) === 0 ? bytes.subarray(0, roll(bytes.length)) : bytes
}

describe('the frames of a child', () => {
  test('come out as they went in, however they are cut', () => {
    const frames = fc.array(
      fc.tuple(
        fc.constantFrom('say', 'call', 'end'),
        fc.array(fc.maxSafeNat(), { maxLength: 3 }),
        fc.string({ unit: 'grapheme' }),
      ),
    )
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 40 }), (sent, size) => {
        const bytes = Buffer.concat(
          sent.map(([word, given, body]) =>
            frame(
              word,
              given.map((n) => n % 1e14),
              body,
            ),
          ),
        )
        const reader = new FrameReader(10_000)
        const heard: Frame[] = []
        for (let at = 0; at < bytes.length; at += size)
          heard.push(...reader.read(bytes.subarray(at, at + size)))
        expect(heard).toEqual(
          sent.map(([word, given, body]) => ({ word, numbers: given.map((n) => n % 1e14), body })),
        )
      }),
    )
  })

  test('that are too long, or have no head, end the reading, before they are kept', () => {
    for (const bytes of [
      'say 10001\n',
      'say -1\n',
      `${'x'.repeat(200)}`,
      'say\n',
      'SAY 1\n',
      'say 1 1 1 1 1 1 1 1\n',
      '\n',
    ]) {
      const reader = new FrameReader(10_000)
      expect(() => [...reader.read(Buffer.from(bytes))], bytes).toThrow(FrameError)
      expect(() => [...reader.read(Buffer.from('say 1\nx'))]).toThrow(FrameError)
    }
  })
})

/** A door behind which there is a child that says what it is told to. */
function scripted(say: (emit: (bytes: Uint8Array) => void) => void): Processes {
  return {
    containment: 'group',
    hidesParent: 'partial',
    close: async () => {},
    start: async (spec) => {
      let exit = (_end: { exitCode: number; signal: null }): void => {}
      const exited = new Promise<{ exitCode: number; signal: null }>((resolve) => (exit = resolve))
      queueMicrotask(() => say((bytes) => void spec.onOutput(bytes, 'stdout')))
      return {
        pid: 0,
        exited,
        drained: exited.then(() => {}),
        outputFailure: undefined,
        exceededLimit: undefined,
        isTreeAlive: async () => false,
        stop: async () => exit({ exitCode: 0, signal: null }),
      }
    },
  }
}

/** A run whose child says just that after it is ready. */
async function runWith(pieces: readonly Uint8Array[], calls: GuestCall[] = []): Promise<MachineOutcome> {
  let emit = (_bytes: Uint8Array): void => {}
  const processes = scripted((out) => {
    emit = out
    out(frame('ready', []))
  })
  const runtime = processRuntime({ processes })
  const stop = new AbortController()
  const run = runtime.run({
    program: 'return 1',
    bindings,
    limits: tight,
    signal: stop.signal,
    call: async (call) => {
      calls.push(call)
      return { ok: true, value: '1' }
    },
  })
  await new Promise((resolve) => setImmediate(resolve))
  for (const piece of pieces) emit(piece)
  await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  const outcome = await run.outcome
  await runtime.close()
  return outcome
}

const begun = frame('begun', [])
const usage = { cpuMs: 1, memoryBytes: 1 }
const quiet = { head: [], tail: [], omitted: { entries: 0, bytes: 0 } }
const ended = (outcome: object): Uint8Array =>
  frame('end', [], JSON.stringify({ usage, console: quiet, ...outcome }))
const success = { ok: true, lossy: [], unawaited: [] }

describe('a child that lies', () => {
  const lies: readonly (readonly [string, readonly Uint8Array[]])[] = [
    ['a call with an id that is not the next', [begun, frame('call', [2, 0], '{}')]],
    ['a call twice', [begun, frame('call', [1, 0], '{}'), frame('call', [1, 0], '{}')]],
    ['a call of what there is not', [begun, frame('call', [1, 9], '{}')]],
    ['a call of what comes before the first', [begun, frame('call', [1, -1], '{}')]],
    ['an argument that is no JSON', [begun, frame('call', [1, 0], '{')]],
    [
      'an argument that is too large',
      [begun, frame('call', [1, 0], JSON.stringify('x'.repeat(tight.argumentBytes)))],
    ],
    [
      'a call out of turn',
      [begun, frame('call', [1, 0], '{}'), frame('idle', [1, -1, 1]), frame('call', [2, 0], '{}')],
    ],
    ['an unknown word', [begun, frame('open', [], '/etc/passwd')]],
    ['beginning twice', [begun, begun]],
    ['having heard what was not said', [begun, frame('idle', [5, -1, 1])]],
    ['waiting for nothing', [begun, frame('idle', [1, -1, 1])]],
    [
      'a console without end',
      [begun, ...Array.from({ length: 40 }, () => frame('say', [], 'x'.repeat(3000)))],
    ],
    ['a frame that is too long', [begun, Buffer.from('end 999999999\n')]],
    ['an end that is no JSON', [begun, frame('end', [], '{')]],
    [
      'an end of a kind that is not its to say',
      [begun, ended({ ok: false, kind: 'cancelled', message: '' })],
    ],
    ['an end with a value that is no JSON', [begun, ended({ ...success, value: '{' })]],
    [
      'an end with a value that is too large',
      [begun, ended({ ...success, value: JSON.stringify('x'.repeat(tight.resultBytes)) })],
    ],
    ['an end with calls that there were not', [begun, ended({ ...success, unawaited: [1] })]],
    [
      'an end with a console that is too large',
      [begun, ended({ ...success, console: { ...quiet, head: ['x'.repeat(70_000)] } })],
    ],
    ['an end while calls are under way', [begun, frame('call', [1, 3], '{}'), ended(success)]],
    [
      'a place outside of every program',
      [begun, ended({ ok: false, kind: 'exception', message: '', at: { line: 0, column: -1 } })],
    ],
    ['a message without end', [begun, ended({ ok: false, kind: 'exception', message: 'x'.repeat(100_000) })]],
  ]

  test.each(lies)('ends its run and nothing else: %s', async (_, pieces) => {
    expect(await runWith(pieces)).toMatchObject({ ok: false, kind: 'runtime_died' })
  })

  verifies(['security:S2'], 'is not heard after the end', async () => {
    const calls: GuestCall[] = []
    const pieces = [
      begun,
      ended({ ...success, value: '1' }),
      frame('call', [1, 0], '{}'),
      Buffer.from('\n\n\n'),
    ]
    expect(await runWith(pieces, calls)).toMatchObject({ ok: true, value: '1' })
    expect(calls).toEqual([])
  })

  test('says things at random, and no exception comes of it', async () => {
    const roll = dice(20_261_130)
    let said = 0
    let ends = 0
    while (said < runs / 5) {
      const pieces = [begun, ...Array.from({ length: 20 }, () => someBytes(roll))]
      said += pieces.length
      const { ok } = await runWith(pieces)
      ends += ok ? 0 : 1
    }
    expect(ends).toBeGreaterThan(0)
  })

  test(`says ${runs.toLocaleString('en')} of them to the reader alone`, () => {
    const roll = dice(7)
    let refused = 0
    let longest = 0
    for (let count = 0; count < runs; count++) {
      try {
        for (const { body } of new FrameReader(256).read(someBytes(roll)))
          longest = Math.max(longest, body.length)
      } catch (error) {
        if (!(error instanceof FrameError)) throw error
        refused++
      }
    }
    expect(longest).toBeLessThanOrEqual(256)
    expect(refused).toBeGreaterThan(runs / 100)
  })
})
