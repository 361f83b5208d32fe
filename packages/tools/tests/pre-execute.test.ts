import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed, thawedPath } from './support/frozen.ts'
import { agentNamed, approve, failed, forged, setup, succeeded } from './support/setup.ts'
import { recordStages } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

/** Values that look like a decision, or like nothing, and are none. */
const malformed: [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['false', false],
  ['a number', 1],
  ['the word allow', 'allow'],
  ['an empty object', {}],
  ['a deny without a reason', { kind: 'deny' }],
  ['a deny whose reason is no text', { kind: 'deny', reason: 42 }],
  ['a deny whose reason is undefined', { kind: 'deny', reason: undefined }],
  ['an ask whose reason is no text', { kind: 'ask', reason: {} }],
  ['an unknown kind', { kind: 'permit' }],
  ['a kind in capitals', { kind: 'ALLOW' }],
  ['a boxed kind', { kind: Object('allow') }],
  ['a kind in an array', { kind: ['allow'] }],
  ['an array', [{ kind: 'allow' }]],
  ['a function', () => ({ kind: 'allow' })],
  ['a symbol', Symbol('allow')],
  ['a decision of another phase', { kind: 'accept' }],
]

describe('a denial', () => {
  verifies(['contract:W3'], 'becomes an error result with its reason and no info', async () => {
    const { ctx, body, call } = await setup()
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'not on a Sunday' }))
    const result = await call()
    expect(result).toStrictEqual({
      isError: true,
      error: { message: 'not on a Sunday' },
      content: [{ type: 'text', text: 'Error: not on a Sunday' }],
    })
    expect(Object.keys(failed(result).error)).toEqual(['message'])
    expectSealed(result)
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W3'], 'is reviewed, and never reaches guards or wrappers', async () => {
    const { ctx, call } = await setup()
    const ran = recordStages(ctx)
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'no' }))
    await call()
    expect(ran).toEqual(['pre-execute', 'post-execute', 'result'])
  })

  verifies(['contract:W3', 'contract:W8'], 'is frozen when the reviewers see it', async () => {
    const { ctx, call } = await setup()
    const thawed: (string | undefined)[] = []
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'no' }))
    ctx.on('tools/post-execute', (_exec, result, next) => (thawed.push(thawedPath(result)), next()))
    await call()
    expect(thawed).toEqual([undefined])
  })

  verifies(['contract:W3'], 'of an inner listener may be seen, and kept, by an outer one', async () => {
    const { ctx, call } = await setup()
    const outer = vi.fn()
    ctx.on('tools/pre-execute', async (_exec, next) => {
      const decision = await next()
      outer(decision)
      return decision
    })
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'inner' }))
    expect(failed(await call()).error.message).toBe('inner')
    expect(outer).toHaveBeenCalledWith({ kind: 'deny', reason: 'inner' })
  })
})

describe('an allowance', () => {
  verifies(['contract:W1'], 'is what next() says when nobody objects', async () => {
    const { ctx, call } = await setup()
    const said = vi.fn()
    ctx.on('tools/pre-execute', async (_exec, next) => {
      const decision = await next()
      said(decision)
      return decision
    })
    succeeded(await call())
    expect(said).toHaveBeenCalledWith({ kind: 'allow' })
  })
})

describe('a decision of the wrong shape', () => {
  for (const [what, decision] of malformed) {
    verifies(['contract:O1'], `such as ${what} denies`, async () => {
      const { ctx, body, call } = await setup()
      approve(ctx, () => 'allowed-once')
      ctx.on('tools/pre-execute', async () => forged(decision))
      const result = failed(await call('echo', {}, { agent: agentNamed('a') }))
      expect(body).not.toHaveBeenCalled()
      expect(result.error.message).not.toBe('')
      expect(result.content).toEqual([{ type: 'text', text: `Error: ${result.error.message}` }])
      expectSealed(result)
    })
  }

  verifies(['contract:O1'], 'given without a promise denies as well', async () => {
    const { ctx, body, call } = await setup()
    ctx.on(
      'tools/pre-execute',
      forged(() => undefined),
    )
    failed(await call())
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:O1'], 'given without a promise but of the right shape is honoured', async () => {
    const { ctx, body, call } = await setup()
    ctx.on(
      'tools/pre-execute',
      forged(() => ({ kind: 'deny', reason: 'at once' })),
    )
    expect(failed(await call()).error.message).toBe('at once')
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:O1'], 'cannot change its mind between two reads', async () => {
    const { ctx, body, call } = await setup()
    let reads = 0
    const twoFaced = {
      get kind(): string {
        reads += 1
        return reads === 1 ? 'deny' : 'allow'
      },
      reason: 'first word counts',
    }
    ctx.on('tools/pre-execute', async () => forged(twoFaced))
    failed(await call())
    expect(reads).toBe(1)
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:O1'], 'that throws when it is read does not run the tool', async () => {
    const { ctx, body, call } = await setup()
    const trap = {
      get kind(): never {
        throw new Error('read me not')
      },
    }
    ctx.on('tools/pre-execute', async () => forged(trap))
    failed(await call())
    expect(body).not.toHaveBeenCalled()
  })
})

describe('next() of a policy', () => {
  verifies(['contract:O2'], 'passes through every inner listener each time it is called', async () => {
    const { ctx, call } = await setup()
    let inner = 0
    ctx.on('tools/pre-execute', async (_exec, next) => {
      await next()
      return next()
    })
    ctx.on('tools/pre-execute', (_exec, next) => {
      inner += 1
      return next()
    })
    succeeded(await call())
    expect(inner).toBe(2)
  })
})
