import { chmod, link, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { countingIds } from '@millrace/host'
import type { ToolExecutionResult } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { SeenFiles } from '../src/workspace/seen-files.ts'
import { guardedTools } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { waysToChange } from './support/ways-to-change.ts'

const { workspace, call } = inWorkspace()
const onDisk = (path: string): Promise<string> => readFile(workspace.at(path), 'utf8')

/** Somebody else's change, which leaves size and times as they were as far as anybody can. */
async function changeOutside(path: string, content: string): Promise<void> {
  await writeFile(workspace.at(path), content)
  await utimes(workspace.at(path), 1, 1)
}

describe('what was read', () => {
  verifies(['fault:B095'], 'stays good through own changes, and not through those of others', async () => {
    await workspace.put({ a: 'one\ntwo\n' })
    const edit = (oldText: string, newText: string): ReturnType<typeof call> =>
      call('edit', { path: 'a', edits: [{ oldText, newText }] })
    await call('read', { path: 'a' })
    const codes = [
      (await edit('one', '1')).code,
      (await edit('1', 'eins')).code,
      (await call('write', { path: 'a', content: 'new\n' })).code,
      (await edit('new', 'newer')).code,
    ]
    expect(codes).toEqual([undefined, undefined, undefined, undefined])
    await changeOutside('a', 'NEWER')
    const { code, text } = await edit('NEWER', 'x')
    expect(code).toBe('FS_STALE_VERSION')
    expect(text).toContain('has changed since you read it, perhaps by a command')
    expect(await onDisk('a')).toBe('NEWER')
    await call('read', { path: 'a' })
    expect((await edit('NEWER', 'x')).code).toBeUndefined()
  })

  for (const { name, tool, args } of waysToChange) {
    verifies(['fault:B095'], `${name} is refused where somebody else changed the file since`, async () => {
      await workspace.put({ a: 'keep\nold\nmore\n' })
      await call('read', { path: 'a', limit: 1 })
      await changeOutside('a', 'keep\nold\n')
      expect((await call(tool, args('a'))).code).toBe('FS_STALE_VERSION')
      expect(await onDisk('a')).toBe('keep\nold\n')
      await call('read', { path: './a' })
      expect((await call(tool, args('a'))).code).toBeUndefined()
      expect(await onDisk('a')).toBe('keep\nnew\n')
    })
  }

  test('counts for all spellings of a path', async () => {
    await workspace.put({ 'dir/a': 'old' })
    await symlink('dir', workspace.at('other'))
    await call('read', { path: 'other/a' })
    expect((await call('write', { path: workspace.at('dir/a'), content: 'new' })).code).toBeUndefined()
    await call('read', { path: 'dir/../dir/a' })
    await changeOutside('dir/a', 'changed')
    const { code } = await call('edit', { path: 'other/a', edits: [{ oldText: 'c', newText: 'd' }] })
    expect(code).toBe('FS_STALE_VERSION')
  })

  test('an edit without reading is allowed, and does not count as reading', async () => {
    await workspace.put({ a: 'one\n' })
    expect(
      (await call('edit', { path: 'a', edits: [{ oldText: 'one', newText: 'two' }] })).code,
    ).toBeUndefined()
    expect((await call('write', { path: 'a', content: 'x' })).code).toBe('FS_EXISTS')
  })

  test('a read that failed, and a search, do not count as reading', async () => {
    await workspace.put({ a: 'x\n', '.gitignore': '' })
    await call('read', { path: 'a', offset: 0 })
    await call('grep', { pattern: 'x' })
    expect((await call('write', { path: 'a', content: 'y' })).code).toBe('FS_EXISTS')
    await call('read', { path: 'a', offset: 9 })
    expect((await call('write', { path: 'a', content: 'y' })).code).toBe('FS_EXISTS')
    await call('read', { path: 'a' })
    expect((await call('write', { path: 'a', content: 'y' })).code).toBeUndefined()
  })

  test('in parts lets the whole be replaced only once no line is left', async () => {
    await workspace.put({ a: 'one\ntwo\nthree\nfour\n' })
    const write = (): ReturnType<typeof call> => call('write', { path: 'a', content: 'new\n' })
    await call('read', { path: 'a', limit: 2 })
    await call('read', { path: 'a', offset: 4 })
    const { code, text } = await write()
    expect([code, text]).toEqual(['FS_EXISTS', expect.stringContaining('you have read only a part of it')])
    await call('read', { path: 'a', offset: 2, limit: 2 })
    expect((await write()).code).toBeUndefined()
  })

  test('only the start of a long line is not the whole of its file', async () => {
    await workspace.put({ a: 'x'.repeat(5000) })
    await call('read', { path: 'a' })
    expect((await call('write', { path: 'a', content: 'y' })).code).toBe('FS_EXISTS')
  })

  for (const { name, tool, args } of waysToChange) {
    test(`${name} is made where only the permissions, names and times of the file changed`, async () => {
      await workspace.put({ a: 'keep\nold\n' })
      await call('read', { path: 'a' })
      await chmod(workspace.at('a'), 0o755)
      await link(workspace.at('a'), workspace.at('second'))
      await utimes(workspace.at('a'), 1, 1)
      expect((await call(tool, args('a'))).code).toBeUndefined()
      await chmod(workspace.at('a'), 0o700)
      const back = { path: 'a', edits: [{ oldText: 'new', newText: 'old' }] }
      expect((await call('edit', back)).code).toBeUndefined()
    })
  }

  test('is known of each agent by itself', async () => {
    await workspace.put({ a: 'old' })
    const runtime = guardedTools(workspace.files)
    const ids = countingIds()
    const { signal } = new AbortController()
    const as = (agent: object, name: string, args: object): Promise<ToolExecutionResult> =>
      runtime.execute({ callId: ids.next('call'), name, arguments: args, agent, signal })
    const [first, second] = [{}, {}]
    await as(first, 'read', { path: 'a' })
    expect((await as(second, 'write', { path: 'a', content: 'x' })).error?.info?.code).toBe('FS_EXISTS')
    await as(second, 'read', { path: 'a' })
    expect((await as(second, 'write', { path: 'a', content: 'x' })).isError).toBe(false)
    const stale = await as(first, 'edit', { path: 'a', edits: [{ oldText: 'x', newText: 'y' }] })
    expect(stale.error?.info?.code).toBe('FS_STALE_VERSION')
  })
})

describe('SeenFiles', () => {
  const state = (version: string, location = 'a'): { location: string; version: string } => ({
    location,
    version,
  })

  test('a read that ends after an own change takes nothing back', () => {
    const seen = new SeenFiles()
    seen.noteRead(undefined, state('1'))
    seen.noteEdited(undefined, state('2'), state('1'))
    seen.noteEdited(undefined, state('3'), state('2'))
    seen.noteRead(undefined, state('1'))
    expect(() => seen.refuseStale(undefined, 'a', state('3'))).not.toThrow()
    seen.noteRead(undefined, state('4'))
    expect(() => seen.refuseStale(undefined, 'a', state('3'))).toThrow('has changed since')
  })

  test('forgets the file that was seen longest ago', () => {
    const seen = new SeenFiles()
    for (let index = 0; index < 10_001; index += 1) {
      seen.noteRead(undefined, state('1', `file-${index}`))
      if (index === 5000) seen.noteRead(undefined, state('2', 'file-0'))
    }
    expect(seen.hasSeen(undefined, { location: 'file-0' })).toBe(true)
    expect(seen.hasSeen(undefined, { location: 'file-1' })).toBe(false)
    expect(seen.hasSeen(undefined, { location: 'file-10000' })).toBe(true)
  })
})
