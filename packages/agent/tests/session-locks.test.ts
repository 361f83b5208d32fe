import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { privateDisk } from '@millrace/host'
import type { SessionStore } from '@millrace/agent/session'
import { verifies } from '../../../tests/spec/verifies.ts'
import { failureOf, fileName, id, listOf, said, session, storeOn } from './session-folder.ts'

let folder: string
let store: SessionStore

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-sessions-')))
  store = storeOn(await privateDisk(join(folder, 'project')))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, 'project', name)

async function otherProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 60_000)'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** The lock of a session as another process takes it. */
async function lockFor(pid: number): Promise<string> {
  const log = await store.create(session({ id: 'template' }))
  const [word, namespace, , , nonce] = readFileSync(inFolder('template.lock'), 'latin1').split(' ')
  await log.close()
  await store.remove('template')
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return [word, namespace, pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19], nonce].join(' ')
}

describe('a session that somebody writes to', () => {
  verifies(
    ['security:R1'],
    'is opened by nobody else and removed by nobody, but read, listed and searched',
    async () => {
      const log = await store.create(session())
      log.append('user/message', said('in the middle of it'))
      await log.flush()
      const other = storeOn(await privateDisk(join(folder, 'project')))
      const attempts = [other, store].flatMap((each) => [() => each.open(id), () => each.remove(id)])
      for (const attempt of attempts) {
        const { code, message } = await failureOf(attempt())
        expect([code, message]).toEqual(['SESSION_LOCKED', expect.stringContaining(`${process.pid}`)])
      }
      expect((await failureOf(other.create(session()))).code).toBe('SESSION_EXISTS')
      expect((await other.read(id)).events).toHaveLength(1)
      expect(await listOf(other.list())).toMatchObject([{ id, live: true }])
      expect(await listOf(other.search('MIDDLE'))).toMatchObject([{ id, seq: 0 }])
      await log.close()
      const { log: next } = await other.open(id)
      await next.close()
    },
  )

  test('belongs to its process alone on the disk, too', async () => {
    await (await store.create(session())).close()
    expect(readdirSync(inFolder(''))).toEqual([fileName])
    if (process.platform === 'win32') return
    expect([statSync(inFolder('')).mode & 0o777, statSync(inFolder(fileName)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
  })

  test.runIf(process.platform === 'linux')(
    'is locked while another process lives, and free once it is dead',
    async () => {
      await (await store.create(session())).close()
      const child = await otherProcess()
      writeFileSync(inFolder(`${id}.lock`), await lockFor(child.pid ?? 0), { mode: 0o600 })
      const { code, message } = await failureOf(store.open(id))
      expect([code, message]).toEqual([
        'SESSION_LOCKED',
        expect.stringContaining(`process ${child.pid}, which runs`),
      ])
      expect(await listOf(store.list())).toMatchObject([{ live: true }])
      await kill(child)
      expect(await listOf(store.list())).toMatchObject([{ live: false }])
      expect(readdirSync(inFolder(''))).toEqual([fileName])
      const { log } = await store.open(id)
      await log.close()
    },
  )

  test('is unlocked where it cannot be opened', async () => {
    writeFileSync(inFolder(fileName), 'rubbish\n', { mode: 0o600 })
    expect((await failureOf(store.open(id))).code).toBe('SESSION_CORRUPT')
    await store.remove(id)
    expect(readdirSync(inFolder(''))).toEqual([])
  })
})
