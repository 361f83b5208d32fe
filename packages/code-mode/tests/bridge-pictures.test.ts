import { text, type ContentBlock, type JsonValue, type UserMessage } from '@millrace/protocol'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import type { ToolDefinition } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { codeBench, tool } from './support/setup.ts'

/** A PNG of 2 by 3 pixels, as far as its header goes. */
function png(seed: number): string {
  const bytes = Buffer.alloc(40, seed)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(2, 16)
  bytes.writeUInt32BE(3, 20)
  return bytes.toString('base64')
}

const image = (seed: number): ContentBlock & { data: string } => ({
  type: 'image',
  data: png(seed),
  mimeType: 'image/png',
})

const shot = (name: string, value: JsonValue, content: ContentBlock[]): ToolDefinition =>
  tool({ name, output: { schema: {}, render: () => content }, execute: async () => value })

async function bench(limits: object = {}) {
  const opened = await codeBench({ runtime: inlineRuntime(), limits })
  opened.tools.register(shot('shot', { at: 1, picture: png(1) }, [text('shot'), image(1)]))
  opened.tools.register(
    shot('blocks', [text('two'), image(1), image(2)] as never, [text('two'), image(1), image(2)]),
  )
  return opened
}

const handle = { $image: 'img_1', mimeType: 'image/png', bytes: 40, width: 2, height: 3 }

const shownBy = (messages: readonly UserMessage[] | undefined): unknown[] =>
  (messages ?? []).map(({ content, source }) => [
    source?.kind === 'plugin' && source.plugin,
    (content as ContentBlock[]).flatMap((block) => (block.type === 'image' ? [block.data] : [])),
  ])

describe('pictures', () => {
  verifies(['contract:B9'], 'are handles to a program, and are attached where it asks for it', async () => {
    const { run } = await bench()
    const seen = await run(`
      const one = await tools.shot({})
      const two = await tools.blocks({})
      console.log(JSON.stringify(two))
      return { at: one.at, same: one.picture.$image === two[1].$image, keys: one.picture }`)
    expect(seen.value).toMatchObject({ result: { at: 1, same: true, keys: handle } })
    for (const seed of [1, 2]) expect(JSON.stringify(seen.value)).not.toContain(png(seed))
    const { logs } = seen.value as { logs: string[] }
    expect(JSON.parse(logs[0] ?? '')).toEqual([text('two'), handle, { ...handle, $image: 'img_2' }])
    // It returned one of them.
    expect(shownBy(seen.additionalContexts)).toEqual([['code-mode', [png(1)]]])
    const silent = await run('const { picture } = await tools.shot({}); return picture.bytes')
    expect(silent.additionalContexts).toBeUndefined()
    const asked = await run(
      'const blocks = await tools.blocks({}); show(blocks[2]); await show(blocks[2]); return 1',
    )
    expect(shownBy(asked.additionalContexts)).toEqual([['code-mode', [png(2)]]])
  })

  verifies(
    ['contract:B9'],
    'come behind the messages of calls, also where the program fails later',
    async () => {
      const { ctx, run } = await bench()
      ctx.on('tools/post-execute', async (exec, _result, next) => {
        const decision = await next()
        if (exec.name === 'run_code' || decision.kind !== 'accept') return decision
        const about: UserMessage = {
          role: 'user',
          content: `about ${exec.callId}`,
          source: { kind: 'plugin', plugin: 'p' },
        }
        return { ...decision, additionalContexts: [about] }
      })
      const result = await run(
        'await tools.shot({}); await show((await tools.blocks({}))[1]); throw new Error("later")',
        {
          callId: 'o',
        },
      )
      expect(result.isError).toBe(true)
      expect(result.additionalContexts?.slice(0, 2).map(({ content }) => content)).toEqual([
        'about o:code:1',
        'about o:code:2',
      ])
      expect(shownBy(result.additionalContexts?.slice(2))).toEqual([['code-mode', [png(1)]]])
    },
  )

  verifies(
    ['contract:B9'],
    'that a policy took out are not attached, and never reach the program',
    async () => {
      const { ctx, run } = await bench()
      ctx.on('tools/post-execute', async (exec, _result, next) =>
        exec.name === 'blocks' ? { kind: 'accept', content: [text('no pictures here')] } : next(),
      )
      const result = await run(
        'const [, one] = await tools.blocks({}); try { await show(one) } catch (e) { return [one, e.message] }',
      )
      const [one, message] = (result.value as { result: [JsonValue, string] }).result
      expect(one).toEqual(handle)
      expect(message).toContain('was not in the content of its result')
      ctx.on('tools/post-execute', async (exec, _result, next) =>
        exec.name === 'shot' ? { kind: 'block', feedback: [text('blocked')] } : next(),
      )
      const blocked = await run('return await tools.shot({})')
      expect([blocked.isError, blocked.additionalContexts]).toEqual([true, undefined])
    },
  )

  test('are few and not too large', async () => {
    const { run } = await bench({ images: 1 })
    const many = await run(`
      const [, one, two] = await tools.blocks({})
      await show(one)
      try { await show(two) } catch (error) { return error.message }`)
    expect(many.value).toMatchObject({ result: expect.stringContaining('at most 1 pictures') })
    const returned = await run('return await tools.blocks({})')
    expect(returned.value).toMatchObject({ logs: [expect.stringContaining('at most 1 pictures')] })
    const small = await bench({ imageBytes: 39 })
    const large = await small.run('const { picture } = await tools.shot({}); return picture')
    expect(large.additionalContexts).toBeUndefined()
    expect(large.value).toMatchObject({ logs: [expect.stringContaining('has 40 bytes')] })
    expect(
      (await run('try { await show({ $image: "img_9" }) } catch (e) { return e.message }')).value,
    ).toMatchObject({
      result: expect.stringContaining('there is no such picture'),
    })
  })

  verifies(['contract:B9'], 'and a call that concludes the turn concludes that of the program', async () => {
    const { tools, run } = await bench()
    tools.register(tool({ name: 'last', execute: async (_args, exec) => (exec.concludeTurn(), 1) }))
    expect(await run('return await tools.last({})')).toMatchObject({ concludesTurn: true })
    expect((await run('return await tools.shot({})')).concludesTurn).toBeUndefined()
    expect((await run('await tools.last({}); throw 1')).concludesTurn).toBeUndefined()
  })
})
