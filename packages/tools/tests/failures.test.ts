import { HarnessError } from '@millrace/protocol'
import type { Context } from '@deepseek-ai/cordis'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed } from './support/frozen.ts'
import { failed, setup } from './support/setup.ts'
import { observeResults, recordStages } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

class QuotaError extends HarnessError {
  constructor() {
    super('QUOTA', 'the quota is used up')
  }
}

/** Where a listener may throw, and whether the result is still reviewed afterwards. */
const places: { at: string; reviewed: boolean; install(ctx: Context, error: unknown): void }[] = [
  {
    at: 'a pre-execute listener',
    reviewed: false,
    install: (ctx, error) =>
      void ctx.on('tools/pre-execute', () => {
        throw error
      }),
  },
  {
    at: 'a guard',
    reviewed: false,
    install: (ctx, error) =>
      void ctx.tools.guard(() => {
        throw error
      }),
  },
  {
    at: 'an execute wrapper, before the body',
    reviewed: false,
    install: (ctx, error) =>
      void ctx.on('tools/execute', () => {
        throw error
      }),
  },
  {
    at: 'an execute wrapper, after the body',
    reviewed: false,
    install: (ctx, error) =>
      void ctx.on('tools/execute', async (_exec, next) => {
        await next()
        throw error
      }),
  },
  {
    at: 'a post-execute listener',
    reviewed: true,
    install: (ctx, error) =>
      void ctx.on('tools/post-execute', () => {
        throw error
      }),
  },
]

for (const place of places) {
  const { at, reviewed } = place
  describe(`an exception in ${at}`, () => {
    verifies(['contract:W6'], 'is the final result', async () => {
      const { ctx, call } = await setup()
      const ran = recordStages(ctx)
      const seen = observeResults(ctx)
      place.install(ctx, new Error('broken listener'))
      const result = failed(await call())
      expect(result).toStrictEqual({
        isError: true,
        error: { message: 'broken listener' },
        content: [{ type: 'text', text: 'Error: broken listener' }],
      })
      expect(ran.includes('post-execute')).toBe(reviewed)
      expect(seen.map((entry) => entry.result)).toEqual([result])
      expectSealed(result)
    })

    verifies(['contract:W6'], 'of the family keeps its name and code', async () => {
      const { ctx, call } = await setup()
      place.install(ctx, new QuotaError())
      expect(failed(await call()).error).toStrictEqual({
        message: 'the quota is used up',
        info: { name: 'QuotaError', code: 'QUOTA' },
      })
    })

    verifies(['contract:W6'], 'of another family gives no info, even where it has a code', async () => {
      const { ctx, call } = await setup()
      place.install(ctx, Object.assign(new Error('no such file'), { code: 'ENOENT' }))
      expect(failed(await call()).error).toStrictEqual({ message: 'no such file' })
    })
  })
}

describe('an exception of the body', () => {
  verifies(['contract:W6', 'contract:W8'], 'is reviewed, and reaches the wrapper as a result', async () => {
    const seen: unknown[] = []
    const { ctx, call } = await setup({
      execute: async () => {
        throw new QuotaError()
      },
    })
    const ran = recordStages(ctx)
    ctx.on('tools/execute', async (_exec, next) => {
      const result = await next()
      seen.push(result)
      return result
    })
    const result = failed(await call())
    expect(result.error).toStrictEqual({
      message: 'the quota is used up',
      info: { name: 'QuotaError', code: 'QUOTA' },
    })
    expect(seen).toEqual([result])
    expect(ran).toEqual(['pre-execute', 'guard', 'execute', 'post-execute', 'result'])
  })

  verifies(['contract:W6', 'contract:R10'], 'says that another try may help where it knows so', async () => {
    const { call } = await setup({
      execute: async () => {
        throw new HarnessError('BUSY', 'come back later', { retryable: true })
      },
    })
    expect(failed(await call()).error.info).toStrictEqual({
      name: 'HarnessError',
      code: 'BUSY',
      retryable: true,
    })
  })

  verifies(['contract:W8'], 'thrown before its first await is no different', async () => {
    const { call } = await setup({
      execute: () => {
        throw new Error('synchronous')
      },
    })
    expect(failed(await call()).error.message).toBe('synchronous')
  })
})

function unprintable(): object {
  return {
    toString(): never {
      throw new Error('no words')
    },
  }
}

function trapped(): object {
  const refuse = (): never => {
    throw new Error('trapped')
  }
  return new Proxy(
    {},
    { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse },
  )
}

const unusual: [string, unknown, string][] = [
  ['a text', 'just words', 'just words'],
  ['a number', 42, '42'],
  ['null', null, 'null'],
  ['undefined', undefined, 'undefined'],
  ['a symbol', Symbol('mark'), 'Symbol(mark)'],
  ['a bigint', 7n, '7'],
  ['an object with a message', { message: 'from an object' }, 'from an object'],
  ['an object whose message is no text', { message: 5, toString: () => 'own words' }, 'own words'],
  ['an object without a message', { a: 1 }, '[object Object]'],
  ['an object that cannot be printed', unprintable(), '<unprintable thrown value>'],
  ['an object without a prototype', Object.create(null), '<unprintable thrown value>'],
  ['a proxy that refuses everything', trapped(), '<unprintable thrown value>'],
]

describe('a thrown thing that is no ordinary error', () => {
  for (const [what, thrown, message] of unusual) {
    verifies(['contract:W6', 'contract:O3'], `such as ${what} is reported as ${message}`, async () => {
      const { call } = await setup({
        execute: async () => {
          throw thrown
        },
      })
      const result = failed(await call())
      expect(result.error).toStrictEqual({ message })
      expectSealed(result)
    })
  }

  verifies(
    ['contract:W6', 'contract:O3'],
    'such as an error whose message cannot be read still ends the call',
    async () => {
      const { call } = await setup({
        execute: async () => {
          throw Object.defineProperty(new Error('x'), 'message', {
            get: () => {
              throw new Error('unreadable')
            },
          })
        },
      })
      expectSealed(failed(await call()))
    },
  )

  verifies(
    ['contract:W6', 'contract:O3'],
    'such as a forged brand without a proper code gives no info',
    async () => {
      const { call } = await setup({
        execute: async () => {
          throw Object.assign(new Error('forged'), { [Symbol.for('millrace.error')]: true, code: 5 })
        },
      })
      expect(failed(await call()).error).toStrictEqual({ message: 'forged' })
    },
  )
})
