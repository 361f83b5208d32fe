import { expect, it } from 'vitest'
import { workerRuntime } from '../../runtimes.ts'
import { outcomeOf, request } from '../testing/run-program.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('a program that is cancelled while it leaves its thread for another one ends, whatever it has said', async () => {
  const runtime = workerRuntime({ threads: 1 })
  await runtime.warm()
  for (let round = 0; round < 6; round++) {
    const stop = new AbortController()
    let call: () => void = () => {}
    const made = new Promise<void>((resolve) => (call = resolve))
    const run = runtime.run(
      request('console.log("here"); for (;;) await tools.echo({}).catch(() => sleep(1))', {
        signal: stop.signal,
        call: () => {
          call()
          return new Promise(() => {})
        },
      }),
    )
    await made
    const other = outcomeOf(runtime, 'return "other"')
    if (round % 2 === 1) await turn()
    // Later rounds abort it where it has left.
    if (round > 3) await other
    stop.abort()
    expect(await run.outcome).toMatchObject({ ok: false, kind: 'cancelled', console: { head: ['here'] } })
    expect(await other).toMatchObject({ ok: true, value: '"other"' })
  }
  await runtime.close()
})

it('no program gets a thread that is being ended', async () => {
  const runtime = workerRuntime({ threads: 1, queue: 10_000 })
  await runtime.warm()
  let isOver = false
  const bomb = outcomeOf(runtime, 'const big = 7n ** 900_000n; return String(big * big).length', {
    limits: { cpuMs: 50 },
  }).finally(() => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve, 95))
  const others = []
  for (let count = 0; !isOver; count++) {
    // Each time somebody comes, the pool looks for a thread.
    if (count % 20 === 0 && others.length < 1_000) others.push(outcomeOf(runtime, 'return 1'))
    await turn()
  }
  expect(await bomb).toMatchObject({ ok: false, kind: 'timeout_cpu' })
  const failed = (await Promise.all(others)).filter(({ ok }) => !ok)
  expect(failed).toEqual([])
  await runtime.close()
})

it('calls of a flood are made in the order of their ids, also those that replies lead to meanwhile', async () => {
  const runtime = workerRuntime({ threads: 1 })
  const order: number[] = []
  const outcome = await outcomeOf(
    runtime,
    `const late = tools.echo(0).then(async () => { for (let n = 0; n < 20; n++) await tools.echo(n) })
     await Promise.all(Array.from({ length: 5_000 }, (_, n) => tools.echo(n)))
     await late`,
    {
      call: ({ id, arguments: value }) => {
        order.push(id)
        return Promise.resolve({ ok: true, value })
      },
    },
  )
  expect(outcome.ok).toBe(true)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  await runtime.close()
})
