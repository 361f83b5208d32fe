import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { refusing } from './support/hostile-behaviours.ts'
import { forged, inputFor, settle, setup, succeeded, tool } from './support/setup.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const answers: [string, () => unknown][] = [
  [
    'throws',
    () => {
      throw new Error('hostile')
    },
  ],
  ['rejects', () => Promise.reject(new Error('hostile'))],
  ['promises true', async () => true],
  ['says 1', () => 1],
  ['says yes', () => 'yes'],
  ['gives a boxed true', () => Object(true)],
  ['gives an object that refuses everything', refusing],
]

describe('a hostile classifier', () => {
  for (const [what, classify] of answers) {
    verifies(
      ['security:P1', 'contract:E1'],
      `that ${what} makes its own call exclusive and no other`,
      async () => {
        const { tools } = await setup({ isConcurrencySafe: () => true })
        tools.register(tool({ name: 'victim', isConcurrencySafe: forged(classify) }))
        expect(tools.executionMode(inputFor('victim', {}))).toEqual({ kind: 'exclusive' })
        expect(tools.executionMode(inputFor('echo', {}))).toEqual({ kind: 'parallel' })
        await settle()
      },
    )
  }

  verifies(['security:P1', 'contract:E1'], 'that calls the runtime again still answers', async () => {
    const { tools, call } = await setup()
    let depth = 0
    const inner: Promise<unknown>[] = []
    tools.register(
      tool({
        name: 'victim',
        isConcurrencySafe: () => {
          depth += 1
          if (depth < 5) tools.executionMode(inputFor('victim', {}))
          inner.push(call('echo', depth))
          return true
        },
      }),
    )
    expect(tools.executionMode(inputFor('victim', {}))).toEqual({ kind: 'parallel' })
    expect(await Promise.all(inner)).toHaveLength(5)
  })

  verifies(['security:P1', 'contract:E1'], 'of a hostile input makes it exclusive', async () => {
    const { tools } = await setup({ isConcurrencySafe: () => true })
    for (const input of [null, undefined, {}, 5, refusing()]) {
      expect(tools.executionMode(forged(input))).toEqual({ kind: 'exclusive' })
    }
  })
})

describe('hostile presenters', () => {
  verifies(['security:P1'], 'have no part in the execution of a call', async () => {
    const hostile = vi.fn(() => {
      throw new Error('hostile')
    })
    const { call } = await setup({ presentCall: hostile, presentResult: hostile, touches: hostile })
    expect(succeeded(await call('echo', 1)).value).toBe(1)
    expect(hostile).not.toHaveBeenCalled()
  })
})

describe('a hostile listener of tools/change', () => {
  verifies(
    ['security:P1', 'contract:R7'],
    'stops its own registration, not the calls of others',
    async () => {
      const { ctx, tools, call } = await setup()
      const stop = ctx.on('tools/change', () => {
        throw new Error('hostile')
      })
      expect(() => tools.register(tool({ name: 'late' }))).toThrow('hostile')
      expect(tools.get('late')).toBeUndefined()
      expect(succeeded(await call('echo', 1)).value).toBe(1)
      stop()
      tools.register(tool({ name: 'late' }))
      expect(succeeded(await call('late', 2)).value).toBe(2)
    },
  )

  verifies(['security:P1', 'contract:W7'], 'may take the tool away in the middle of a call', async () => {
    const { ctx, call } = await setup()
    const remove = ctx.tools.register(tool({ name: 'brief' }))
    ctx.on('tools/execute', async (exec, next) => {
      if (exec.name === 'brief') remove()
      return next()
    })
    const [brief, other] = await Promise.all([call('brief', 1), call('echo', 2)])
    expect(brief.content).toHaveLength(1)
    expect(succeeded(other).value).toBe(2)
  })
})
