import { text, type JsonValue } from '@millrace/protocol'
import type { JsonSchemaNode } from '@millrace/schema'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed, thawedPath } from './support/frozen.ts'
import { failed, forged, output, setup, succeeded, tool } from './support/setup.ts'
import { recordStages } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const invalid = 'tool "echo" returned invalid output: '
const outputError = { name: 'ToolOutputError', code: 'INVALID_TOOL_OUTPUT' }

function cyclic(): object {
  const self: { self?: object } = {}
  self.self = self
  return self
}

class Point {
  x = 1
}

const lossy: [string, unknown][] = [
  ['a bigint', { v: 2n ** 63n }],
  ['NaN', { v: Number.NaN }],
  ['infinity', { v: Number.POSITIVE_INFINITY }],
  ['negative zero', { v: -0 }],
  ['an undefined member', { v: undefined }],
  ['a date', { v: new Date(0) }],
  ['a map', { v: new Map() }],
  ['a class instance', new Point()],
  ['a function', () => 1],
  ['a symbol', Symbol('v')],
  ['a cycle', cyclic()],
  // oxlint-disable-next-line no-sparse-arrays
  ['a sparse array', [1, , 3]],
  ['nothing', undefined],
]

describe('what the body returns', () => {
  for (const [what, value] of lossy) {
    verifies(['contract:V1', 'fault:B005'], `is refused when it holds ${what}`, async () => {
      const { call } = await setup({ execute: async () => value })
      const result = failed(await call())
      expect(result.error.info).toEqual(outputError)
      expect(result.error.message).toContain(invalid)
      expect(result.error.message).toContain('value is not lossless JSON')
      expectSealed(result)
    })
  }

  for (const schema of [{ type: 'null' }, { type: 'object' }, {}] satisfies JsonSchemaNode[]) {
    verifies(
      ['fault:B024', 'contract:V1'],
      `must be something for the schema ${JSON.stringify(schema)}`,
      async () => {
        const { call } = await setup({ output: output({ schema }), execute: async () => undefined })
        const result = failed(await call())
        expect(result.error.info).toEqual(outputError)
        expect(result.content).toHaveLength(1)
        expect(result.content[0]).toMatchObject({ type: 'text' })
      },
    )
  }

  verifies(['fault:B024', 'contract:V1'], 'may be null where the schema says so', async () => {
    const { call } = await setup({ output: output({ schema: { type: 'null' } }), execute: async () => null })
    expect(succeeded(await call()).value).toBeNull()
  })

  verifies(['fault:B005'], 'never harms a call beside it', async () => {
    const { ctx, call } = await setup({ execute: async () => ({ v: 1n }) })
    ctx.tools.register(tool({ name: 'fine' }))
    const [bad, good] = await Promise.all([call(), call('fine', { n: 1 })])
    failed(bad)
    expect(succeeded(good).value).toEqual({ n: 1 })
  })

  verifies(['contract:V1'], 'may throw while it is copied; the message says why', async () => {
    const { call } = await setup({
      execute: async () => ({
        get late(): never {
          throw new Error('gone away')
        },
      }),
    })
    const { error } = failed(await call())
    expect(error.info).toEqual(outputError)
    expect(error.message).toContain('value snapshot failed: gone away')
  })

  verifies(['contract:V1'], 'is checked against the schema under the name value', async () => {
    const schema: JsonSchemaNode = {
      type: 'object',
      properties: { n: { type: 'number' }, kind: { type: 'string', enum: ['a', 'b'] } },
      required: ['n'],
      additionalProperties: false,
    }
    const { call } = await setup({
      output: output({ schema }),
      execute: async () => ({ kind: 'c', extra: 1 }),
    })
    const { error } = failed(await call())
    expect(error.message.startsWith(invalid)).toBe(true)
    expect(error.message).toContain('missing required property "value.n"; ')
    expect(error.message).toContain('"value.kind" must be one of ["a","b"]')
    expect(error.message).toContain('"value.extra" is not a declared property (additionalProperties: false)')
  })

  verifies(['contract:V1'], 'at the root is named value', async () => {
    const { call } = await setup({ output: output({ schema: { type: 'string' } }), execute: async () => 5 })
    expect(failed(await call()).error.message).toContain(`${invalid}"value" must be a string`)
  })

  verifies(['contract:V1'], 'is copied and frozen; the body’s own object stays free', async () => {
    const own = { list: [1] }
    const { call } = await setup({ execute: async () => own })
    const result = succeeded(await call())
    own.list.push(2)
    expect(result.value).toEqual({ list: [1] })
    expect(Object.isFrozen(own)).toBe(false)
    expect(thawedPath(result.value)).toBeUndefined()
  })

  for (const [what, validate] of [
    [
      'throws',
      (): never => {
        throw new Error('no judge')
      },
    ],
    ['returns nothing', () => undefined],
    ['returns true', () => true],
    ['returns a promise', async () => []],
    ['returns things that are no messages', () => [{ message: 'odd' }]],
  ] as const) {
    verifies(
      ['contract:R11', 'contract:V1'],
      `is refused by a check of the definition that ${what}`,
      async () => {
        const { call } = await setup({ output: output({ validate: forged(validate) }) })
        const result = failed(await call())
        expect(result.error.info).toEqual(outputError)
        expectSealed(result)
      },
    )
  }

  verifies(['contract:R11'], 'is judged by the definition’s own check where it brings one', async () => {
    const validate = vi.fn((value: JsonValue) => (value === 'even' ? [] : ['value is odd', 'value is late']))
    const schema: JsonSchemaNode = forged({ type: 'string', pattern: '^e' })
    const { ctx, call } = await setup()
    ctx.tools.register(tool({ name: 'odd', output: output({ schema, validate }) }))
    expect(succeeded(await call('odd', 'even')).value).toBe('even')
    const { error } = failed(await call('odd', 'other'))
    expect(error.info).toEqual(outputError)
    expect(error.message).toBe('tool "odd" returned invalid output: value is odd; value is late')
  })
})

