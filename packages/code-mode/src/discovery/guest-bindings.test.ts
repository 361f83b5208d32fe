import { Context } from '@deepseek-ai/cordis'
import type { JsonValue } from '@millrace/protocol'
import { createScope } from '@millrace/scope'
import { defineTool, ToolRuntime, type ToolDefinition } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import { discoveryBindings } from './guest-bindings.ts'

function tool(name: string, description: string): ToolDefinition {
  return defineTool({
    name,
    description,
    parameters: { path: { type: 'string', required: true } },
    output: { schema: { type: 'string' }, render: () => [] },
    execute: async () => '',
  })
}

interface Asked {
  readonly ctx: Context
  readonly search: (args: JsonValue) => JsonValue
  readonly describe: (args: JsonValue) => JsonValue
}

/** What a program of a scope that sees all but `secret_dump` can ask. */
async function asked(language?: string): Promise<Asked> {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(ToolRuntime)
  ctx.tools.register(tool('files_read', 'Read a file.'))
  ctx.tools.register(tool('files_write', 'Write a file.'))
  ctx.tools.register(tool('secret_dump', 'Read the secrets in a file.'))
  const agent = {}
  const scope = createScope(ctx, agent)
  scope.ctx.tools.restrict({ deny: ['secret_dump'] })
  const [search, describeBinding] = discoveryBindings(ctx.tools, agent, language)
  expect([search?.name, describeBinding?.name]).toEqual(['$search', '$describe'])
  return {
    ctx,
    search: (args) => search!.answer(args),
    describe: (args) => describeBinding!.answer(args),
  }
}

const readHit = { name: 'files_read', line: 'Read a file' }

describe('$search', () => {
  test('takes words, or a whole request', async () => {
    const { search } = await asked()
    expect(search('read a file')).toMatchObject({ tools: [readHit, {}], total: 2, truncated: false })
    expect(search({ query: 'read a file', namespace: 'files', limit: 1 })).toEqual({
      tools: [readHit],
      total: 2,
      truncated: true,
    })
  })

  test('finds nothing that the scope does not see, and what it sees since', async () => {
    const { ctx, search, describe: describeTools } = await asked()
    expect(JSON.stringify([search('secrets'), search(''), search('secret_dump')])).not.toContain(
      'secret_dump',
    )
    expect(() => search({ query: '', namespace: 'secret' })).toThrow(/"namespace" is the beginning of no/)
    expect(() => describeTools('secret_dump')).toThrow(/^unknown tool "secret_dump"; find names with/)
    ctx.tools.register(tool('clock_now', 'Tell the time.'))
    expect(search('time')).toMatchObject({ tools: [{ name: 'clock_now' }] })
  })

  test.each<[JsonValue, RegExp]>([
    [null, /invalid arguments: .*give words, as in/],
    [7, /invalid arguments/],
    [{}, /"query".*give words/],
    [['a'], /invalid arguments/],
    [{ query: 1 }, /"query"/],
    [{ query: 'a', limit: 0 }, /"limit" must be from 1 to 50, not 0/],
    [{ query: 'a', limit: 51 }, /"limit" must be from 1 to 50, not 51/],
    [{ query: 'a', limit: 1.5 }, /"limit"/],
    [{ query: 'a', namespace: null }, /"namespace"/],
  ])('says what is wrong with %j', async (args, message) => {
    const { search } = await asked()
    expect(() => search(args)).toThrow(message)
    expect(() => search(args)).toThrow(expect.objectContaining({ code: 'INVALID_ARGS' }))
  })
})

describe('$describe', () => {
  test('takes a name, names, or a whole request', async () => {
    const { describe: describeTools } = await asked()
    expect(describeTools('files_read')).toBe(
      'tools.files_read(args: { path: string }): Promise<string> // Read a file',
    )
    expect(describeTools(['files_read', 'files_read'])).toBe(describeTools('files_read'))
    expect(describeTools({ names: 'files_read', full: false })).toBe(describeTools('files_read'))
    expect(describeTools({ names: ['files_read', 'files_write'], full: true })).toMatch(
      /\/\*\* Read a file\. \*\/[^]*\/\*\* Write a file\. \*\//,
    )
  })

  test('speaks the language of the program', async () => {
    const { describe: describeTools } = await asked('python')
    expect(describeTools(['files_read', 'nothing'])).toMatch(
      /^await tools\.files_read\(.*# Read a file\n# unknown tool "nothing"/,
    )
  })

  test.each<[JsonValue, RegExp]>([
    [null, /give a name, an array of names/],
    [[], /give a name/],
    [{ names: [] }, /give a name/],
    [{ names: 'x', full: 1 }, /a boolean "full"/],
    [[1], /give a name/],
    [Array.from({ length: 51 }, (_, at) => `n${at}`), /at most 50 names at once, not 51/],
    ['files_raed', /^unknown tool "files_raed"; did you mean files_read\?$/],
  ])('says what is wrong with %j', async (args, message) => {
    const { describe: describeTools } = await asked()
    expect(() => describeTools(args)).toThrow(message)
  })
})
