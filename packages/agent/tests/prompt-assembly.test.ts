import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PromptError, type AssembledPrompt, type PromptSection } from '@millrace/agent'
import { provideTransport } from '@millrace/tools'
import { verifies } from '../../../tests/spec/verifies.ts'
import { namesOf, promptBench, toolNamed, type PromptBench } from './support/prompt-bench.ts'

const section = (name: string, order: number, text: PromptSection['text']): PromptSection => ({
  name,
  order,
  text,
})

async function benchWith(...tools: string[]): Promise<PromptBench> {
  const bench = await promptBench()
  for (const name of tools) bench.ctx.tools.register(toolNamed(name))
  return bench
}

describe('sections', () => {
  test('come by order, then by name, one blank line apart, and empty ones not at all', async () => {
    const { ctx, agent } = await promptBench()
    ctx.prompts.section(section('last', 9, '\n\nlast\n'))
    ctx.prompts.section(section('b', 1, async () => 'b'))
    ctx.prompts.section(section('a', 1, () => '  a'))
    ctx.prompts.section(section('empty', 2, ' \n'))
    expect((await ctx.prompts.assemble(agent())).system).toBe('  a\n\nb\n\nlast')
  })

  test('are told which agent they are for', async () => {
    const { ctx, agent } = await promptBench()
    ctx.prompts.section(section('who', 1, ({ id }) => id))
    const [first, second] = [agent(), agent()]
    expect((await ctx.prompts.assemble(first)).system).toBe(first.id)
    expect((await ctx.prompts.assemble(second)).system).toBe(second.id)
  })

  verifies(
    ['contract:M8'],
    'of a scope take the place of inherited ones, for it and those below',
    async () => {
      const { ctx, agent } = await promptBench()
      const parent = agent()
      const child = agent({ parent })
      const stranger = agent()
      ctx.prompts.section(section('x', 1, 'global'))
      ctx.prompts.section(section('y', 2, 'y'))
      const dispose = parent.ctx.prompts.section(section('x', 3, 'scoped'))
      const systems = async (): Promise<string[]> => {
        const prompts = await Promise.all([parent, child, stranger].map((each) => ctx.prompts.assemble(each)))
        return prompts.map(({ system }) => system)
      }
      expect(await systems()).toEqual(['y\n\nscoped', 'y\n\nscoped', 'global\n\ny'])
      child.ctx.prompts.section(section('x', 1, ''))
      expect(await systems()).toEqual(['y\n\nscoped', 'y', 'global\n\ny'])
      dispose()
      dispose()
      expect(await systems()).toEqual(['global\n\ny', 'y', 'global\n\ny'])
    },
  )

  test('have one name in a layer', async () => {
    const { ctx, agent } = await promptBench()
    ctx.prompts.section(section('x', 1, 'x'))
    expect(() => ctx.prompts.section(section('x', 2, 'y'))).toThrow(/already registered; .*agent\.ctx/)
    const scoped = agent().ctx
    scoped.prompts.section(section('x', 1, 'x'))
    expect(() => scoped.prompts.section(section('x', 1, 'x'))).toThrow(/already registered in this scope/)
  })

  test.each([
    [{ name: '', order: 1, text: '' }, /must have a name/],
    [{ name: 'x', order: Number.NaN, text: '' }, /"x": order must be a finite number/],
    [{ name: 'x', order: 1, text: 3 }, /"x": text must be a string, or a function/],
  ])('are refused when malformed: %j', async (malformed, message) => {
    const { ctx } = await promptBench()
    expect(() => ctx.prompts.section(malformed as unknown as PromptSection)).toThrow(message)
  })

  test('that fail are named, and nothing is assembled', async () => {
    const { ctx, agent } = await promptBench()
    const cause = new Error('no such file')
    ctx.prompts.section(section('broken', 1, () => Promise.reject(cause)))
    const failure = await ctx.prompts.assemble(agent()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PromptError)
    expect(failure).toMatchObject({ code: 'PROMPT_FAILED', cause })
    expect(String(failure)).toMatch(
      /section "broken" of plugin ".*" failed, so nothing was sent: no such file/,
    )
  })

  test('that never answer hold nobody up who gives up waiting', async () => {
    const { ctx, agent } = await promptBench()
    let later = 0
    ctx.prompts.section(section('stuck', 1, () => new Promise(() => undefined)))
    ctx.prompts.section(section('later', 2, () => `${later++}`))
    const controller = new AbortController()
    const assembling = ctx.prompts.assemble(agent(), [], controller.signal)
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(assembling).rejects.toBe(reason)
    await expect(ctx.prompts.assemble(agent(), [], controller.signal)).rejects.toBe(reason)
    expect(later).toBe(0)
  })

  test('that give no text are named', async () => {
    const { ctx, agent } = await promptBench()
    ctx.prompts.section(section('odd', 1, () => null as unknown as string))
    await expect(ctx.prompts.assemble(agent())).rejects.toMatchObject({
      code: 'PROMPT_MALFORMED',
      message: expect.stringMatching(/"odd" .* gave null where a string was expected/),
    })
  })

  verifies(['contract:M9'], 'go with their plugin, and all of them with the tools', async () => {
    const { ctx, agent } = await benchWith('read')
    const plugin = {
      name: 'adds',
      inject: ['prompts', 'tools'],
      apply: (inner: typeof ctx) => {
        inner.prompts.section(section('x', 1, 'x'))
        inner.tools.register(toolNamed('write'))
      },
    }
    const fiber = await ctx.plugin(plugin)
    const one = agent()
    expect(await ctx.prompts.assemble(one)).toMatchObject({ system: 'x', tools: [{}, {}] })
    await fiber.dispose()
    expect(await ctx.prompts.assemble(one)).toMatchObject({ system: '', tools: [{ name: 'read' }] })
    await ctx.plugin(plugin)
    await ctx.get('tools')!.ctx.fiber.dispose()
    expect(ctx.get('prompts')).toBeUndefined()
    expect(ctx.get('tools')).toBeUndefined()
  })
})

