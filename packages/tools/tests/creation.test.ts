import type { ToolExecution, ToolExecutionInput } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectReadOnce, expectSealed, observed, thawedPath } from './support/frozen.ts'
import {
  abortedBeforeDispatch,
  agentNamed,
  failed,
  forged,
  inputFor,
  setup,
  succeeded,
} from './support/setup.ts'
import { observeResults, recordStages } from './support/stages.ts'

const lossless = 'tool execution arguments must be losslessly JSON-serializable'

function cyclic(): object {
  const self: { self?: object } = {}
  self.self = self
  return self
}

const lossyArguments: [string, unknown][] = [
  ['undefined', undefined],
  ['an undefined property', { a: undefined }],
  ['NaN', { n: Number.NaN }],
  ['negative zero', { n: -0 }],
  ['a bigint', { n: 1n }],
  ['a function', () => 1],
  ['a date', { at: new Date(0) }],
  ['a map', new Map()],
  ['a cycle', cyclic()],
  // oxlint-disable-next-line no-sparse-arrays
  ['a sparse array', [1, , 3]],
  ['a symbol key', { [Symbol('k')]: 1 }],
]

describe('the input', () => {
  verifies(['contract:K1', 'security:J2'], 'is read once for each property, arguments last', async () => {
    const { tools } = await setup()
    const reads: string[] = []
    const parent = Symbol('outer') as ToolExecutionInput['parent']
    const input = inputFor('echo', {}, { rootCallId: 'root', agent: agentNamed('a'), parent: forged(parent) })
    succeeded(await tools.execute(observed(input, reads)))
    expectReadOnce(reads)
    expect(reads.toSorted()).toEqual(
      ['agent', 'arguments', 'callId', 'name', 'parent', 'rootCallId', 'signal'].toSorted(),
    )
    expect(reads.at(-1)).toBe('arguments')
  })

  verifies(['contract:K1'], 'is left alone: nothing is written to it', async () => {
    const { tools } = await setup()
    const input = Object.freeze(inputFor('echo', { a: [1] }))
    succeeded(await tools.execute(input))
    expect(Object.keys(input).toSorted()).toEqual(['arguments', 'callId', 'name', 'signal'])
  })

  verifies(['contract:K2'], 'without a root is its own root', async () => {
    const { ctx, call } = await setup()
    const seen = observeResults(ctx)
    await call('echo', {}, { callId: 'c1' })
    expect(seen[0]?.exec).toMatchObject({ callId: 'c1', rootCallId: 'c1' })
  })

  verifies(['contract:K2'], 'with a root keeps it', async () => {
    const { ctx, call } = await setup()
    const seen = observeResults(ctx)
    await call('echo', {}, { callId: 'c1', rootCallId: 'root' })
    expect(seen[0]?.exec).toMatchObject({ callId: 'c1', rootCallId: 'root' })
  })

  verifies(['contract:K2'], 'gets a fresh symbol as its token, even for the same call id', async () => {
    const { ctx, call } = await setup()
    const seen = observeResults(ctx)
    await call('echo', {}, { callId: 'same' })
    await call('echo', {}, { callId: 'same' })
    const tokens = seen.map(({ exec }) => exec.token)
    expect(tokens.map((token) => typeof token)).toEqual(['symbol', 'symbol'])
    expect(tokens[0]).not.toBe(tokens[1])
  })

  verifies(['contract:K2'], 'gives no agent and no parent key where they are undefined', async () => {
    const { ctx, call } = await setup()
    const seen = observeResults(ctx)
    await call()
    await call('echo', {}, forged({ agent: undefined, parent: undefined, rootCallId: undefined }))
    for (const { exec } of seen) {
      expect('agent' in exec).toBe(false)
      expect('parent' in exec).toBe(false)
      expect(exec.rootCallId).toBe(exec.callId)
    }
    expect(seen).toHaveLength(2)
  })

  verifies(['contract:K2'], 'hands on its agent, parent and signal by identity', async () => {
    const { ctx, call } = await setup()
    const seen = observeResults(ctx)
    await call()
    const agent = agentNamed('a')
    const { signal } = new AbortController()
    const parent = seen[0]!.exec.token
    await call('echo', {}, { agent, parent, signal })
    expect(seen[1]?.exec.agent).toBe(agent)
    expect(seen[1]?.exec.parent).toBe(parent)
    expect(seen[1]?.exec.signal).toBe(signal)
  })
})

