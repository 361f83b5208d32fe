import { contentText, text, type ContentBlock } from '@millrace/protocol'
import type { PostToolDecision, ToolDefinition, ToolExecutionResult } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { boundContent, contentLimits, contentSize, spill, type SpillConfig } from '../src/spill.ts'
import { failed, openBench, succeeded, ways, type PolicyBench } from './support/policy-bench.ts'
import { onlyFile, openStore, type TestStore } from './support/spill-folder.ts'

const maxBytes = 4096
const long = Array.from({ length: 3000 }, (_, index) => `line ${index + 1}`).join('\n')
const picture: ContentBlock = { type: 'image', data: 'A'.repeat(6_000_000), mimeType: 'image/png' }

async function setup(
  config: Partial<SpillConfig> = {},
  ...tools: Partial<ToolDefinition>[]
): Promise<PolicyBench & { readonly place: TestStore }> {
  const place = await openStore()
  const bench = await openBench(...(tools.length === 0 ? [{}] : tools))
  await bench.ctx.plugin(spill, { store: place.store, maxBytes, ...config })
  return { ...bench, place }
}

const isBounded = ({ content }: ToolExecutionResult): boolean =>
  contentSize(content).bytes <= maxBytes && contentText(content).isWellFormed()

describe.each(ways)('%s', (_, input) => {
  verifies(['security:C7'], 'keeps its value whole, and the model gets both ends', async () => {
    const { call, place } = await setup({}, { execute: async () => long })
    const result = succeeded(await call('echo', {}, input))
    expect(result.value).toBe(long)
    expect(isBounded(result)).toBe(true)
    const shown = contentText(result.content)
    const { path, content } = onlyFile(place)
    expect(content).toBe(long)
    expect(path).toMatch(/\/echo-[^/]+\.txt$/)
    expect(shown).toMatch(/^line 1\nline 2\n/)
    expect(shown).toMatch(
      /\nline 3000\n\[left out at \[…\], behind byte \d+: \d+ bytes with \d+ line ends; all 28892 bytes are kept: read with path=\S+ offset=\d+ reads on\]$/,
    )
  })

  verifies(['fault:B026'], 'that fails has its words bounded alike', async () => {
    const { call, place } = await setup(
      {},
      {
        execute: async () => {
          throw new Error(`${'a'.repeat(1999)}😀${'é'.repeat(9000)}`)
        },
      },
    )
    const result = failed(await call('echo', {}, input))
    expect(isBounded(result)).toBe(true)
    expect(onlyFile(place).content).toBe(`Error: ${result.error.message}`)
  })

  test('that a listener blocks, or gives other content, is bounded as it is left', async () => {
    const { ctx, call, place } = await setup()
    const decisions: PostToolDecision[] = [
      { kind: 'block', feedback: [text(long)], additionalContexts: [{ role: 'user', content: 'why' }] },
      { kind: 'accept', content: [text(long)], additionalContexts: [{ role: 'user', content: 'why' }] },
    ]
    let decision: PostToolDecision | undefined
    ctx.on('tools/post-execute', async () => decision as PostToolDecision)
    for (decision of decisions) {
      const result = await call('echo', { a: 1 }, input)
      expect(isBounded(result)).toBe(true)
      expect(result.isError).toBe(decision.kind === 'block')
      expect(result.additionalContexts).toEqual([{ role: 'user', content: 'why' }])
    }
    expect(Object.values(place.files())).toEqual([long, long])
  })

  verifies(
    ['fault:B028', 'fault:B030'],
    'with a huge picture leaves none of it, in a failure neither',
    async () => {
      const { ctx, call } = await setup(
        {},
        {
          output: { schema: {}, render: () => [text('shot'), picture] },
        },
      )
      const shown = await call('echo', {}, input)
      ctx.on('tools/execute', async () => ({
        isError: true,
        error: { message: 'broken' },
        content: [picture],
      }))
      const broken = failed(await call('echo', {}, input))
      for (const { content } of [shown, broken]) {
        expect(JSON.stringify(content).length).toBeLessThan(500)
        expect(contentText(content)).toMatch(
          /\[image\/png, 4500000 bytes; only pictures of at most 3932160 bytes are shown; it is in \S+\.png; scale it down/,
        )
      }
      expect(succeeded(await call('missing', {}, input).then(() => shown)).value).toEqual({})
    },
  )

  verifies(['fault:B024'], 'that returns nothing is a clear, short error', async () => {
    for (const type of ['null', 'object']) {
      const { call } = await setup(
        {},
        {
          execute: async () => undefined,
          output: { schema: { type } as never, render: () => [text('')] },
        },
      )
      const { error, content } = failed(await call('echo', {}, input))
      expect(error.info?.code).toBe('INVALID_TOOL_OUTPUT')
      expect(contentText(content)).toContain('return null for "nothing"')
    }
  })
})

describe('a result', () => {
  verifies(['fault:B031'], 'of exactly the limit is left as it is', async () => {
    const { call, place } = await setup(
      {},
      { execute: async (args) => 'x'.repeat((args as { n: number }).n) },
    )
    for (const n of [maxBytes - 1, maxBytes]) {
      expect(contentText((await call('echo', { n })).content)).toHaveLength(n)
    }
    expect(place.files()).toEqual({})
    await call('echo', { n: maxBytes + 1 })
    expect(onlyFile(place).content).toHaveLength(maxBytes + 1)
  })

  test('of a tool with a limit of its own has that', async () => {
    const { call } = await setup(
      { tools: { read: 100_000 } },
      { name: 'read', execute: async () => long },
      {
        name: 'constructor',
        execute: async () => long,
      },
    )
    expect(contentText((await call('read')).content)).toBe(long)
    expect(isBounded(await call('constructor'))).toBe(true)
  })

  test('has 64 KiB of text where nothing else is said', async () => {
    const place = await openStore()
    const { ctx, call } = await openBench({ execute: async (args) => 'x'.repeat((args as { n: number }).n) })
    await ctx.plugin(spill, { store: place.store })
    expect(contentText((await call('echo', { n: 65_536 })).content)).toHaveLength(65_536)
    expect(contentSize((await call('echo', { n: 65_537 })).content).bytes).toBeLessThanOrEqual(65_536)
  })

  test('is what listeners leave of it, whichever was there first', async () => {
    const { ctx, call, place } = await setup({}, { execute: async () => long })
    ctx.on('tools/post-execute', async (_exec, result, next) => {
      const decision = await next()
      return {
        ...decision,
        content: result.content.map((block) => text(`${contentText([block])} redacted`)),
      } as PostToolDecision
    })
    await call()
    expect(onlyFile(place).content).toBe(`${long} redacted`)
  })

  test('that a tool has written to the store itself is not written again', async () => {
    const place = await openStore()
    const own = place.store.create('output')
    await own.write(Buffer.from('printed'))
    const foreign = '/tmp/somewhere/output.txt'
    let path = own.path
    let dropped = 0
    const { ctx, call } = await openBench({
      execute: async () => ({ spill: { path, bytes: 7, dropped } }),
      output: { schema: {}, render: () => [text(long)] },
    })
    await ctx.plugin(spill, { store: async () => place.store, maxBytes })
    expect(contentText((await call()).content)).toContain(
      `the whole output is kept: read with path=${own.path} shows it]`,
    )
    expect(onlyFile(place).path).toBe(own.path)
    path = foreign
    expect(contentText((await call()).content)).not.toContain(foreign)
    ;[path, dropped] = [own.path, 5]
    expect(contentText((await call()).content)).not.toContain(own.path)
    expect(Object.keys(place.files())).toHaveLength(3)
  })

  verifies(['contract:O1'], 'that a listener garbles is left to the pipeline to refuse', async () => {
    const { ctx, call } = await setup()
    const endless: unknown[] = []
    endless.push(endless)
    let answer: unknown
    ctx.on('tools/post-execute', async () => answer as PostToolDecision)
    for (answer of [
      null,
      'x',
      { kind: 'block' },
      { kind: 'accept', content: endless },
      { kind: 'accept', content: [{ type: 'text' }] },
      { kind: 'accept', content: [text(long)], value: 1 },
    ]) {
      const result = failed(await call())
      expect(result.error.message).not.toContain('left out')
      expect(isBounded(result)).toBe(true)
    }
  })

  test('keeps its place where the store cannot be opened', async () => {
    const { ctx, call } = await openBench({
      execute: async () => ({ long, spill: { path: '/x/y', dropped: 0 } }),
    })
    await ctx.plugin(spill, { store: () => Promise.reject(new Error('disk is gone')), maxBytes })
    const result = succeeded(await call())
    expect(isBounded(result)).toBe(true)
    expect(contentText(result.content)).toMatch(/they are not kept: disk is gone\]$/)
  })
})

