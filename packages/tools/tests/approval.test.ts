import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectReadOnce, expectSealed, observed } from './support/frozen.ts'
import {
  abortedBeforeDispatch,
  agentNamed,
  approve,
  failed,
  forged,
  gate,
  setup,
  succeeded,
  trappedThenable,
} from './support/setup.ts'
import { recordStages } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

/** A bench whose policy asks before every call. */
async function askingSetup(reason?: string) {
  const bench = await setup()
  bench.ctx.on('tools/pre-execute', async () =>
    reason === undefined ? { kind: 'ask' } : { kind: 'ask', reason },
  )
  return bench
}

const agent = agentNamed('asker')

describe('an ask that nobody can answer', () => {
  verifies(['contract:W4', 'fault:B056'], 'is denied at once without an approval service', async () => {
    const { body, call } = await askingSetup()
    const result = failed(await call('echo', {}, { agent }))
    expect(result.error).toStrictEqual({ message: 'tool "echo" requires approval (not yet supported)' })
    expect(result.content).toEqual([{ type: 'text', text: `Error: ${result.error.message}` }])
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W4', 'fault:B056'], 'is denied with its own reason where it has one', async () => {
    const { body, call } = await askingSetup('writes outside the folder')
    expect(failed(await call('echo', {}, { agent })).error.message).toBe('writes outside the folder')
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W4'], 'is denied without an agent to route it through', async () => {
    const { ctx, body, call } = await askingSetup()
    const request = approve(ctx, () => 'allowed-once')
    const { message } = failed(await call()).error
    expect(message).toContain('tool "echo"')
    expect(message).toContain('but the call has no agent to route it through')
    expect(request).not.toHaveBeenCalled()
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W4', 'fault:B056'], 'is denied when the service is unavailable', async () => {
    const { ctx, body, call } = await askingSetup()
    approve(ctx, () => 'unavailable')
    const { message } = failed(await call('echo', {}, { agent })).error
    expect(message).toContain('tool "echo"')
    expect(message).toContain('but no approval channel is available')
    expect(body).not.toHaveBeenCalled()
  })
})

describe('an ask that is answered', () => {
  verifies(['contract:W4'], 'runs after allowed-once, through the guards', async () => {
    const { ctx, body, call } = await askingSetup()
    approve(ctx, () => 'allowed-once')
    const ran = recordStages(ctx)
    succeeded(await call('echo', {}, { agent }))
    expect(body).toHaveBeenCalledTimes(1)
    expect(ran).toEqual(['guard', 'execute', 'post-execute', 'result'])
  })

  verifies(['contract:W4', 'contract:W5'], 'and allowed may still be denied by a guard', async () => {
    const { ctx, body, call } = await askingSetup()
    approve(ctx, () => 'allowed-once')
    ctx.tools.guard(() => 'the guard disagrees')
    expect(failed(await call('echo', {}, { agent })).error.message).toBe('the guard disagrees')
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W4'], 'is denied when the user rejects', async () => {
    const { ctx, body, call } = await askingSetup('sure?')
    approve(ctx, () => 'rejected')
    expect(failed(await call('echo', {}, { agent })).error).toStrictEqual({
      message: 'the user rejected tool "echo"',
    })
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W4'], 'is denied when the approval was cancelled', async () => {
    const { ctx, body, call } = await askingSetup()
    approve(ctx, () => 'cancelled')
    expect(failed(await call('echo', {}, { agent })).error.message).toBe(
      'approval for tool "echo" was cancelled',
    )
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W4', 'contract:W3'], 'and denied is reviewed like any denial', async () => {
    const { ctx, call } = await askingSetup()
    approve(ctx, () => 'rejected')
    const ran = recordStages(ctx)
    await call('echo', {}, { agent })
    expect(ran).toEqual(['post-execute', 'result'])
  })

  for (const answer of ['allowed', 'allowed-always', '', true, null, undefined, {}, { kind: 'yes' }, []]) {
    verifies(['contract:W4', 'contract:O1'], `with ${JSON.stringify(answer)} is an error`, async () => {
      const { ctx, body, call } = await askingSetup()
      approve(ctx, () => forged(answer))
      const result = failed(await call('echo', {}, { agent }))
      expect(result.error.message).toContain('unreachable')
      expect(body).not.toHaveBeenCalled()
      expectSealed(result)
    })
  }
})

describe('the request', () => {
  verifies(['contract:W4'], 'carries agent, tool, call, reason and the very signal', async () => {
    const { ctx, call } = await askingSetup('because')
    const request = approve(ctx, () => 'allowed-once')
    const { signal } = new AbortController()
    await call('echo', {}, { agent, callId: 'c7', signal })
    const asked = request.mock.calls[0]![0]
    expect(Object.keys(asked).toSorted()).toEqual(['agent', 'callId', 'reason', 'signal', 'toolName'])
    expect(asked).toMatchObject({ toolName: 'echo', callId: 'c7', reason: 'because' })
    expect(asked.agent).toBe(agent)
    expect(asked.signal).toBe(signal)
  })

  verifies(['contract:W4'], 'has no reason key where the ask had no reason', async () => {
    const { ctx, call } = await askingSetup()
    const request = approve(ctx, () => 'allowed-once')
    await call('echo', {}, { agent })
    expect('reason' in request.mock.calls[0]![0]).toBe(false)
  })

  verifies(['contract:W4'], 'goes to the service that is there at the moment of asking', async () => {
    const { ctx, call } = await askingSetup()
    failed(await call('echo', {}, { agent }))
    const request = vi.fn(async () => 'allowed-once' as const)
    const withdraw = ctx.reflect.provide('approval', { request })
    succeeded(await call('echo', {}, { agent }))
    await withdraw()
    expect(failed(await call('echo', {}, { agent })).error.message).toContain('requires approval')
    expect(request).toHaveBeenCalledTimes(1)
  })

  verifies(['contract:W4'], 'is one for each call, even when the calls overlap', async () => {
    const { ctx, body, call } = await askingSetup()
    const request = approve(ctx, (asked) => (asked.callId === 'yes' ? 'allowed-once' : 'rejected'))
    const [yes, no] = await Promise.all([
      call('echo', {}, { agent, callId: 'yes' }),
      call('echo', {}, { agent, callId: 'no' }),
    ])
    succeeded(yes)
    failed(no)
    expect(request).toHaveBeenCalledTimes(2)
    expect(body).toHaveBeenCalledTimes(1)
  })
})

