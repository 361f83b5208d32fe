import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import type { JsonValue } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

const calls: readonly (readonly [string, JsonValue])[] = [
  ['read', { path: 'a' }],
  ['glob', { pattern: '**' }],
  ['grep', { pattern: 'x' }],
  ['write', { path: 'new', content: 'x' }],
  ['edit', { path: 'a', edits: [{ oldText: 'x', newText: 'y' }] }],
]

const losses: readonly (readonly [string, () => Promise<void>])[] = [
  ['was deleted', () => rm(workspace.folder, { recursive: true })],
  [
    'was deleted and made again',
    async () => {
      await rm(workspace.folder, { recursive: true })
      await mkdir(workspace.folder)
    },
  ],
  [
    'was moved, and another took its place',
    async () => {
      await rename(workspace.folder, `${workspace.folder}-moved`)
      await mkdir(workspace.folder)
    },
  ],
]

describe.each(losses)('a workspace that %s', (_, lose) => {
  test.each(calls)('is not what %s works on', async (name, args) => {
    await workspace.put({ a: 'x\n' })
    await lose()
    try {
      const { code, text } = await call(name, args)
      expect(code).toBe('FS_ROOT_GONE')
      expect(text).toContain(`"${workspace.folder}" is the root folder, which was deleted, moved or replaced`)
    } finally {
      // Whatever became of it, the folder is there again for the one who removes it.
      await mkdir(workspace.folder, { recursive: true })
      expect(await readdir(workspace.folder)).toEqual([])
      await rm(`${workspace.folder}-moved`, { recursive: true, force: true })
    }
  })
})