describe('what no listener can bound', () => {
  verifies(['contract:F1'], 'is bounded by the same function where it is appended', async () => {
    const { ctx, call, place } = await setup({}, { finalizeContent: () => [text(long)] }, { name: 'denied' })
    ctx.on('tools/pre-execute', async (exec, next) => {
      if (exec.name === 'denied') throw new Error(long)
      return next()
    })
    for (const result of [await call(), await call('denied')]) {
      expect(isBounded(result)).toBe(false)
      const content = await boundContent(result.content, { ...contentLimits, maxBytes }, place.store)
      expect(contentSize(content).bytes).toBeLessThanOrEqual(maxBytes)
    }
  })
})

describe('the logged copy of a call that a program made', () => {
  test('is bounded, whatever other listeners make of it', async () => {
    const { ctx, place } = await setup()
    ctx.on('tools/code-dispatch-log', async (_dispatch, next) => [...(await next()), text('noted')])
    const dispatch = { exec: {}, subCallId: 'c:code:1', name: 'echo', isError: false, content: [text(long)] }
    const logged = await ctx.waterfall(
      'tools/code-dispatch-log',
      dispatch as never,
      async () => dispatch.content,
    )
    expect(contentSize(logged).bytes).toBeLessThanOrEqual(maxBytes)
    expect(onlyFile(place).content).toBe(`${long}\nnoted`)
    const short = [text('short')]
    const same = await ctx.waterfall('tools/code-dispatch-log', dispatch as never, async () => short)
    expect(same).toEqual([text('short'), text('noted')])
  })
})

describe('the plugin', () => {
  test('refuses limits that make no sense', async () => {
    const { ctx } = await openBench()
    const { store } = await openStore()
    for (const config of [{ maxBytes: 100 }, { maxMediaBytes: -1 }, { tools: { echo: 0 } }]) {
      expect(() => spill.apply(ctx, { store, ...config })).toThrow(RangeError)
    }
  })

  test('bounds nothing once it was taken away', async () => {
    const place = await openStore()
    const { ctx, call } = await openBench({ execute: async () => long })
    const fiber = await ctx.plugin(spill, { store: place.store, maxBytes })
    await fiber.dispose()
    expect(contentText((await call()).content)).toBe(long)
  })
})

describe('what is kept', () => {
  test('is told with the call, once for each file', async () => {
    const { ctx, call, place } = await setup({}, { execute: async () => long })
    const told: unknown[] = []
    ctx.on('spill/kept', (kept) => void told.push(kept))
    await call('echo', {}, { callId: 'c1' })
    expect(told).toEqual([{ callId: 'c1', path: onlyFile(place).path, bytes: Buffer.byteLength(long) }])
  })
})
