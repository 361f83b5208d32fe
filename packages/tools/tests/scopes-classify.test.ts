import { createScope } from '@millrace/scope'
import { defineTool, type ToolExecutionInput } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { forbidStrays } from './support/strays.ts'
import { agentNamed, forged, inputFor, setup, tool } from './support/setup.ts'

forbidStrays()

const parallel = { kind: 'parallel' }
const exclusive = { kind: 'exclusive' }

describe('executionMode', () => {
  verifies(['contract:E1'], 'is parallel for exactly true and nothing like it', async () => {
    const { tools } = await setup()
    let answer: unknown
    tools.register(tool({ name: 'asked', isConcurrencySafe: () => answer as boolean }))
    const modeOf = (value: unknown): unknown => {
      answer = value
      return tools.executionMode(inputFor('asked', {}))
    }
    expect(modeOf(true)).toEqual(parallel)
    const others = [
      false,
      undefined,
      null,
      1,
      'true',
      {},
      [],
      Object(true),
      Promise.resolve(true),
      Promise.reject(new Error('no')),
    ]
    for (const other of others) expect(modeOf(other)).toEqual(exclusive)
  })

  verifies(['contract:E1'], 'is exclusive for what is unknown, undeclared or throws', async () => {
    const { tools } = await setup()
    tools.register(
      tool({
        name: 'throws',
        isConcurrencySafe: () => {
          throw new Error('no idea')
        },
      }),
    )
    for (const name of ['missing', 'echo', 'throws', 'run_code', '__proto__', 'constructor']) {
      expect(tools.executionMode(inputFor(name, {})), name).toEqual(exclusive)
    }
  })

  verifies(['contract:E1'], 'asks the definition that the caller sees', async () => {
    const { ctx, tools } = await setup({ isConcurrencySafe: () => true })
    const [denied, shadowed, plain] = [agentNamed('denied'), agentNamed('shadowed'), agentNamed('plain')]
    createScope(ctx, denied).ctx.tools.restrict({ deny: ['echo'] })
    createScope(ctx, shadowed).ctx.tools.register(tool())
    createScope(ctx, plain)
    const modeOf = (agent?: object): unknown =>
      tools.executionMode(inputFor('echo', {}, agent ? { agent } : {}))
    expect(modeOf()).toEqual(parallel)
    expect(modeOf(plain)).toEqual(parallel)
    expect(modeOf(denied)).toEqual(exclusive)
    expect(modeOf(shadowed)).toEqual(exclusive)
  })

  verifies(
    ['contract:E1'],
    'gives a raw classifier the arguments as they are, and keeps its this',
    async () => {
      const { tools } = await setup()
      const args = { path: 'a', when: new Date(0) }
      const asked = vi.fn((_args: unknown) => true)
      const definition = tool({ name: 'raw', isConcurrencySafe: asked })
      tools.register(definition)
      expect(tools.executionMode(inputFor('raw', args))).toEqual(parallel)
      expect(asked.mock.calls[0]?.[0]).toBe(args)
      expect(Object.isFrozen(args)).toBe(false)
      expect(asked.mock.contexts[0]).toBe(definition)
    },
  )

  verifies(['contract:E1'], 'validates the arguments of a defined tool first', async () => {
    const { tools } = await setup()
    const isConcurrencySafe = vi.fn(({ path }: { path: string }) => path !== 'lock')
    tools.register(
      defineTool({
        name: 'typed',
        description: 'Typed.',
        parameters: { path: { type: 'string', required: true } },
        output: { schema: { type: 'null' }, render: () => [] },
        isConcurrencySafe,
        execute: async () => null,
      }),
    )
    for (const wrong of [{}, { path: 1 }, null, undefined, 'path']) {
      expect(tools.executionMode(inputFor('typed', wrong))).toEqual(exclusive)
    }
    expect(isConcurrencySafe).not.toHaveBeenCalled()
    expect(tools.executionMode(inputFor('typed', { path: 'a' }))).toEqual(parallel)
    expect(tools.executionMode(inputFor('typed', { path: 'lock' }))).toEqual(exclusive)
  })

  verifies(['contract:E1', 'security:P1'], 'never throws, whatever it is asked about', async () => {
    const { tools } = await setup({ isConcurrencySafe: () => true })
    const hostile = {
      get name(): string {
        throw new Error('no name')
      },
    }
    for (const input of [undefined, null, 1, 'echo', {}, hostile] as unknown[]) {
      expect(tools.executionMode(forged(input))).toEqual(exclusive)
    }
    const complete: ToolExecutionInput = inputFor('echo', {})
    expect(tools.executionMode(complete)).toEqual(parallel)
  })

  verifies(
    ['contract:E1'],
    'returns an object of its kind alone, which nobody can spoil for others',
    async () => {
      const { tools } = await setup({ isConcurrencySafe: () => true })
      const mode = tools.executionMode(inputFor('echo', {}))
      expect(Object.keys(mode)).toEqual(['kind'])
      try {
        Object.assign(mode, { kind: 'exclusive' })
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError)
      }
      expect(tools.executionMode(inputFor('echo', {}))).toEqual(parallel)
    },
  )
})
