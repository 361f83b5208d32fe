import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { JsonValue } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { SeenFiles, wholeChange, type WholeChange } from '../src/index.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()
const never = new AbortController().signal

function changeOf(name: string, args: JsonValue, seen?: SeenFiles): Promise<WholeChange | undefined> {
  return wholeChange(workspace.files, seen)(name, args, never)
}

const text = '\ufeffone\r\ntwo\r\nthree\r\n'

describe('a whole change', () => {
  test.each([
    ['an edit', 'edit', { path: 'a', edits: [{ oldText: 'two', newText: 'zwei' }] }, text],
    ['a write', 'write', { path: './a', content: 'new\n', overwrite: true }, text],
    ['a new file', 'write', { path: 'new/folder/b', content: 'new\n' }, undefined],
  ])('of %s has both texts as they stand, and changes nothing', async (_, name, args, before) => {
    await workspace.put({ a: text })
    const change = await changeOf(name, args)
    expect(await readdir(workspace.folder)).toEqual(['a'])
    expect(await readFile(workspace.at('a'), 'utf8')).toBe(text)
    await call(name, args)
    const path = workspace.at(args.path)
    expect(change).toEqual({ path, before, after: await readFile(path, 'utf8') })
  })

  test.each([
    ['another tool', 'read', { path: 'a' }],
    ['wrong arguments', 'edit', { path: 'a' }],
    ['a call that would fail', 'edit', { path: 'a', edits: [{ oldText: 'four', newText: '' }] }],
    ['a call that would change nothing', 'write', { path: 'a', content: text, overwrite: true }],
    ['a place outside', 'write', { path: '../b', content: '' }],
    ['a file that is no UTF-8', 'write', { path: 'bytes', content: 'x', overwrite: true }],
  ])('is not known of %s', async (_, name, args) => {
    await workspace.put({ a: text })
    await writeFile(workspace.at('bytes'), Buffer.from([0x80, 0xff]))
    expect(await changeOf(name, args)).toBeUndefined()
  })

  test('notes nothing as seen', async () => {
    await workspace.put({ a: text })
    const seen = new SeenFiles()
    await changeOf('edit', { path: 'a', edits: [{ oldText: 'two', newText: 'zwei' }] }, seen)
    expect(seen.hasSeen(undefined, { location: 'a' })).toBe(false)
  })

  test('is not looked for once nobody waits for it', async () => {
    await workspace.put({ a: text })
    const args = { path: 'a', edits: [{ oldText: 'two', newText: 'zwei' }] }
    expect(await wholeChange(workspace.files)('edit', args, AbortSignal.abort())).toBeUndefined()
  })
})
