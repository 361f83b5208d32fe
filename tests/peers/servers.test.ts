import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonValue } from '@millrace/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../spec/verifies.ts'
import { peer, type PeerName } from './peers.ts'
import { withServers, type WithServers } from './with-servers.ts'

const [everything, filesystem, memory] = [peer('everything'), peer('filesystem'), peer('memory')]

/** The smallest picture in PNG. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(everything === undefined || filesystem === undefined || memory === undefined)(
  'real servers',
  () => {
    let folder: string
    let bench: WithServers
    const tried = new Set<string>()

    beforeAll(async () => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-peers-')))
      process.env['MILLRACE_PEERS_SECRET'] = 'kept back'
      const stdio = (name: PeerName, args: readonly string[] = [], env = {}) => {
        const { node, script } = peer(name) ?? { node: '', script: '' }
        return { type: 'stdio', command: node, args: [script, ...args], env, startTimeoutMs: 90_000 } as const
      }
      bench = await withServers(
        {
          everything: stdio('everything'),
          files: stdio('filesystem', [folder]),
          memory: stdio('memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
        },
        folder,
        { name: 'Ada' },
      )
    }, 300_000)

    afterAll(async () => {
      await bench.close()
      delete process.env['MILLRACE_PEERS_SECRET']
      rmSync(folder, { recursive: true, force: true })
    })

    /** The value of a call that has to succeed. */
    const value = async (tool: string, args: unknown = {}): Promise<JsonValue> => {
      tried.add(tool)
      const result = await bench.call(`mcp__${tool}`, args)
      if (result.isError) throw new Error(`${tool}: ${result.error.message}`)
      return result.value
    }
    /** What a model gets of it. */
    const content = async (tool: string, args: unknown = {}) => {
      tried.add(tool)
      return (await bench.call(`mcp__${tool}`, args)).content
    }
    const at = (name: string): string => join(folder, name)

    test('are ready, with nothing left out', () => {
      for (const { name, state } of bench.ctx.mcp.servers())
        expect([name, state.kind]).toEqual([name, 'ready'])
    })

    verifies(['fault:B007'], 'server-everything: texts, sums and structures keep their types', async () => {
      expect(await value('everything__echo', { message: 'hi' })).toBe('Echo: hi')
      expect(await value('everything__get-sum', { a: 2, b: 40.5 })).toMatch(/42\.5/)
      expect(await value('everything__get-structured-content', { location: 'New York' })).toEqual({
        temperature: expect.any(Number),
        conditions: expect.any(String),
        humidity: expect.any(Number),
      })
      const told = await content('everything__get-structured-content', { location: 'Chicago' })
      expect(told).toEqual([{ type: 'text', text: expect.stringContaining('temperature') }])
      const wrong = await bench.call('mcp__everything__get-sum', { a: '2', b: 1 })
      expect(wrong).toMatchObject({ isError: true, error: { info: { code: 'INVALID_ARGS' } } })
    })

    test('server-everything: pictures, links and resources are blocks', async () => {
      const blocks = await content('everything__get-tiny-image')
      expect(blocks.map(({ type }) => type)).toEqual(['text', 'image', 'text'])
      expect(blocks[1]).toMatchObject({ type: 'image', mimeType: 'image/png' })
      const annotated = await content('everything__get-annotated-message', {
        messageType: 'error',
        includeImage: true,
      })
      expect(annotated.map(({ type }) => type)).toEqual(['text', 'image'])
      const links = await content('everything__get-resource-links', { count: 2 })
      expect(JSON.stringify(links)).toMatch(/demo:\/\/resource/)
      const reference = await content('everything__get-resource-reference', {
        resourceType: 'Text',
        resourceId: 1,
      })
      expect(JSON.stringify(reference)).toMatch(/demo:\/\/resource\/dynamic\/text\/1/)
      const packed = await content('everything__gzip-file-as-resource', {
        name: 'a.gz',
        data: 'data:text/plain,hello',
        outputType: 'resourceLink',
      })
      expect(JSON.stringify(packed)).toMatch(/a\.gz/)
    })

    test('server-everything: its environment has nothing that was not meant for it', async () => {
      const environment = JSON.stringify(await value('everything__get-env'))
      expect(environment).toContain('PATH')
      expect(environment).not.toContain('kept back')
    })

    test('server-everything: progress reaches those who watch the call', async () => {
      const before = bench.progress.length
      await value('everything__trigger-long-running-operation', { duration: 0.4, steps: 4 })
      const seen = bench.progress.slice(before)
      expect(seen.length).toBeGreaterThanOrEqual(1)
      expect(JSON.stringify(seen)).toContain('4')
    })

    verifies(['fault:B042'], 'server-everything: a call that is given up ends at once', async () => {
      const giving = new AbortController()
      const before = bench.progress.length
      const call = bench.call(
        'mcp__everything__trigger-long-running-operation',
        { duration: 600, steps: 6000 },
        giving.signal,
      )
      await expect.poll(() => bench.progress.length, { timeout: 60_000 }).toBeGreaterThan(before)
      giving.abort(new Error('enough'))
      expect((await call).isError).toBe(true)
      expect(await value('everything__echo', { message: 'after' })).toBe('Echo: after')
    })

    test('server-everything: what it asks is a question to the person', async () => {
      const answered = await value('everything__trigger-elicitation-request')
      expect(bench.questions.at(-1)).toMatchObject({ kind: 'form', server: 'everything' })
      expect(JSON.stringify(answered)).toContain('Ada')
      await value('everything__trigger-url-elicitation', { url: 'https://example.com/consent' })
      expect(bench.questions.at(-1)).toMatchObject({ kind: 'url', url: 'https://example.com/consent' })
    })

    test('server-everything: its log and its news go where they belong', async () => {
      const before = bench.log.length
      expect(await value('everything__toggle-simulated-logging')).toMatch(/Started/i)
      await expect.poll(() => bench.log.length, { timeout: 60_000 }).toBeGreaterThan(before)
      await value('everything__toggle-simulated-logging')
      expect(await value('everything__toggle-subscriber-updates')).toMatch(/Started/i)
      await value('everything__toggle-subscriber-updates')
    })

    test('server-everything: work of several stages comes to its end', async () => {
      expect(await value('everything__simulate-research-query', { topic: 'mills' })).toMatch(/mills/)
    })

    test('server-filesystem: files are written, changed, found, moved and read', async () => {
      expect(JSON.stringify(await value('files__list_allowed_directories'))).toContain(folder)
      await value('files__create_directory', { path: at('sub') })
      await value('files__write_file', { path: at('sub/a.txt'), content: 'one\ntwo\n' })
      const edits = [{ oldText: 'two', newText: 'three' }]
      expect(JSON.stringify(await value('files__edit_file', { path: at('sub/a.txt'), edits }))).toContain(
        '+three',
      )
      await value('files__move_file', { source: at('sub/a.txt'), destination: at('sub/b.txt') })
      expect(readFileSync(at('sub/b.txt'), 'utf8')).toBe('one\nthree\n')
      for (const tool of ['read_text_file', 'read_file'] as const) {
        expect(JSON.stringify(await value(`files__${tool}`, { path: at('sub/b.txt') }))).toContain('three')
      }
      expect(
        JSON.stringify(await value('files__read_multiple_files', { paths: [at('sub/b.txt')] })),
      ).toContain('one')
      for (const tool of ['list_directory', 'list_directory_with_sizes', 'directory_tree'] as const) {
        expect(JSON.stringify(await value(`files__${tool}`, { path: folder }))).toContain('sub')
      }
      expect(
        JSON.stringify(await value('files__search_files', { path: folder, pattern: '**/*.txt' })),
      ).toContain('b.txt')
      expect(JSON.stringify(await value('files__get_file_info', { path: at('sub/b.txt') }))).toContain('size')
      writeFileSync(at('dot.png'), dot)
      const [picture] = await content('files__read_media_file', { path: at('dot.png') })
      expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png', data: dot.toString('base64') })
      const outside = await bench.call('mcp__files__read_text_file', { path: '/etc/hostname' })
      expect(outside).toMatchObject({ isError: true, error: { info: { code: 'MCP_TOOL_ERROR' } } })
    })

    test('server-memory: a graph is built, read and taken apart', async () => {
      const entities = ['mill', 'river'].map((name) => ({ name, entityType: 'thing', observations: ['old'] }))
      await value('memory__create_entities', { entities })
      const relations = [{ from: 'mill', to: 'river', relationType: 'stands at' }]
      await value('memory__create_relations', { relations })
      await value('memory__add_observations', { observations: [{ entityName: 'mill', contents: ['turns'] }] })
      expect(await value('memory__search_nodes', { query: 'turns' })).toMatchObject({
        entities: [{ name: 'mill' }],
      })
      expect(await value('memory__open_nodes', { names: ['river'] })).toMatchObject({
        entities: [{ name: 'river' }],
      })
      await value('memory__delete_observations', {
        deletions: [{ entityName: 'mill', observations: ['old'] }],
      })
      await value('memory__delete_relations', { relations })
      await value('memory__delete_entities', { entityNames: ['river'] })
      expect(await value('memory__read_graph')).toEqual({
        entities: [{ name: 'mill', entityType: 'thing', observations: ['turns'] }],
        relations: [],
      })
    })

    test('all of their tools have been tried', () => {
      const all = bench.ctx.mcp
        .servers()
        .flatMap(({ name, tools }) => tools.map((tool) => `${name}__${tool.remoteName}`))
      expect([...tried].toSorted()).toEqual(all.toSorted())
      expect(all.filter((name) => name.startsWith('everything'))).toHaveLength(15)
    })
  },
)
