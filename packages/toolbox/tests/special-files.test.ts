import { execFileSync } from 'node:child_process'
import { mkdir, stat, symlink } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()
let server: Server | undefined

afterEach(() => {
  server?.close()
  server = undefined
})

async function timed<T>(work: Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work
  expect(performance.now() - started).toBeLessThan(20_000)
  return result
}

describe('special files', () => {
  verifies(
    ['fault:B089', 'security:F4'],
    'a pipe, socket or folder is refused at once, and walks pass it by',
    async () => {
      for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) execFileSync('mkfifo', [workspace.at(name)])
      await new Promise<void>((resolve) => (server = createServer().listen(workspace.at('socket'), resolve)))
      await mkdir(workspace.at('folder'))
      await workspace.put({ 'a.txt': 'NEEDLE' })
      for (const path of ['p1', 'p2', 'p3', 'p4', 'p5', 'socket', 'folder']) {
        expect((await timed(call('read', { path }))).code).toBe('FS_NOT_REGULAR_FILE')
      }
      for (const path of ['p1', 'socket']) {
        expect((await timed(call('grep', { pattern: 'x', path }))).code).toBe('FS_NOT_REGULAR_FILE')
        expect((await timed(call('glob', { pattern: '*', path }))).code).toBe('FS_NOT_DIRECTORY')
      }
      expect((await timed(call('grep', { pattern: 'NEEDLE' }))).value).toMatchObject({
        total: 1,
        skipped: { special: 6 },
      })
      expect((await timed(call('glob', { pattern: '*' }))).value).toMatchObject({
        paths: ['a.txt'],
        skipped: { special: 6 },
      })
      await timed(stat(workspace.folder))
    },
  )

  verifies(
    ['fault:B089', 'security:F2'],
    'links to devices and to what the kernel makes up lead nowhere',
    async () => {
      for (const target of ['/dev/zero', '/dev/tty', '/proc/self/mem', '/proc/self/environ', '/dev/stdin']) {
        const name = target.replaceAll('/', '_')
        await symlink(target, workspace.at(name))
        for (const [tool, args] of [
          ['read', { path: name }],
          ['grep', { pattern: 'x', path: name }],
        ] as const) {
          expect((await timed(call(tool, args))).code).toBe('FS_OUTSIDE_ROOT')
        }
      }
    },
  )

  test('a loop of links ends', async () => {
    await symlink('b', workspace.at('a'))
    await symlink('a', workspace.at('b'))
    expect((await timed(call('read', { path: 'a' }))).code).toBe('FS_TOO_MANY_LINKS')
    expect((await timed(call('grep', { pattern: 'x' }))).value).toMatchObject({ total: 0 })
  })
})