describe('tools', () => {
  verifies(['contract:M2'], 'come in the order that was asked for, the others by name', async () => {
    const { ctx, agent } = await benchWith('write', 'bash', 'grep', 'read')
    const one = agent()
    expect(namesOf((await ctx.prompts.assemble(one)).tools)).toEqual(['bash', 'grep', 'read', 'write'])
    const ordered = await ctx.prompts.assemble(one, ['read', 'write'])
    expect(namesOf(ordered.tools)).toEqual(['read', 'write', 'bash', 'grep'])
  })

  verifies(
    ['contract:M2'],
    'may be ordered by names that a restriction hides, and by no unknown ones',
    async () => {
      const { ctx, agent } = await benchWith('write', 'bash', 'read')
      const one = agent()
      one.ctx.tools.restrict({ deny: ['bash'] })
      expect(namesOf((await ctx.prompts.assemble(one, ['write', 'bash'])).tools)).toEqual(['write', 'read'])
      await expect(ctx.prompts.assemble(one, ['raed'])).rejects.toMatchObject({
        code: 'PROMPT_TOOL_ORDER',
        message:
          'toolOrder names unknown tool "raed" (did you mean "read"?); known tools in mode "native": bash, read, write',
      })
      await expect(ctx.prompts.assemble(one, ['run_code'])).rejects.toThrow(/unknown tool "run_code"/)
      await expect(ctx.prompts.assemble(one, ['read', 'read'])).rejects.toThrow(/"read" twice/)
    },
  )

  verifies(['contract:M2'], 'of a mode for programs are ordered by what that mode shows', async () => {
    const { ctx, agent } = await benchWith('write', 'bash')
    provideTransport(ctx, { definition: toolNamed('run_code') })
    const [code, both] = [agent(), agent()]
    code.ctx.tools.presentAs('code')
    both.ctx.tools.presentAs('both')
    expect(namesOf((await ctx.prompts.assemble(code, ['run_code'])).tools)).toEqual(['run_code'])
    expect(namesOf((await ctx.prompts.assemble(both)).tools)).toEqual(['bash', 'run_code', 'write'])
    expect(namesOf((await ctx.prompts.assemble(both, ['run_code'])).tools)).toEqual([
      'run_code',
      'bash',
      'write',
    ])
    await expect(ctx.prompts.assemble(code, ['bash'])).rejects.toThrow(
      /unknown tool "bash"; known tools in mode "code": run_code/,
    )
  })

  test('that need a code runtime fail without one', async () => {
    const { ctx, agent } = await benchWith('read')
    const one = agent()
    one.ctx.tools.presentAs('code')
    await expect(ctx.prompts.assemble(one)).rejects.toThrow(/mode "code" requires a code runtime/)
  })

  test('are never stale: what is registered, restricted or replaced counts at once', async () => {
    const { ctx, agent } = await benchWith('read')
    const one = agent()
    const seen = async (): Promise<string[]> =>
      (await ctx.prompts.assemble(one)).tools.map(({ description }) => description)
    expect(await seen()).toEqual(['does read'])
    const dispose = ctx.tools.register(toolNamed('a'))
    expect(await seen()).toEqual(['does a', 'does read'])
    one.ctx.tools.register(toolNamed('a', { description: 'own' }))
    expect(await seen()).toEqual(['own', 'does read'])
    const lift = one.ctx.tools.restrict({ deny: ['read'] })
    expect(await seen()).toEqual(['own'])
    lift()
    dispose()
    expect(await seen()).toEqual(['own', 'does read'])
  })
})

describe('the same state', () => {
  test('gives the same frozen object', async () => {
    const { ctx, agent } = await benchWith('b', 'a')
    ctx.prompts.section(section('x', 1, () => 'x'))
    const one = agent()
    const first = await ctx.prompts.assemble(one, ['b'])
    expect(await ctx.prompts.assemble(one, ['b'])).toBe(first)
    expect(Object.isFrozen(first) && Object.isFrozen(first.tools)).toBe(true)
    expect(await ctx.prompts.assemble(one)).not.toBe(first)
  })

  test('gives the same bytes, whatever the order of registration', async () => {
    const parts = Array.from({ length: 6 }, (_, at) => ({ name: `n${at}`, order: at % 3 }))
    const assembled = async (order: readonly number[]): Promise<AssembledPrompt> => {
      const { ctx, agent } = await promptBench()
      for (const at of order) {
        const { name, order: place } = parts[at]!
        ctx.prompts.section(section(name, place, `text of ${name}`))
        ctx.tools.register(toolNamed(name))
      }
      return ctx.prompts.assemble(agent())
    }
    const expected = JSON.stringify(await assembled(parts.map((_, at) => at)))
    const orders = fc.shuffledSubarray(
      parts.map((_, at) => at),
      { minLength: parts.length },
    )
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        expect(JSON.stringify(await assembled(order))).toBe(expected)
      }),
      { numRuns: 30 },
    )
  })
})