describe('arguments', () => {
  verifies(['contract:K3'], 'are a frozen copy; the caller keeps an untouched original', async () => {
    const { body, call } = await setup()
    const args = { list: [1, { deep: true }], text: 'x' }
    const before = structuredClone(args)
    succeeded(await call('echo', args))
    const received = body.mock.calls[0]?.[0]
    expect(received).toStrictEqual(before)
    expect(received).not.toBe(args)
    expect(thawedPath(received)).toBeUndefined()
    expect(Object.isFrozen(args)).toBe(false)
    expect(Object.isFrozen(args.list[1])).toBe(false)
    expect(args).toStrictEqual(before)
  })

  verifies(
    ['contract:K3'],
    'may be changed by the caller once execute was called, without effect',
    async () => {
      const { body, call } = await setup()
      const args = { n: 1 }
      const running = call('echo', args)
      args.n = 2
      await running
      expect(body.mock.calls[0]?.[0]).toEqual({ n: 1 })
    },
  )

  verifies(['contract:K3'], 'may be null, and any other JSON root', async () => {
    const { body, call } = await setup()
    for (const root of [null, 'words', 0, false, [], [[null]]]) succeeded(await call('echo', root))
    expect(body.mock.calls.map(([args]) => args)).toEqual([null, 'words', 0, false, [], [[null]]])
  })

  for (const [what, args] of lossyArguments) {
    verifies(['contract:K3'], `that hold ${what} end the call with the lossless message`, async () => {
      const { body, tools } = await setup()
      const result = failed(await tools.execute(inputFor('echo', args)))
      expect(result.error.message).toContain(lossless)
      expect(result.content).toEqual([{ type: 'text', text: `Error: ${result.error.message}` }])
      expect(body).not.toHaveBeenCalled()
      expectSealed(result)
    })
  }

  verifies(['contract:K3'], 'that cannot be read end the call with the getter’s own message', async () => {
    const { call } = await setup()
    const inner = {
      get secret(): never {
        throw new Error('the vault is shut')
      },
    }
    const outer = {
      get arguments(): never {
        throw new Error('no arguments today')
      },
    }
    expect(failed(await call('echo', inner)).error.message).toBe('the vault is shut')
    const { tools } = await setup()
    const input = Object.defineProperties(inputFor('echo', {}), Object.getOwnPropertyDescriptors(outer))
    expect(failed(await tools.execute(input)).error.message).toBe('no arguments today')
  })

  verifies(['contract:K3'], 'that fail skip every stage but the finalizer and one notification', async () => {
    const finalizeContent = vi.fn(() => undefined)
    const { ctx, call } = await setup({ finalizeContent })
    const ran = recordStages(ctx)
    const seen = observeResults(ctx)
    const result = await call('echo', { n: Number.NaN })
    expect(ran).toEqual(['result'])
    expect(finalizeContent).toHaveBeenCalledTimes(1)
    expect(seen).toHaveLength(1)
    expect(seen[0]?.result).toBe(result)
    expect('arguments' in seen[0]!.exec).toBe(true)
    expect(seen[0]?.exec.arguments).toBeUndefined()
  })

  verifies(['fault:B012', 'contract:K3'], 'with hostile key names stay plain data', async () => {
    const { call } = await setup()
    const args: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"p":1}},"a":1}')
    const { value } = succeeded(await call('echo', args))
    expect(Object.keys(value as object).toSorted()).toEqual(['__proto__', 'a', 'constructor'])
    expect(JSON.stringify(value)).toBe(JSON.stringify(args))
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('polluted' in {}).toBe(false)
  })
})

