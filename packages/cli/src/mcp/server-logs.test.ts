import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { fixedClock } from '@millrace/host'
import { expect, test } from 'vitest'
import { folder } from '../../tests/folder.ts'
import { serverLogFiles, serverLogFolder, serverLogs, type ServerLogs } from './server-logs.ts'

const root = '/work'

/** Logs in a folder of their own. */
function logsIn(state: string, warn: (message: string) => void = () => {}): ServerLogs {
  const redact = (text: string): string => text.replaceAll('secret', '[hidden]')
  return serverLogs({ root, env: { XDG_STATE_HOME: state }, clock: fixedClock(0), redact, warn })
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
  expect(readFileSync(path, 'utf8')).toBe(`${at} a [hidden]\n${at} \\u{1b}[2Jb\n${at} c\n`)
  expect(statSync(path).mode & 0o077).toBe(0)
})

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
