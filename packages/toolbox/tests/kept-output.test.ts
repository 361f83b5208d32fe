import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { spillReader, SpillStore } from '@millrace/host'
import { text, type JsonValue } from '@millrace/protocol'
import { createTools, type ToolDefinition } from '@millrace/tools'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { workspaceGuard } from '../src/guard/workspace-guard.ts'
import type { FileOperations } from '../src/workspace/operations.ts'
import { workspaceTools } from '../src/tools.ts'
import { withSpills } from '../src/workspace/with-spills.ts'
import { callsOn, guardedTools, type Call } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace } = inWorkspace()
let store: SpillStore
let files: FileOperations
let call: Call
let path: string

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-toolbox-kept-'))
  store = await SpillStore.open({ folder, maxFileBytes: 100_000, maxTotalBytes: 100_000 })
  const file = store.create('output')
  await file.write(Buffer.from('first\nsecond\nthird\n'))
  path = file.path
  files = withSpills(workspace.files, spillReader(folder))
  call = callsOn(guardedTools(files))
})

afterEach(async () => {
  await store.close()
  await rm(store.folder, { recursive: true, force: true })
})

describe('kept output', () => {
  test('is read by its path, in windows', async () => {
    const { value, text: shown, resultView } = await call('read', { path, offset: 2, limit: 1 })
    expect(value).toMatchObject({ kind: 'text', path, lines: ['second'], totalLines: 3, next: 3 })
    expect(shown).toBe('2\tsecond\n[lines 2-2 of 3; continue with offset 3]')
    expect(resultView).toMatchObject({ card: 'read', path })
  })

  test('does not stand in the way of the workspace', async () => {
    await workspace.put({ 'a.txt': 'mine\n' })
    expect((await call('read', { path: 'a.txt' })).value).toMatchObject({ path: 'a.txt', lines: ['mine'] })
    expect((await call('read', { path: workspace.at('a.txt') })).value).toMatchObject({ path: 'a.txt' })
    expect((await call('write', { path: 'b.txt', content: 'new' })).result.isError).toBe(false)
    expect((await call('glob', { pattern: '**' })).value).toMatchObject({ paths: ['a.txt', 'b.txt'] })
  })

  verifies(['security:F1'], 'can be changed by no tool, whoever calls', async () => {
    const attempts: [string, JsonValue][] = [
      ['write', { path, content: 'mine', overwrite: true }],
      ['edit', { path, edits: [{ oldText: 'first', newText: 'mine' }] }],
    ]
    for (const [name, args] of attempts) {
      await call('read', { path })
      const denied = await call(name, args)
      expect(denied.text).toContain(`"${path}" is kept output, which can be read and not changed`)
      expect(denied.code).toBeUndefined()
      const unguarded = callsOn(createTools({ tools: workspaceTools(files) }))
      expect((await unguarded(name, args)).code).toBe('FS_READ_ONLY')
    }
    expect(await readFile(path, 'utf8')).toBe('first\nsecond\nthird\n')
  })

  verifies(['security:F1'], 'cannot be listed, and nothing beside it can be reached', async () => {
    await writeFile(join(store.folder, 'notes.txt'), 'secret')
    for (const other of [
      store.folder,
      join(store.folder, 'notes.txt'),
      `${store.folder}/./${basename(path)}`,
      `${path}/../notes.txt`,
      join(store.folder, '..', 'x', basename(path)),
    ]) {
      const { result, text: shown } = await call('read', { path: other })
      expect(result.isError).toBe(true)
      expect(shown).toContain('is outside the workspace')
    }
    for (const [name, args] of [
      ['glob', { pattern: '*', path: store.folder }],
      ['grep', { pattern: 'secret', path: store.folder }],
      ['glob', { pattern: `${store.folder}/*` }],
    ] as const) {
      expect((await call(name, args)).text).toContain('is outside the workspace')
    }
    expect((await call('glob', { pattern: '*', path })).code).toBe('FS_OUTSIDE_ROOT')
    expect(await readdir(store.folder)).toHaveLength(2)
  })

  test('that is gone is said to be, with what to do', async () => {
    await store.remove(path)
    const { code, text: shown } = await call('read', { path })
    expect(code).toBe('FS_NOT_FOUND')
    expect(shown).toContain('kept output is removed after a while; make the call that gave it again')
  })

  verifies(['security:F1'], 'is out of reach for a tool that does not say that it only reads', async () => {
    for (const access of ['write', undefined, 'all']) {
      const tool: ToolDefinition = {
        name: 'other',
        description: 'Another tool.',
        parameters: { type: 'object' },
        output: { schema: {}, render: () => [text('ran')] },
        touches: () => ({ paths: [{ path, access: access as 'write' }] }),
        execute: async () => null,
      }
      const runtime = createTools({ tools: [tool] })
      runtime.guard(workspaceGuard((name) => runtime.get(name), files))
      expect((await callsOn(runtime)('other', {})).text).toContain('is kept output')
    }
  })
})