describe('the execution', () => {
  verifies(['contract:K4'], 'is one object from the first policy to the observers', async () => {
    const { ctx, body, call } = await setup()
    const met: unknown[] = []
    ctx.on('tools/pre-execute', (exec, next) => (met.push(exec), next()))
    ctx.tools.guard((exec) => void met.push(exec))
    ctx.on('tools/execute', (exec, next) => (met.push(exec), next()))
    ctx.on('tools/post-execute', (exec, _result, next) => (met.push(exec), next()))
    ctx.on('tools/result', (exec) => void met.push(exec) as undefined)
    succeeded(await call())
    met.push(body.mock.calls[0]?.[1])
    expect(met).toHaveLength(6)
    expect(new Set(met).size).toBe(1)
  })

  verifies(['contract:K4'], 'is frozen when the observers see it', async () => {
    const { ctx, call } = await setup()
    const frozen: boolean[] = []
    ctx.on('tools/trace', (exec) => void frozen.push(Object.isFrozen(exec)) as undefined)
    ctx.on('tools/result', (exec) => void frozen.push(Object.isFrozen(exec)) as undefined)
    await call()
    await call('missing')
    await call('echo', {}, { signal: AbortSignal.abort() })
    expect(frozen).toEqual([true, true, true, true, true, true])
  })

  verifies(['contract:K4'], 'keeps identity and arguments, whatever a listener writes to it', async () => {
    const { ctx, body, call } = await setup()
    const agent = agentNamed('honest')
    ctx.on('tools/pre-execute', async (exec, next) => {
      const forgery: Partial<ToolExecution> = {
        name: 'other',
        arguments: { forged: true },
        agent: agentNamed('liar'),
        callId: 'forged',
        signal: AbortSignal.abort(),
        token: forged(Symbol('forged')),
      }
      for (const [key, value] of Object.entries(forgery)) Reflect.set(exec, key, value)
      return next()
    })
    const { signal } = new AbortController()
    succeeded(await call('echo', { n: 1 }, { callId: 'c', agent, signal }))
    expect(body.mock.calls[0]?.[0]).toEqual({ n: 1 })
    expect(body.mock.calls[0]?.[1]).toMatchObject({ callId: 'c', name: 'echo', arguments: { n: 1 } })
    expect(body.mock.calls[0]?.[1].agent).toBe(agent)
    expect(body.mock.calls[0]?.[1].signal).toBe(signal)
  })
})

describe('a call that is aborted before it begins', () => {
  verifies(['contract:K5', 'contract:Z1', 'fault:B040'], 'ends without any stage or body', async () => {
    const { ctx, body, call } = await setup()
    const ran = recordStages(ctx)
    const result = await call('echo', {}, { signal: AbortSignal.abort() })
    expect(result).toStrictEqual(abortedBeforeDispatch)
    expect(ran).toEqual(['result'])
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:K5'], 'reports unusable arguments first', async () => {
    const { tools } = await setup()
    const input = inputFor('echo', undefined, { signal: AbortSignal.abort() })
    const result = failed(await tools.execute(input))
    expect(result.error.message).toContain(lossless)
  })

  verifies(['contract:K5'], 'counts an abort that the reading of the arguments caused', async () => {
    const { tools, body } = await setup()
    const controller = new AbortController()
    const input = Object.defineProperty(inputFor('echo', {}, { signal: controller.signal }), 'arguments', {
      get: () => {
        controller.abort()
        return {}
      },
    })
    expect(await tools.execute(input)).toStrictEqual(abortedBeforeDispatch)
    expect(body).not.toHaveBeenCalled()
  })
})

describe('a name that the caller cannot see', () => {
  verifies(
    ['contract:K7', 'contract:X6'],
    'passes policy and guards, fails at dispatch and is reviewed',
    async () => {
      const { ctx, call } = await setup()
      const ran = recordStages(ctx)
      const result = failed(await call('missing'))
      expect(result.error.message).toContain('unknown tool "missing"')
      expect(result.error.info).toEqual({ name: 'ToolNotFoundError', code: 'UNKNOWN_TOOL' })
      expect(ran.filter((stage) => stage !== 'execute')).toEqual([
        'pre-execute',
        'guard',
        'post-execute',
        'result',
      ])
    },
  )

  verifies(['contract:K7'], 'is still denied by the policy, not by its absence', async () => {
    const { ctx, call } = await setup()
    ctx.tools.guard(() => 'closed')
    expect(failed(await call('missing')).error).toEqual({ message: 'closed' })
  })

  verifies(['contract:O6'], 'is answered with the nearest names that the caller sees', async () => {
    const { call } = await setup()
    const { message } = failed(await call('ecoh')).error
    expect(message).toContain('unknown tool "ecoh"')
    expect(message.replace('ecoh', '')).toContain('echo')
  })
})
