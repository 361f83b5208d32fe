import { describe, expect, it } from 'vitest'
import type { GuestCall, GuestReply } from '../contract/runtime.ts'
import { inlineRuntime, workerRuntime } from '../runtimes.ts'
import { outcomeOf, request, valueOf } from './testing/run-program.ts'

/** Calls that are answered when the test says so. */
class Desk {
  readonly made: GuestCall[] = []
  private readonly answers = new Map<number, (reply: GuestReply) => void>()
  private arrived: () => void = () => {}

  readonly call = (call: GuestCall): Promise<GuestReply> => {
    this.made.push(call)
    this.arrived()
    return new Promise((resolve) => this.answers.set(call.id, resolve))
  }

  /** Waits until as many calls were made. */
  async has(count: number): Promise<void> {
    while (this.made.length < count) await new Promise<void>((resolve) => (this.arrived = resolve))
  }

  answer(id: number, value: unknown): void {
    this.answers.get(id)?.({ ok: true, value: JSON.stringify(value) })
  }
}

const program = `
const seed = Math.random()
const kept = new Map([['x', { deep: [1, 2] }]])
console.log('before')
const [a, b] = await Promise.all([tools.first({ n: 1 }), tools.second({ n: 2 })])
console.log('after')
await tools.first({ n: 3 })
return { a, b, kept: kept.get('x'), same: Math.random() !== seed }`
const bindings = ['first', 'second']

describe.each([
  ['worker', workerRuntime, workerRuntime],
  ['inline', inlineRuntime, inlineRuntime],
  ['worker, then inline', workerRuntime, inlineRuntime],
  ['inline, then worker', inlineRuntime, workerRuntime],
] as const)('%s', (_name, makeFirst, makeSecond) => {
  it('a program goes on in another runtime from where it waited', async () => {
    const first = makeFirst()
    const desk = new Desk()
    const run = first.run(request(program, { bindings, call: desk.call }))
    await desk.has(2)
    const image = await run.capture()
    await first.close()
    expect(await run.outcome).toMatchObject({ ok: false, kind: 'cancelled' })
    if (image === undefined) throw new Error('no image')
    expect(image).toMatchObject({ waiting: [1, 2], nextCall: 3, build: first.build })

    const second = makeSecond()
    const again = new Desk()
    const going = second.run({ ...request(program, { bindings, call: again.call }), image })
    await again.has(2)
    expect(again.made).toEqual(desk.made)
    again.answer(2, 'two')
    again.answer(1, 'one')
    await again.has(3)
    expect(again.made[2]).toMatchObject({ id: 3, arguments: '{"n":3}' })
    again.answer(3, null)
    const outcome = await going.outcome
    if (!outcome.ok) throw new Error(outcome.message)
    expect(JSON.parse(outcome.value ?? '')).toEqual({
      a: 'one',
      b: 'two',
      kept: { deep: [1, 2] },
      same: true,
    })
    expect(outcome.console.head).toEqual(['before', 'after'])
    await second.close()
  })
})

describe.each([
  ['worker', workerRuntime],
  ['inline', inlineRuntime],
] as const)('images of the %s runtime', (_name, make) => {
  it('are refused where they are of another build, and fail where they are none', async () => {
    const runtime = make()
    const image = { build: 'quickjs-wasi:other', bytes: new Uint8Array(10), nextCall: 1, waiting: [] }
    expect(() => runtime.run({ ...request('return 1'), image })).toThrow(TypeError)
    const broken = { ...image, build: runtime.build ?? '' }
    expect(await runtime.run({ ...request('return 1'), image: broken }).outcome).toMatchObject({
      kind: 'runtime_died',
    })
    expect(await valueOf(runtime, 'return 1')).toBe(1)
    await runtime.close()
  })

  it('are none of a program that ended, and wait for one that computes', async () => {
    const runtime = make()
    const done = runtime.run(request('return 1'))
    await done.outcome
    expect(await done.capture()).toBeUndefined()
    const desk = new Desk()
    const busy = runtime.run(request('await sleep(20); await tools.echo({}); return 2', { call: desk.call }))
    const image = await busy.capture()
    expect(image?.waiting).toEqual([1])
    desk.answer(1, 0)
    expect(await busy.outcome).toMatchObject({ ok: true, value: '2' })
    await runtime.close()
  })
})

describe('threads', () => {
  it('are shared by many programs that wait', async () => {
    const runtime = workerRuntime({ threads: 2 })
    const desks = Array.from({ length: 20 }, () => new Desk())
    const runs = desks.map(({ call }, index) =>
      runtime.run(
        request(`const local = ${index}; const r = await tools.echo({}); await sleep(1); return [local, r]`, {
          call,
        }),
      ),
    )
    await Promise.all(desks.map((desk) => desk.has(1)))
    // All of them wait, and there is room for one more.
    expect(await valueOf(runtime, 'return "free"')).toBe('free')
    const captured = await runs[7]?.capture()
    expect(captured?.waiting).toEqual([1])
    for (const [index, desk] of [...desks.entries()].reverse()) desk.answer(1, index * 10)
    const outcomes = await Promise.all(runs.map((run) => run.outcome))
    expect(outcomes.map((outcome) => outcome.ok && outcome.value)).toEqual(
      desks.map((_, index) => `[${index},${index * 10}]`),
    )
    await runtime.close()
  })

  it('are given up by a program that waits for long, which goes on as if it had not left', async () => {
    const runtime = workerRuntime({ threads: 1 })
    const desk = new Desk()
    const waiting = runtime.run(
      request('return [await tools.echo({}), await tools.echo({})]', { call: desk.call }),
    )
    await desk.has(1)
    await new Promise((resolve) => setTimeout(resolve, 400))
    desk.answer(1, 'a')
    await desk.has(2)
    desk.answer(2, 'b')
    expect(await waiting.outcome).toMatchObject({ ok: true, value: '["a","b"]' })
    await runtime.close()
  })

  it('take no more programs than may wait', async () => {
    const runtime = workerRuntime({ threads: 1, queue: 2 })
    const busy = Array.from({ length: 5 }, () =>
      outcomeOf(runtime, 'let n = 0; for (let i = 0; i < 1e5; i++) n++; return n'),
    )
    const outcomes = await Promise.all(busy)
    const refused = outcomes.filter((outcome) => !outcome.ok)
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({
      kind: 'runtime_died',
      message: expect.stringContaining('not started') as string,
    })
    await runtime.close()
  })

  it('end with their runtime, and what ran on them is cancelled', async () => {
    const runtime = workerRuntime({ threads: 1 })
    const desk = new Desk()
    const waiting = runtime.run(request('await tools.echo({})', { call: desk.call }))
    await desk.has(1)
    const computing = outcomeOf(runtime, 'for (;;) {}')
    await new Promise((resolve) => setTimeout(resolve, 30))
    await Promise.all([runtime.close(), runtime.close()])
    expect(await waiting.outcome).toMatchObject({ kind: 'cancelled' })
    expect(await computing).toMatchObject({ kind: 'cancelled' })
    expect(await outcomeOf(runtime, 'return 1')).toMatchObject({ kind: 'cancelled' })
  })
})
