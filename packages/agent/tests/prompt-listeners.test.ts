import { describe, expect, test } from 'vitest'
import type { AssembledPrompt } from '@millrace/agent'
import { verifies } from '../../../tests/spec/verifies.ts'
import { namesOf, promptBench, toolNamed } from './support/prompt-bench.ts'

describe('system-prompt/assemble', () => {
  verifies(['contract:M8'], 'has the last word over sections and tools', async () => {
    const { ctx, agent } = await promptBench()
    ctx.tools.register(toolNamed('read'))
    ctx.prompts.section({ name: 'x', order: 1, text: 'x' })
    const tool = { name: 'other', description: 'o', parameters: { type: 'object' } }
    ctx.on('system-prompt/assemble', async ({ sections, tools }, next) => {
      const { system } = await next()
      return { system: `${system}|${sections.map(({ name }) => name).join()}`, tools: [tool, ...tools] }
    })
    const prompt = await ctx.prompts.assemble(agent())
    expect(prompt.system).toBe('x|x')
    expect(namesOf(prompt.tools)).toEqual(['other', 'read'])
    tool.parameters.type = 'changed later'
    expect(prompt.tools[0]).toEqual({ name: 'other', description: 'o', parameters: { type: 'object' } })
  })

  test('wraps from the outside in, and hears of agents in its scope alone', async () => {
    const { ctx, agent } = await promptBench()
    const [one, two] = [agent(), agent()]
    const child = agent({ parent: one })
    const adding = (mark: string) => async (_: unknown, next: () => Promise<AssembledPrompt>) => {
      const { system, tools } = await next()
      return { system: system + mark, tools }
    }
    ctx.on('system-prompt/assemble', adding('outer'))
    one.ctx.on('system-prompt/assemble', adding('inner '))
    expect((await ctx.prompts.assemble(one)).system).toBe('inner outer')
    expect((await ctx.prompts.assemble(child)).system).toBe('inner outer')
    expect((await ctx.prompts.assemble(two)).system).toBe('outer')
  })

  test.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /is undefined/],
    ['a text', 'system', /is string/],
    ['no system', { tools: [] }, /has no text as its "system"/],
    ['no tools', { system: '' }, /has no array as its "tools"/],
    ['a tool that is none', { system: '', tools: [null] }, /has no object as its tool 0/],
    ['a tool without a name', { system: '', tools: [{ name: 'a b' }] }, /for its tool 0/],
    [
      'a tool without a description',
      { system: '', tools: [{ name: 'a' }] },
      /no description for its tool "a"/,
    ],
    [
      'a schema that is no JSON',
      { system: '', tools: [{ name: 'a', description: '', parameters: { type: 'object', x: undefined } }] },
      /no lossless JSON Schema/,
    ],
    [
      'a schema of no object',
      { system: '', tools: [{ name: 'a', description: '', parameters: { type: 'array' } }] },
      /no schema of an object/,
    ],
    [
      'a name twice',
      {
        system: '',
        tools: Array(2).fill({ name: 'a', description: '', parameters: { type: 'object' } }),
      },
      /two tools named "a"/,
    ],
  ])('is refused with %s, and its plugin is named', async (_, answer, problem) => {
    const { ctx, agent } = await promptBench()
    await ctx.plugin({
      name: 'rewriter',
      apply: (inner: typeof ctx) =>
        void inner.on('system-prompt/assemble', async () => answer as AssembledPrompt),
    })
    const failure = await ctx.prompts.assemble(agent()).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'PROMPT_MALFORMED' })
    expect(String(failure)).toMatch(problem)
    expect(String(failure)).toContain('plugin "rewriter"')
  })

  test('that throws is named', async () => {
    const { ctx, agent } = await promptBench()
    ctx.on('system-prompt/assemble', (_, next) => next())
    await ctx.plugin({
      name: 'thrower',
      apply: (inner: typeof ctx) =>
        void inner.on('system-prompt/assemble', () => {
          throw new Error('no')
        }),
    })
    await expect(ctx.prompts.assemble(agent())).rejects.toMatchObject({
      code: 'PROMPT_FAILED',
      message: 'plugin "thrower" failed at the prompt, so nothing was sent: no',
    })
  })

  test('that gives unpaired surrogates sends none', async () => {
    const { ctx, agent } = await promptBench()
    ctx.prompts.section({ name: 'x', order: 1, text: 'a\ud800b' })
    expect((await ctx.prompts.assemble(agent())).system).toBe('a\ufffdb')
  })
})
