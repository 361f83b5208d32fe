import type { ToolExecutionInput } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed } from './support/frozen.ts'
import { failed, forged, inputFor, setup, succeeded } from './support/setup.ts'
import { observeResults } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const properties = ['callId', 'rootCallId', 'name', 'agent', 'parent', 'signal', 'arguments'] as const

function refusing(): object {
  const refuse = (): never => {
    throw new Error('trapped')
  }
  return new Proxy(
    {},
    { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse },
  )
}

/** A complete input with one property replaced; `undefined` deletes it. */
function inputWith(property: keyof ToolExecutionInput, value: unknown): ToolExecutionInput {
  const input = { ...inputFor('echo', {}) }
  if (value === undefined) Reflect.deleteProperty(input, property)
  else Reflect.set(input, property, value)
  return input
}

const broken: [string, unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 7],
  ['a text', 'echo'],
  ['a symbol', Symbol('input')],
  ['an empty object', {}],
  ['an array', []],
  ['a proxy that refuses everything', refusing()],
  ['an input without a signal', inputWith('signal', undefined)],
  ['a null signal', inputWith('signal', null)],
  ['a text as signal', inputWith('signal', 'abort')],
  ['an object as signal', inputWith('signal', {})],
  ['a forged signal', inputWith('signal', { aborted: false })],
  ['a proxied signal that refuses everything', inputWith('signal', refusing())],
  ['an input without a name', inputWith('name', undefined)],
  ['a number as name', inputWith('name', 5)],
  ['a null name', inputWith('name', null)],
  ['a symbol as name', inputWith('name', Symbol('echo'))],
  ['an object as name', inputWith('name', { toString: () => 'echo' })],
  ['an input without a call id', inputWith('callId', undefined)],
  ['an empty call id', inputWith('callId', '')],
  ['an empty call id under a root', { ...inputFor('echo', {}), callId: '', rootCallId: 'root' }],
  ['a number as call id', inputWith('callId', 5)],
  ['a null call id', inputWith('callId', null)],
  ['an empty root call id', inputWith('rootCallId', '')],
  ['a number as root call id', inputWith('rootCallId', 5)],
  ['a text as agent', inputWith('agent', 'agent')],
  ['a number as agent', inputWith('agent', 5)],
  ['a text as parent', inputWith('parent', 'token')],
]

describe('execute', () => {
  for (const [what, input] of broken) {
    verifies(['contract:O3'], `answers ${what} with an error result and a code`, async () => {
      const { tools, body } = await setup()
      const result = failed(await tools.execute(forged(input)))
      expect(result.error.info?.code).toEqual(expect.any(String))
      expect(result.error.message).not.toBe('')
      expect(body).not.toHaveBeenCalled()
      expectSealed(result)
    })
  }

  verifies(['contract:O3'], 'answers no argument at all in the same way', async () => {
    const { tools } = await setup()
    const execute: () => Promise<unknown> = tools.execute.bind(tools) as never
    await expect(execute()).resolves.toMatchObject({ isError: true })
  })

  for (const property of properties) {
    verifies(
      ['contract:O3'],
      `answers a getter of ${property} that throws with an error result and a code`,
      async () => {
        const { tools, body } = await setup()
        const input = Object.defineProperty({ ...inputFor('echo', {}) }, property, {
          enumerable: true,
          get: () => {
            throw new Error(`no ${property}`)
          },
        })
        const result = failed(await tools.execute(input))
        expect(result.error.message).toContain(`no ${property}`)
        expect(result.error.info?.code).toEqual(expect.any(String))
        expect(body).not.toHaveBeenCalled()
        expectSealed(result)
      },
    )
  }

  for (const thrown of [null, undefined, 'words', 5, refusing()]) {
    verifies(['contract:O3', 'contract:W6'], `survives a getter that throws ${typeof thrown}`, async () => {
      const { tools } = await setup()
      const input = Object.defineProperty({ ...inputFor('echo', {}) }, 'name', {
        get: () => {
          throw thrown
        },
      })
      expectSealed(failed(await tools.execute(input)))
    })
  }

  verifies(['contract:O3'], 'does not throw before it returns a promise', async () => {
    const { tools } = await setup()
    for (const [, input] of broken) {
      const returned = tools.execute(forged(input))
      expect(returned).toBeInstanceOf(Promise)
      await returned
    }
  })

  verifies(['contract:O3'], 'announces nothing twice for an unusable input', async () => {
    const { ctx, tools } = await setup()
    const observer = vi.fn(() => undefined)
    ctx.on('tools/result', observer)
    for (const [, input] of broken) {
      observer.mockClear()
      await tools.execute(forged(input))
      expect(observer.mock.calls.length).toBeLessThanOrEqual(1)
    }
  })

  verifies(['contract:O3'], 'works on after every broken input', async () => {
    const { tools, call } = await setup()
    for (const [, input] of broken) await tools.execute(forged(input))
    expect(succeeded(await call('echo', 1)).value).toBe(1)
  })

  verifies(['fault:B133'], 'refuses an empty call id before any listener could log it', async () => {
    const { ctx, body, call } = await setup()
    const listener = vi.fn()
    ctx.on('tools/pre-execute', (exec, next) => (listener(exec.callId), next()))
    const result = failed(await call('echo', {}, { callId: '' }))
    expect(result.error.message).toMatch(/call id|callId/i)
    expect(listener).not.toHaveBeenCalled()
    expect(body).not.toHaveBeenCalled()
  })
})

/** A signal whose `aborted` can be read `honest` times before it throws. */
function tiringSignal(honest: number): AbortSignal {
  let reads = 0
  return Object.defineProperty(new AbortController().signal, 'aborted', {
    get: () => {
      reads += 1
      if (reads > honest) throw new Error('too tired to tell')
      return false
    },
  })
}

describe('a signal that misbehaves', () => {
  for (let honest = 0; honest <= 8; honest += 1) {
    verifies(
      ['contract:O3'],
      `by throwing after ${honest} honest answers never makes execute reject`,
      async () => {
        const { ctx, call } = await setup({ finalizeContent: () => undefined })
        ctx.on('tools/execute', (exec, next) => {
          exec.signal = new AbortController().signal
          return next()
        })
        ctx.on('tools/post-execute', (_exec, _result, next) => next())
        const seen = observeResults(ctx)
        const result = await call('echo', {}, { signal: tiringSignal(honest) })
        expectSealed(result)
        expect(seen.map((entry) => entry.result)).toEqual([result])
      },
    )
  }

  for (const member of ['addEventListener', 'removeEventListener', 'reason']) {
    verifies(['contract:O3'], `by throwing from ${member} never makes execute reject`, async () => {
      const controller = new AbortController()
      Object.defineProperty(controller.signal, member, {
        get: () => {
          throw new Error(`no ${member}`)
        },
      })
      const { ctx, call } = await setup({ execute: async () => (controller.abort(), 1) })
      ctx.on('tools/execute', (exec, next) => {
        exec.signal = new AbortController().signal
        return next()
      })
      expectSealed(await call('echo', {}, { signal: controller.signal }))
    })
  }
})
