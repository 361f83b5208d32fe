import { readdir, readFile } from 'node:fs/promises'
import type { JsonValue } from '@millrace/protocol'
import { createTools } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { changePreview, SeenFiles, workspaceTools, type ChangePreview } from '../src/index.ts'
import { callsOn } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()
const never = new AbortController().signal

async function previewOf(name: string, args: JsonValue, seen?: SeenFiles): Promise<ChangePreview> {
  const preview = await changePreview(workspace.files, seen)(name, args, never)
  if (preview === undefined) throw new Error('there is no preview')
  return preview
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

describe('a preview', () => {
  test.each([
    ['an edit', 'edit', { path: 'a', edits: [{ oldText: 'line 10\n', newText: 'ten\n' }] }],
    ['a write', 'write', { path: 'a', content: numbered(30).replace('line 10\n', 'ten\n'), overwrite: true }],
    ['a new file', 'write', { path: 'new/folder/b', content: 'one\ntwo\n' }],
  ])('of %s is the card that the call itself leaves, and changes nothing', async (_, name, args) => {
    await workspace.put({ a: numbered(30) })
    const { view, problem } = await previewOf(name, args)
    expect(problem).toBeUndefined()
    expect(await readdir(workspace.folder)).toEqual(['a'])
    expect(await readFile(workspace.at('a'), 'utf8')).toBe(numbered(30))
    const { resultView, callView } = await call(name, args)
    expect(resultView).toMatchObject({ card: 'diff' })
    const expected = { title: callView?.title, locations: [{ path: args.path }], ...resultView }
    expect(view).toEqual(expected)
  })

  test('has the lines around a change, with their numbers', async () => {
    await workspace.put({ a: numbered(30) })
    const { view } = await previewOf('edit', { path: 'a', edits: [{ oldText: 'line 10\n', newText: '' }] })
    expect(view).toMatchObject({
      diffs: [{ path: 'a', line: 7, newText: 'line 7\nline 8\nline 9\nline 11\nline 12\nline 13\n' }],
    })
  })

  test('tells of a write that nothing of the file stays, and what it loses', async () => {
    await workspace.put({ a: `\ufeff${numbered(500).replaceAll('\n', '\r\n')}` })
    const { view } = await previewOf('write', { path: 'a', content: 'x\n', overwrite: true })
    expect(view.title).toBe('a; all 500 lines replaced; byte order mark lost; CRLF becomes LF')
    const { resultView } = await call('write', { path: 'a', content: 'x\n', overwrite: true })
    expect(resultView?.title).toBe(view.title)
  })

  test('tells how many places are replaced', async () => {
    await workspace.put({ a: 'x\n'.repeat(12) })
    const edits = [{ oldText: 'x', newText: 'y', replaceAll: true }]
    expect((await previewOf('edit', { path: 'a', edits })).view.title).toBe('a; every place: 12')
  })

  test.each([
    ['the same content', 'same\n', 'same\n', { card: 'generic', title: 'a; nothing would change' }],
    ['the same lines', '\ufeffsame\n', 'same\n', { title: 'a; byte order mark lost; no line changes' }],
    ['binary data', '\0\0', 'same\n', { card: 'diff', title: 'a; binary data replaced' }],
  ])('of a write over %s says so', async (_, old, content, expected) => {
    await workspace.put({ a: old })
    expect((await previewOf('write', { path: 'a', content, overwrite: true })).view).toMatchObject(expected)
  })

  test.each([
    ['edit', { path: 'none', edits: [{ oldText: 'x', newText: 'y' }] }, 'does not exist'],
    ['edit', { path: 'a', edits: [{ oldText: 'missing', newText: 'y' }] }, 'oldText is not in the file'],
    ['write', { path: 'a', content: 'x' }, 'pass overwrite: true'],
    ['write', { path: 'folder', content: 'x' }, 'is a folder'],
  ])('of a call of %s that would fail says why: %j', async (name, args, why) => {
    await workspace.put({ a: 'text\n', 'folder/b': '' })
    const { view, problem } = await previewOf(name, args)
    expect(problem).toContain(why)
    expect(view.title).toBe(`${args.path}; would fail: ${problem}`)
    expect((await call(name, args)).result.error?.message).toBe(problem)
  })

  test('knows what was read, and does not count as reading or writing', async () => {
    const seen = new SeenFiles()
    const tools = callsOn(createTools({ tools: workspaceTools(workspace.files, { seen }) }))
    await workspace.put({ a: 'old\n' })
    const args = { path: 'a', content: 'new\n' }
    expect((await previewOf('write', args, seen)).problem).toBeDefined()
    expect((await tools('write', args)).code).toBe('FS_EXISTS')
    await tools('read', { path: 'a' })
    expect((await previewOf('write', args, seen)).problem).toBeUndefined()
    expect((await tools('write', args)).code).toBeUndefined()
  })

  test.each([
    ['another tool', 'read', { path: 'a' }],
    ['arguments that are refused', 'edit', { path: 'a', edits: [] }],
    ['what are no arguments', 'write', null],
  ])('is not there for %s', async (_, name, args) => {
    expect(await changePreview(workspace.files)(name, args, never)).toBeUndefined()
  })

  test('is not there once the caller gave up', async () => {
    const args = { path: 'a', content: 'x' }
    expect(await changePreview(workspace.files)('write', args, AbortSignal.abort())).toBeUndefined()
  })
})
