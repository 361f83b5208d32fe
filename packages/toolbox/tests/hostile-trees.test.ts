import { mkdirSync, writeFileSync } from 'node:fs'
import { FileError } from '@millrace/host'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { callsOn, guardedTools } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { countFolders, wrapFolders } from './support/workspace.ts'

const { workspace, call } = inWorkspace()

describe('a deep tree', () => {
  verifies(['fault:B102', 'fault:B105'], 'takes few folders at a time, and all of it is found', async () => {
    const depth = 300
    let path = ''
    for (let level = 0; level < depth; level += 1) {
      path += 'd/'
      mkdirSync(workspace.at(path))
      writeFileSync(workspace.at(`${path}f`), 'x')
      writeFileSync(workspace.at(`${path}a`), '')
    }
    const { files, open } = countFolders(workspace.files)
    let most = 0
    const watched = wrapFolders(files, (folder) => {
      most = Math.max(most, open())
      return folder
    })
    const tools = callsOn(guardedTools(watched))
    const listed = await tools('glob', { pattern: '**/f', maxResults: 1000 })
    expect(listed.value).toMatchObject({ total: depth, skipped: { unreadable: 0 } })
    const { paths } = listed.value as { paths: string[] }
    expect(paths).toEqual([...paths].sort())
    expect(paths).toContain(`${path}f`)
    expect((await tools('glob', { pattern: '**/f', sort: 'newest' })).value).toMatchObject({ total: depth })
    expect((await tools('grep', { pattern: 'x' })).value).toMatchObject({ total: depth })
    expect(most).toBeLessThan(110)
    expect(open()).toBe(0)
  })
})

describe('a machine without free descriptors', () => {
  verifies(['fault:B102'], 'makes a search incomplete, and says why', async () => {
    await workspace.put({ 'a/x': 'x', 'b/x': 'x', 'c/x': 'x' })
    const files = wrapFolders(workspace.files, (folder) => ({
      ...folder,
      directory: (name, signal) =>
        name === 'b'
          ? Promise.reject(new FileError('FS_TOO_MANY_OPEN', name, 'could not be opened'))
          : folder.directory(name, signal),
    }))
    for (const [name, args] of [
      ['glob', { pattern: '**/x' }],
      ['grep', { pattern: 'x' }],
    ] as const) {
      const { value, text, resultView } = await callsOn(guardedTools(files))(name, args)
      expect(value).toMatchObject({
        total: 2,
        incomplete: true,
        tooManyOpen: true,
        skipped: { unreadable: 1 },
        unreadable: [{ path: 'b', code: 'FS_TOO_MANY_OPEN' }],
      })
      expect(text).toContain('[too many files were open to search all: the counts are not complete]')
      expect(resultView).toMatchObject({ title: expect.stringContaining('too many files were open') })
    }
  })
})

describe('a machine without descriptors for a look at times', () => {
  verifies(['fault:B102'], 'does not pass off the order as that of the changes', async () => {
    await workspace.put({ a: '' })
    const files = wrapFolders(workspace.files, (folder) => ({
      ...folder,
      stat: (name) => Promise.reject(new FileError('FS_TOO_MANY_OPEN', name, 'could not be opened')),
    }))
    const { value } = await callsOn(guardedTools(files))('glob', { pattern: '*', sort: 'newest' })
    expect(value).toMatchObject({ paths: ['a'], incomplete: true, tooManyOpen: true })
  })
})

describe('a folder whose name is not UTF-8', () => {
  verifies(['fault:B102', 'fault:B099'], 'is counted where a match could lie in it', async () => {
    await workspace.put({ 'a/f.txt': 'x' })
    const odd = Buffer.concat([Buffer.from(`${workspace.folder}/`), Buffer.from([0x78, 0xff])])
    mkdirSync(odd)
    const unreadable = [{ path: 'x\ufffd', code: 'FS_INVALID_PATH' }]
    for (const pattern of ['**/f.txt', '*/f.txt', '**']) {
      const { value } = await call('glob', { pattern })
      expect(value).toMatchObject({ total: 1, skipped: { unreadable: 1, special: 0 }, unreadable })
    }
    const { value } = await call('grep', { pattern: 'x', include: '*.txt' })
    expect(value).toMatchObject({ total: 1, skipped: { unreadable: 1 }, unreadable })
    expect((await call('glob', { pattern: 'a/*' })).value).toMatchObject({ skipped: { unreadable: 0 } })
  })
})
