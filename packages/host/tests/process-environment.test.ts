import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { commandEnvironment } from '../src/index.ts'
import { openForTest, start } from './commands.ts'
import { compileProgram, type HostProgram } from './host-program.ts'
import { canaries, foundIn, ownReadings, parentReadings } from './secrets.ts'

describe.runIf(process.platform === 'linux')('secrets of the host', () => {
  let program: HostProgram

  beforeAll(async () => {
    program = await compileProgram('read-secrets')
  })

  afterAll(() => program.remove())

  async function read(lines: readonly string[]) {
    const { stdout, stderr } = await program.runWith(
      { ...canaries, NAMED_BY_THE_OPERATOR: 'passed on' },
      ...lines,
    )
    expect(stderr).toBe('')
    return JSON.parse(stdout) as { hidesParent: string; outputs: string[] }
  }

  verifies(['security:C4'], 'are in nothing that a command can read of itself', async () => {
    const { outputs } = await read(ownReadings)
    expect(outputs.map((output) => foundIn(output))).toEqual(ownReadings.map(() => []))
    for (const output of outputs.slice(0, 3)) expect(output).toContain('NAMED_BY_THE_OPERATOR=passed on')
  })

  verifies(['security:C4'], 'that a command can read of its parent are said to be readable', async () => {
    const { hidesParent, outputs } = await read(parentReadings)
    const leaks = outputs.some((output) => foundIn(output).length > 0)
    expect(hidesParent).toBe(leaks ? 'partial' : hidesParent)
    if (hidesParent === 'full') expect(leaks).toBe(false)
  })

  verifies(
    ['security:C4'],
    'what is open in whoever started the host stays out of reach of commands',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'millrace-test-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const secret = join(folder, 'secret')
      writeFileSync(secret, 'secret')
      const program = await compileProgram('show-descriptors')
      onTestFinished(() => program.remove())
      const line = `exec 9<"$1" 77<"$1" 150<>"$1"; exec "$2" "$3"`
      const args = ['-c', line, 'bash', secret, process.execPath, program.path]
      const open = execFileSync('bash', args, { encoding: 'utf8' })
      expect(open.match(/millrace-pipes/g)).toHaveLength(4)
      expect(open).not.toContain(secret)
    },
  )
})

describe('the environment for commands', () => {
  test('passes on what programs need and nothing else', () => {
    const source = { PATH: '/bin', HOME: '/home/me', LC_TIME: 'de_DE', TZ: 'UTC', ...canaries }
    expect(commandEnvironment(source)).toMatchObject({
      PATH: '/bin',
      HOME: '/home/me',
      LC_TIME: 'de_DE',
      TZ: 'UTC',
    })
    expect(Object.keys(commandEnvironment(source)).filter((name) => name in canaries)).toEqual([])
  })

  test('passes on what the operator names, also over its own settings', () => {
    const source = { HF_TOKEN: 'named', PAGER: 'less', EDITOR: 'vi' }
    const also = ['HF_TOKEN', 'PAGER', 'NOT_SET']
    const environment = commandEnvironment(source, { also })
    expect(environment).toMatchObject({ HF_TOKEN: 'named', PAGER: 'less' })
    expect(environment).not.toHaveProperty('EDITOR')
    expect(environment).not.toHaveProperty('NOT_SET')
  })

  test('keeps programs from prompting, paging and drawing', () => {
    const source = { PAGER: 'less', GIT_PAGER: 'less', TERM: 'xterm-256color' }
    expect(commandEnvironment(source, { also: ['TERM'] })).toMatchObject({ TERM: 'xterm-256color' })
    expect(commandEnvironment(source)).toMatchObject({
      TERM: 'dumb',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
    })
  })

  test.each(['LC_', 'LC_ALL=x', 'lc_all', 'PATH_KEY', 'HOME2', '__proto__', 'LD_PRELOAD', 'NODE_OPTIONS'])(
    'leaves %s behind',
    (name) => {
      expect(Object.keys(commandEnvironment(Object.fromEntries([[name, 'x']])))).not.toContain(name)
    },
  )

  test.runIf(process.platform === 'linux')('is all that a program gets, but for the mark', async () => {
    const ran = await start(openForTest(), { file: '/usr/bin/env', env: { ONE: '1', TWO: 'zwei\nzeilen' } })
    await ran.end()
    expect(ran.output().replace(/^MILLRACE_TREE=.*\n/m, '')).toBe('ONE=1\nTWO=zwei\nzeilen\n')
  })
})