describe('an answer with words', () => {
  verifies(['contract:W4b'], 'allows as the bare word does', async () => {
    const { ctx, body, call } = await askingSetup()
    approve(ctx, () => ({ kind: 'allowed-once', message: 'go on' }))
    succeeded(await call('echo', {}, { agent }))
    expect(body).toHaveBeenCalledTimes(1)
  })

  verifies(['contract:W4b'], 'rejects with the person’s words as the reason', async () => {
    const { ctx, call } = await askingSetup()
    approve(ctx, () => ({ kind: 'rejected', message: 'use the staging folder' }))
    const result = failed(await call('echo', {}, { agent }))
    expect(result.error.message).toContain('use the staging folder')
    expect(result.content).toEqual([{ type: 'text', text: `Error: ${result.error.message}` }])
  })

  verifies(['contract:W4b'], 'rejects with the usual words where it brings none', async () => {
    const { ctx, call } = await askingSetup()
    approve(ctx, () => ({ kind: 'rejected' }))
    expect(failed(await call('echo', {}, { agent })).error.message).toBe('the user rejected tool "echo"')
  })

  verifies(['contract:W4b', 'security:J2'], 'is read once', async () => {
    const { ctx, body, call } = await askingSetup()
    const reads: string[] = []
    approve(ctx, () => observed({ kind: 'rejected' as const, message: 'no' }, reads))
    failed(await call('echo', {}, { agent }))
    expect(reads).toContain('kind')
    expectReadOnce(reads)
    expect(body).not.toHaveBeenCalled()
  })
})

describe('an approval service that misbehaves', () => {
  const services: [string, unknown][] = [
    [
      'throws',
      {
        request: () => {
          throw new Error('no line')
        },
      },
    ],
    [
      'rejects',
      {
        request: async () => {
          throw new Error('no line')
        },
      },
    ],
    ['has no request function', {}],
    ['answers without a promise and wrongly', { request: () => 'sure' }],
    ['answers with a thenable that throws', { request: () => trappedThenable() }],
  ]
  for (const [what, service] of services) {
    verifies(['contract:W4', 'contract:O1'], `because it ${what} never runs the tool`, async () => {
      const { ctx, body, call } = await askingSetup()
      ctx.reflect.provide('approval', service)
      expectSealed(failed(await call('echo', {}, { agent })))
      expect(body).not.toHaveBeenCalled()
    })
  }
})

describe('cancellation while somebody is asked', () => {
  verifies(['contract:Z4'], 'turns a cancelled approval into an abort before dispatch', async () => {
    const { ctx, body, call } = await askingSetup()
    const asked = gate()
    approve(ctx, ({ signal }) => {
      asked.open()
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve('cancelled'), { once: true }),
      )
    })
    const controller = new AbortController()
    const running = call('echo', {}, { agent, signal: controller.signal })
    await asked.promise
    controller.abort()
    expect(await running).toStrictEqual(abortedBeforeDispatch)
    expect(body).not.toHaveBeenCalled()
  })

  verifies(
    ['contract:Z4', 'contract:Z2'],
    'that came before the question leaves nobody to be asked',
    async () => {
      const { ctx, body, call } = await setup()
      const controller = new AbortController()
      const request = approve(ctx, () => 'allowed-once')
      ctx.on('tools/pre-execute', async () => {
        controller.abort()
        return { kind: 'ask' }
      })
      expect(await call('echo', {}, { agent, signal: controller.signal })).toStrictEqual(
        abortedBeforeDispatch,
      )
      expect(request).not.toHaveBeenCalled()
      expect(body).not.toHaveBeenCalled()
    },
  )

  verifies(['contract:Z4'], 'wins over an answer that came too late', async () => {
    const { ctx, body, call } = await askingSetup()
    const ran = recordStages(ctx)
    const controller = new AbortController()
    approve(ctx, () => (controller.abort(), 'allowed-once'))
    expect(await call('echo', {}, { agent, signal: controller.signal })).toStrictEqual(abortedBeforeDispatch)
    expect(body).not.toHaveBeenCalled()
    expect(ran).toEqual(['post-execute', 'result'])
  })

  verifies(['contract:Z3', 'contract:Z4'], 'leaves a rejection as it is', async () => {
    const { ctx, call } = await askingSetup()
    const controller = new AbortController()
    approve(ctx, () => (controller.abort(), 'rejected'))
    const result = failed(await call('echo', {}, { agent, signal: controller.signal }))
    expect(result.error.message).toBe('the user rejected tool "echo"')
  })
})
