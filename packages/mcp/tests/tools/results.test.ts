import type { JsonObject, JsonValue } from '@millrace/schema'
import { contentText } from '@millrace/protocol'
import type { ToolExecutionResult } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { RemoteResult } from '../../src/contract/connection.ts'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { setupMcp } from '../support/setup-mcp.ts'

/** What a call comes to that the server answers like this. */
async function answered(result: Partial<RemoteResult>, tool: JsonObject = {}): Promise<ToolExecutionResult> {
  const x = scriptedServer({ name: 'tool', ...tool })
  x.answer = () => Promise.resolve({ content: [], isError: false, ...result })
  const { ctx, call } = await setupMcp({ x })
  ctx.mcp.add('x', config)
  await ctx.mcp.ready()
  return call('mcp__x__tool')
}

const text = (said: string): JsonObject => ({ type: 'text', text: said })

/** The header of a PNG of a size, which is all that is looked at. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(24)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

describe('the result of a remote tool', () => {
  test('of texts alone is their text', async () => {
    expect(await answered({ content: [text('a'), text('b')] })).toMatchObject({
      value: 'a\nb',
      content: [text('a\nb')],
    })
    expect(await answered({})).toMatchObject({ value: '', content: [text('(no content)')] })
  })

  test('with structured content has that as its value, and the model gets it once', async () => {
    const structured = { id: 1, list: [1, 2] }
    const same = await answered({ content: [text('{\n "list": [1, 2.0], "id": 1 }')], structured })
    expect(same).toMatchObject({ value: structured, content: [text('{\n "list": [1, 2.0], "id": 1 }')] })
    const spaced = text(`\n${JSON.stringify(structured, undefined, 2)}`)
    expect((await answered({ content: [text('found:'), spaced], structured })).content).toEqual([
      text('found:'),
      spaced,
    ])
    const wrapped = await answered({ content: [text('[{"id":1,"list":[1,2]}]')], structured })
    expect(wrapped.content).toHaveLength(2)
    const other = await answered({ content: [text('two of them')], structured })
    expect(other).toMatchObject({
      value: structured,
      content: [text('two of them'), text('{"id":1,"list":[1,2]}')],
    })
    const inside: [string, JsonValue][] = [
      ['# notes\n', '# notes\n'],
      ['[{ "id": 1 }]', [{ id: 1 }]],
    ]
    for (const [said, inner] of inside)
      expect(await answered({ content: [text(said)], structured: { it: inner } })).toMatchObject({
        value: { it: inner },
        content: [text(said)],
      })
    for (const more of [{ count: 5 }, { it: '5', more: 1 }])
      expect((await answered({ content: [text('5')], structured: more })).content).toHaveLength(2)
    const alone = await answered({ structured })
    expect(alone.content).toEqual([text('{"id":1,"list":[1,2]}')])
    for (const scalar of [5, 'five', null, true]) {
      expect(await answered({ content: [text(String(scalar))], structured: scalar })).toMatchObject({
        value: scalar,
        content: [text(String(scalar))],
      })
    }
  })

  verifies(
    ['fault:B004'],
    'with numbers that cannot be represented keeps the exact text, and says what is missing',
    async () => {
      const schema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
      for (const tool of [{}, { outputSchema: schema }]) {
        const result = await answered(
          {
            content: [text('{"id": 4611686018427387905}')],
            flaw: 'a number beyond the precision of numbers',
          },
          tool,
        )
        expect(result.isError).toBe(false)
        const shown = contentText(result.content)
        expect(shown).toContain('{"id": 4611686018427387905}')
        expect(shown).not.toContain('4611686018427388000')
        expect(shown).toContain(
          '[the structured content is left out: a number beyond the precision of numbers]',
        )
      }
    },
  )

  verifies(
    ['fault:B081'],
    'keeps known blocks in their order, and shows the others as bounded text',
    async () => {
      const result = await answered({
        content: [
          { type: 'error', text: 'x\u001b[2J' },
          { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
          text('hello'),
          { type: 'resource_link', uri: 'file:///a', name: 'a', annotations: { audience: ['user'] } },
          { type: 'resource', resource: { uri: 'ui://b', text: 'inside' } },
          { type: 'resource', resource: { uri: 'ui://c', blob: 'not base64!' } },
          { type: 'image', data: 7 },
          { type: '__proto__' },
          'bare',
          null,
          { type: 'huge', data: 'y'.repeat(1_000_000) },
        ],
      })
      expect(result.content.map(({ type }) => type)).toEqual([
        'text',
        'audio',
        'text',
        'resource_link',
        'resource',
        'text',
        'text',
        'text',
        'text',
        'text',
        'text',
      ])
      expect(result.content[0]).toEqual(
        text('[this block is of an unknown type: {"type":"error","text":"x\\u001b[2J"}]'),
      )
      expect(result.content[3]).toEqual({ type: 'resource_link', uri: 'file:///a', name: 'a' })
      expect(contentText(result.content)).toContain(
        '[this block is not what a image block has to be: {"type":"image","data":7}]',
      )
      expect(contentText(result.content).length).toBeLessThan(4000)
      expect(result).toHaveProperty('value.content', result.content)
      const many = await answered({ content: Array.from({ length: 5000 }, () => text('a')) })
      expect(contentText(many.content)).toContain(
        '[4000 more blocks are left out; a result has at most 1000]',
      )
    },
  )

  test('has sounds and files whose encoding is broken into lines, or ends early', async () => {
    const audio = (data: string): JsonObject => ({ type: 'audio', data, mimeType: 'audio/wav' })
    const read = async (data: string) => (await answered({ content: [audio(data)] })).content[0]
    expect(await read('AAAA\r\nBBBB\n')).toEqual(audio('AAAABBBB'))
    expect(await read('AAA')).toEqual(audio('AAA='))
    expect(await read('AA==')).toEqual(audio('AA=='))
    for (const wrong of ['A', 'AA===', 'A=AA', '=', 'AA-_', 'AAA\u0000']) {
      expect(await read(wrong)).toMatchObject({ type: 'text' })
    }
    const long = 'A'.repeat(12_000_000)
    expect(await read(long)).toEqual(audio(long))
    expect(await read(`${long}!`)).toMatchObject({ type: 'text' })
  })

  verifies(['fault:B030'], 'has pictures within the bounds of those that are read from disk', async () => {
    const picture = (data: string, mimeType = 'image/png'): JsonObject => ({ type: 'image', data, mimeType })
    const wide = await answered({ content: [picture(png(8001, 10))] })
    expect(contentText(wide.content)).toBe(
      '[image/png, 8001 x 10 pixels, 24 bytes; only pictures of at most 8000 pixels a side are shown; scale it down to look at it]',
    )
    const within = await answered({ content: [text('shot'), picture(png(3840, 2160), 'image/jpeg')] })
    // Under the type that it has, not the one that was claimed.
    expect(within.content).toEqual([text('shot'), picture(png(3840, 2160))])
    const lie = await answered({
      content: [picture(Buffer.from('<svg onload=x>').toString('base64').padEnd(20, '='), 'image/svg\u202e')],
    })
    expect(contentText(lie.content)).toMatch(
      /^\[(image\/svg\\u\{202e\}, \d+ bytes; only PNG|this block is not)/,
    )
    const failed = await answered({ content: [text('no'), picture(png(8001, 10))], isError: true })
    expect(failed).toMatchObject({ isError: true, error: { info: { code: 'MCP_TOOL_ERROR' } } })
    expect(contentText(failed.content)).toContain('only pictures of at most 8000 pixels a side are shown')
  })

  test('of a failed call is a failure with the words of the server', async () => {
    expect(
      await answered({ content: [text('no such issue')], isError: true, structured: { a: 1 } }),
    ).toMatchObject({
      isError: true,
      error: { message: 'no such issue', info: { name: 'McpError', code: 'MCP_TOOL_ERROR' } },
      content: [text('Error: no such issue')],
    })
    const silent = await answered({ isError: true })
    expect(silent).toMatchObject({ error: { message: 'the tool failed and did not say why' } })
    const loud = await answered({ content: [text('x'.repeat(1_000_000))], isError: true })
    expect(loud.isError && loud.error.message.length).toBeLessThan(70_000)
    expect(loud.isError && loud.error.info?.retryable).toBeUndefined()
  })

  test('has to be what its output schema says', async () => {
    const outputSchema = {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1 } },
      required: ['n'],
    }
    expect(await answered({ structured: { n: 1 } }, { outputSchema })).toMatchObject({ value: { n: 1 } })
    const malformed = { isError: true, error: { info: { code: 'MCP_MALFORMED' } } }
    const wrong = await answered({ structured: { n: 0 } }, { outputSchema })
    expect(wrong).toMatchObject(malformed)
    expect(wrong.isError && wrong.error.message).toContain('"n" must be at least 1')
    expect(await answered({ content: [text('fine')] }, { outputSchema })).toMatchObject(malformed)
    // An error of the tool need not be.
    expect(await answered({ content: [text('bad')], isError: true }, { outputSchema })).toMatchObject({
      error: { message: 'bad' },
    })
    for (const odd of [true, 7, { $ref: 'https://evil.example/x' }, { type: 'nonsense' }] as JsonValue[]) {
      expect(await answered({ structured: { n: 1 } }, { outputSchema: odd })).toMatchObject({
        value: { n: 1 },
      })
    }
  })
})