describe('render', () => {
  verifies(['contract:V1'], 'receives the arguments and the frozen value', async () => {
    const render = vi.fn((_args: unknown, value: JsonValue) => [text(JSON.stringify(value))])
    const { call } = await setup({ output: output({ render }), execute: async () => ({ deep: [1] }) })
    const result = succeeded(await call('echo', { q: 1 }))
    const [args, value] = render.mock.calls[0]!
    expect(args).toEqual({ q: 1 })
    expect(thawedPath(args)).toBeUndefined()
    expect(thawedPath(value)).toBeUndefined()
    expect(render).toHaveBeenCalledTimes(1)
    expect(result.content).toEqual([{ type: 'text', text: '{"deep":[1]}' }])
  })

  verifies(['contract:V1'], 'is not asked for an invalid value', async () => {
    const render = vi.fn(() => [text('x')])
    const { call } = await setup({
      output: output({ schema: { type: 'string' }, render }),
      execute: async () => 5,
    })
    failed(await call())
    expect(render).not.toHaveBeenCalled()
  })

  verifies(['contract:V1'], 'that throws makes the output invalid, and the result is reviewed', async () => {
    const { ctx, call } = await setup({
      output: output({
        render: () => {
          throw new Error('no ink')
        },
      }),
    })
    const ran = recordStages(ctx)
    const { error } = failed(await call())
    expect(error).toStrictEqual({ message: `${invalid}output.render failed: no ink`, info: outputError })
    expect(ran).toContain('post-execute')
  })

  const contents: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'words'],
    ['an object', { type: 'text', text: 'x' }],
    ['a promise', Promise.resolve([])],
    ['a lossy block', [{ type: 'text', text: undefined }]],
    ['a block with a function', [{ type: 'text', text: 'x', render: () => 1 }]],
  ]
  for (const [what, content] of contents) {
    verifies(['contract:V1'], `that returns ${what} makes the output invalid`, async () => {
      const { call } = await setup({ output: output({ render: () => forged(content) }) })
      const result = failed(await call())
      expect(result.error.info).toEqual(outputError)
      expectSealed(result)
    })
  }

  verifies(['contract:V1'], 'that rejects leaves no stray rejection', async () => {
    const { call } = await setup({
      output: output({ render: () => forged(Promise.reject(new Error('late'))) }),
    })
    expect(failed(await call()).error.info).toEqual(outputError)
  })

  verifies(['contract:V1', 'contract:V3'], 'keeps no hold on the content that it returned', async () => {
    const blocks = [text('before')]
    const { call } = await setup({ output: output({ render: () => blocks }) })
    const result = await call()
    blocks[0]!.text = 'after'
    expect(result.content).toEqual([{ type: 'text', text: 'before' }])
    expect(Object.isFrozen(blocks)).toBe(false)
  })
})

describe('presentationMeta', () => {
  verifies(['contract:V1', 'contract:V2'], 'is asked for top-level calls', async () => {
    const presentationMeta = vi.fn((args: unknown, value: JsonValue) => ({ args: forged(args), value }))
    const { call } = await setup({ output: output({ presentationMeta }), execute: async () => 5 })
    expect(succeeded(await call('echo', { q: 1 })).meta).toEqual({ args: { q: 1 }, value: 5 })
  })

  verifies(
    ['contract:V1', 'contract:V2'],
    'is not asked for a nested call, which has no meta key',
    async () => {
      const presentationMeta = vi.fn(() => 'meta')
      const { call } = await setup({ output: output({ presentationMeta }) })
      const result = await call('echo', {}, { parent: forged(Symbol('outer')) })
      expect(Object.keys(succeeded(result)).toSorted()).toEqual(['content', 'isError', 'value'])
      expect(presentationMeta).not.toHaveBeenCalled()
    },
  )

  verifies(['contract:V1'], 'that throws makes the output invalid', async () => {
    const { call } = await setup({
      output: output({
        presentationMeta: () => {
          throw new Error('no card')
        },
      }),
    })
    expect(failed(await call()).error).toStrictEqual({
      message: `${invalid}output.presentationMeta failed: no card`,
      info: outputError,
    })
  })

  for (const [what, meta] of [
    ['nothing', undefined],
    ['a date', new Date(0)],
    ['a promise that rejects', () => Promise.reject(new Error('late'))],
  ] as const) {
    verifies(['contract:V1'], `that returns ${what} makes the output invalid`, async () => {
      const presentationMeta = (): never => forged(typeof meta === 'function' ? meta() : meta)
      const { call } = await setup({ output: output({ presentationMeta }) })
      expect(failed(await call()).error.info).toEqual(outputError)
    })
  }
})
