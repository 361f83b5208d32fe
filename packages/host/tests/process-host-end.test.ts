import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { containments, fixture, freshToken, openForTest, processesWith, until } from './commands.ts'
import { compileProgram, type HostProgram } from './host-program.ts'

let program: HostProgram

beforeAll(async () => {
  program = await compileProgram('leave-behind')
})

afterAll(() => program.remove())

const pipeFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('millrace-pipes-'))

describe.runIf(process.platform === 'linux').each(containments)('a host that finds by %s', (containment) => {
  const endsBy = (how: string, token: string) => program.run(how, containment, fixture('outlive.sh'), token)

  verifies(['security:C6'], 'leaves nothing behind when it ends without closing', async () => {
    for (const [how, status] of [
      ['exit', 3],
      ['throw', 1],
      ['reject', 1],
    ] as const) {
      const token = freshToken()
      const { end, stdout } = await endsBy(how, token)
      expect({ how, end, stdout }).toEqual({
        how,
        end: status,
        stdout: `${containment === 'unified' ? 'cgroup' : containment}\n`,
      })
      expect(processesWith(token)).toEqual([])
    }
  })

  test('what one left behind that was killed is ended by the next', async () => {
    const token = freshToken()
    const { end } = await endsBy('kill', token)
    expect(end).toBe('SIGKILL')
    const left = pipeFolders().filter((folder) => !isOfLivingHost(folder))
    const processes = openForTest(containment)
    await processes.close()
    expect(processesWith(token)).toEqual([])
    expect(left.filter((folder) => pipeFolders().includes(folder))).toEqual([])
  })

  test('the commands of a living host are left alone by the next', async () => {
    const token = freshToken()
    const first = openForTest(containment)
    const running = await first.start({
      file: 'bash',
      args: ['-c', `exec -a ${token} sleep 300`],
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '' },
      streams: 'merged',
      onOutput: () => {},
    })
    await until(() => processesWith(token).length === 1, 'it lives')
    const next = openForTest(containment)
    await next.close()
    expect(processesWith(token)).toEqual([running.pid])
  })
})

/** Whether a folder for pipes belongs to a process that runs beside this test. */
function isOfLivingHost(folder: string): boolean {
  const pid = Number(folder.split('-')[3])
  return readdirSync('/proc').includes(String(pid))
}
