import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fixedClock } from '@millrace/host'
import { secretRedactor } from '@millrace/protocol'
import { expect, test } from 'vitest'
import { folder } from '../../tests/folder.ts'
import { serverLogFiles, serverLogFolder, serverLogs, type ServerLogs } from './server-logs.ts'

const root = '/work'

/** Logs in a folder of their own. */
function logsIn(state: string, warn: (message: string) => void = () => {}): ServerLogs {
  const redactor = secretRedactor(['secret'])
  return serverLogs({ root, env: { XDG_STATE_HOME: state }, clock: fixedClock(0), redactor, warn })
}

/** What the log of a server holds. */
function logged(state: string, name = 'one'): string {
  return readFileSync(serverLogFiles(root, name, { XDG_STATE_HOME: state })[0], 'utf8')
}

test('lines come in order, with their time, escaped and without secrets, and only for their owner', async () => {
  const state = folder()
  const logs = logsIn(state)
  logs.write('one', 'a secret\r\n\u001b[2Jb\n')
  logs.write('two', 'other\n')
  logs.write('one', 'c')
  await logs.close()
  const [path] = serverLogFiles(root, 'one', { XDG_STATE_HOME: state })
  const at = '1970-01-01T00:00:00.000Z'
  expect(readFileSync(path, 'utf8')).toBe(`${at} a [redacted]\n${at} \\u{1b}[2Jb\n${at} c\n`)
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('lines are whole, and without secrets, wherever their pieces are cut', async () => {
  const state = folder()
  const logs = logsIn(state)
  for (const piece of ['a sec', 'ret and m', 'ore\r', '\nthe e', 'nd sec']) logs.write('one', piece)
  await logs.close()
  logs.write('one', 'later\n')
  await logs.close()
  const at = '1970-01-01T00:00:00.000Z'
  expect(logged(state)).toBe(`${at} a [redacted] and more\n${at} the end sec\n${at} later\n`)
})

test('a whole line is written before the next one comes, and one without an end does not wait forever', async () => {
  const state = folder()
  const logs = logsIn(state)
  logs.write('one', 'first\nsecond')
  logs.write('two', `${'x'.repeat(5_000)}sec`)
  logs.write('two', `ret${'y'.repeat(5_000)}`)
  await expect.poll(() => logged(state)).toMatch(/ first\n$/)
  await expect.poll(() => logged(state, 'two')).toMatch(/ x{5000}\[redacted\]y{5000}\n$/)
  await logs.close()
  expect(logged(state)).toMatch(/ first\n.* second\n$/)
})

test.each(['io.github.me/files', '../../../x', '..', 'a b', 'a\0b', 'ä', 'a__b', 'x'.repeat(128)])(
  'a server that an editor calls %j has a log of its own in the same folder',
  async (name) => {
    const state = folder()
    const told: string[] = []
    const logs = logsIn(state, (message) => told.push(message))
    const names = new Set([name, name.replaceAll(/[^a-z]/g, '_')])
    for (const each of names) logs.write(each, `of ${each}\n`)
    await logs.close()
    const [path] = serverLogFiles(root, name, { XDG_STATE_HOME: state })
    const inside = serverLogFolder(root, { XDG_STATE_HOME: state })
    expect([told, dirname(path), readdirSync(inside).length]).toEqual([[], inside, names.size])
    expect(logged(state, name)).toMatch(/^\S+ of .*\n$/)
    expect(path).toMatch(/\/[\w.-]{1,90}$/)
  },
)

test('a log that grows takes the place of the one before, and a flood is counted', async () => {
  const state = folder()
  const logs = logsIn(state)
  logs.write('one', 'x'.repeat(300_000))
  await logs.close()
  const [path, before] = serverLogFiles(root, 'one', { XDG_STATE_HOME: state })
  expect(readFileSync(path, 'utf8')).toBe('300000 characters came too fast and were left out\n')
  for (let round = 0; round < 12; round++) {
    logs.write('one', 'y'.repeat(200_000))
    await logs.close()
  }
  expect([existsSync(before), statSync(path).size < 1_048_576, statSync(before).size < 1_048_577]).toEqual([
    true,
    true,
    true,
  ])
})

test.skipIf(process.getuid === undefined)(
  'a place that others could write to is told of once, and not used',
  async () => {
    const state = folder()
    const first = logsIn(state)
    first.write('one', 'a')
    await first.close()
    const [path] = serverLogFiles(root, 'one', { XDG_STATE_HOME: state })
    chmodSync(path, 0o666)
    const told: string[] = []
    const logs = logsIn(state, (message) => told.push(message))
    logs.write('one', 'b')
    await logs.close()
    logs.write('one', 'c')
    await logs.close()
    expect(told).toEqual([
      expect.stringMatching(/^the log of the MCP server one cannot be written: .*only you can write to/),
    ])
    expect(readFileSync(path, 'utf8')).not.toContain('b\n')
    expect(serverLogFolder(root, { XDG_STATE_HOME: state })).toContain('logs')
  },
)
