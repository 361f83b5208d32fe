import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { ProcessError, type CommandSpec, type Processes } from '../src/index.ts'
import { bash, freshToken, openForTest, processesWith, start, until } from './commands.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-outcomes-'))
  writeFileSync(join(folder, 'plain.txt'), 'no program')
  writeFileSync(join(folder, 'orphan'), '#!/no/such/interpreter\n', { mode: 0o755 })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lines of bash, with how the program ends and what was printed. */
const ends: readonly [name: string, line: string, end: object, output: string][] = [
  ['success', 'exit 0', { exitCode: 0, signal: null }, ''],
  ['success with output', 'echo out', { exitCode: 0, signal: null }, 'out\n'],
  ['failure', 'exit 1', { exitCode: 1, signal: null }, ''],
  ['failure with output', 'echo out; echo err >&2; exit 77', { exitCode: 77, signal: null }, 'out\nerr\n'],
  ['the highest status', 'exit 255', { exitCode: 255, signal: null }, ''],
  ['a status that looks like a signal', 'exit 143', { exitCode: 143, signal: null }, ''],
  ['SIGTERM from itself', 'kill -TERM $$', { exitCode: null, signal: 'SIGTERM' }, ''],
  ['SIGKILL from itself', 'kill -KILL $$', { exitCode: null, signal: 'SIGKILL' }, ''],
  ['SIGABRT', 'ulimit -c 0; kill -ABRT $$', { exitCode: null, signal: 'SIGABRT' }, ''],
  ['a signal after output', 'echo out; kill -HUP $$', { exitCode: null, signal: 'SIGHUP' }, 'out\n'],
]

/** What cannot be started, and why. */
const failures: readonly [code: string, spec: () => Partial<CommandSpec>][] = [
  ['PROCESS_NOT_FOUND', () => ({ file: 'no-such-program-anywhere' })],
  ['PROCESS_NOT_FOUND', () => ({ file: join(folder, 'orphan') })],
  ['PROCESS_PERMISSION', () => ({ file: join(folder, 'plain.txt') })],
  ['PROCESS_PERMISSION', () => ({ file: folder })],
  ['PROCESS_CWD_MISSING', () => ({ file: 'true', cwd: join(folder, 'gone') })],
  ['PROCESS_CWD_MISSING', () => ({ file: 'true', cwd: join(folder, 'plain.txt') })],
  ['PROCESS_TOO_LARGE', () => ({ file: 'true', args: ['x'.repeat(4_000_000)] })],
  ['PROCESS_INVALID', () => ({ file: '' })],
  ['PROCESS_INVALID', () => ({ file: 'true', cwd: 'relative' })],
  ['PROCESS_INVALID', () => ({ file: 'true', args: ['a\0b'] })],
  ['PROCESS_INVALID', () => ({ file: 'true', env: { 'A=B': 'c' } })],
]

async function failureOf(processes: Processes, spec: Partial<CommandSpec>): Promise<ProcessError> {
  const started = start(processes, { file: 'true', ...spec })
  return started.then(
    () => expect.unreachable('it was started'),
    (error: unknown) => {
      if (error instanceof ProcessError) return error
      throw error
    },
  )
}

describe.runIf(process.platform !== 'win32')('how a command ended', () => {
  verifies(['security:C8'], 'status, signal and output are told apart', async () => {
    const processes = openForTest()
    for (const [name, line, end, output] of ends) {
      const ran = await bash(processes, line)
      expect({ name, end: await ran.end(), output: ran.output() }).toEqual({ name, end, output })
      expect(ran.running).toMatchObject({ outputFailure: undefined, exceededLimit: undefined })
    }
  })

  verifies(['security:C8'], 'the end by SIGTERM of one that was stopped is not a status', async () => {
    const ran = await bash(openForTest(), 'echo out; exec sleep 300')
    await until(() => ran.output() === 'out\n', 'it has printed')
    await ran.running.stop({ graceMs: 20_000 })
    expect(await ran.end()).toEqual({ exitCode: null, signal: 'SIGTERM' })
    expect(ran.output()).toBe('out\n')
  })

  verifies(['security:C8'], 'one that ignores SIGTERM ends by SIGKILL', async () => {
    const ran = await bash(openForTest(), "trap '' TERM; echo out; exec sleep 300")
    await until(() => ran.output() === 'out\n', 'it has printed')
    await ran.running.stop({ graceMs: 20 })
    expect(await ran.end()).toEqual({ exitCode: null, signal: 'SIGKILL' })
  })

  verifies(['security:C8'], 'one that exits with 0 when it is stopped has the status 0', async () => {
    const ran = await bash(openForTest(), 'trap "exit 0" TERM; echo out; while :; do sleep 0.01; done')
    await until(() => ran.output() === 'out\n', 'it has printed')
    await ran.running.stop({ graceMs: 20_000 })
    expect(await ran.end()).toEqual({ exitCode: 0, signal: null })
  })

  verifies(['security:C8', 'fault:B108'], 'the end of the program does not wait for its output', async () => {
    const token = freshToken()
    const { running } = await bash(openForTest(), `(exec -a ${token} sleep 300) & exit 5`)
    expect(await running.exited).toEqual({ exitCode: 5, signal: null })
    expect(processesWith(token).length).toBeLessThanOrEqual(1)
    expect(await Promise.race([running.drained, running.isTreeAlive()])).toBe(true)
  })

  verifies(['security:C8'], 'a later stop leaves the status as it was', async () => {
    const { running } = await bash(openForTest(), 'sleep 300 & exit 6')
    await running.exited
    await running.stop()
    expect(await running.exited).toEqual({ exitCode: 6, signal: null })
  })
})

describe.runIf(process.platform !== 'win32')('what cannot be started', () => {
  verifies(['security:C8'], 'is an error that says why', async () => {
    const processes = openForTest()
    for (const [code, spec] of failures) expect(await failureOf(processes, spec())).toMatchObject({ code })
  })

  test('a missing folder is not taken for a missing program', async () => {
    const error = await failureOf(openForTest(), { cwd: '/no/such/folder' })
    expect(error.message).toBe('"true" cannot run in "/no/such/folder", which does not exist')
  })

  test('hostile names are shown harmlessly', async () => {
    const error = await failureOf(openForTest(), { file: '\u001b[31mred\u202e' })
    for (const hostile of ['\u001b', '\u202e']) expect(error.message).not.toContain(hostile)
    expect(error.file).toBe('\u001b[31mred\u202e')
  })

  test.skipIf(process.getuid?.() === 0)('a folder that may not be entered is named', async () => {
    const error = await failureOf(openForTest(), { cwd: '/root' })
    expect(error.code).toBe('PROCESS_CWD_PERMISSION')
  })

  test('nothing is started after the end', async () => {
    const processes = openForTest()
    const early = failureOf(processes, {})
    await processes.close()
    expect((await early).code).toBe('PROCESS_CLOSED')
    expect((await failureOf(processes, {})).code).toBe('PROCESS_CLOSED')
  })
})
