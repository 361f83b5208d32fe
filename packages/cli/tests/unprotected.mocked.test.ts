import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSandbox } from '@millrace/host'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from './folder.ts'
import { json, millrace } from './millrace.ts'
import { noSandbox, skipped } from './no-sandbox.ts'
import { person, type Act } from './person.ts'
import { place, settings, userFile, type Place } from './settings.ts'
import { protectedNames } from '../src/config/protected-names.ts'

// So that no other sandbox takes the place of bubblewrap where that is not found.
vi.mock('@deepseek-ai/node-addon-landlock-run', () => {
  throw new Error('not installed')
})

const { PATH = '' } = process.env
const keys = /\[1\/y\] once/

/** A folder of somebody, with settings of that person. */
function desk(own: object, files: Readonly<Record<string, string>>): Place {
  return place({ [`~/${userFile}`]: settings(own), ...files }, { PATH, NO_COLOR: '1' })
}

/** Runs the command there. */
function run(at: Place, words: readonly string[], ...acts: Act[]) {
  const somebody = acts.length === 0 ? {} : person(...acts)
  return millrace(['call', ...words], { ...somebody, cwd: at.project, env: at.env, columns: 160 })
}

async function report(at: Place, ...words: string[]): Promise<Record<string, unknown>> {
  return json(await run(at, [...words, '--json']))
}

describe.skipIf(noSandbox)(`a command, with package.json opened by the settings${skipped}`, () => {
  const write = `command=node -e "fs.writeFileSync('package.json', '{\\"a\\":1}')"`
  const opening = settings({ unprotected: ['package.json'] })
  const files = { 'package.json': '{}\n', '.npmrc': 'a=b\n' }
  const changed = (at: Place): string => readFileSync(join(at.project, 'package.json'), 'utf8')

  verifies(['security:C3'], 'changes it once the folder is trusted, and not before', async () => {
    const at = desk({}, { ...files, 'millrace.jsonc': opening })
    expect(await report(at, 'bash', write, '--approve-all')).toMatchObject({ value: { exitCode: 1 } })
    expect(changed(at)).toBe('{}\n')
    expect((await millrace(['trust', '--yes'], { cwd: at.project, env: at.env })).status).toBe(0)
    expect(await report(at, 'bash', write, '--approve-all')).toMatchObject({ value: { exitCode: 0 } })
    expect(changed(at)).toBe('{"a":1}')
  })

  test('does not change what is not opened, nor without the setting', async () => {
    const other = 'command=f=.npm; echo x > "${f}rc"; echo "tried $?"'
    const open = desk({ unprotected: ['package.json'] }, files)
    expect(await report(open, 'bash', other, '--approve-all')).toMatchObject({
      value: { output: expect.stringContaining('tried 1') },
    })
    const shut = desk({}, files)
    expect(await report(shut, 'bash', write, '--approve-all')).toMatchObject({ value: { exitCode: 1 } })
    expect([changed(shut), readFileSync(join(open.project, '.npmrc'), 'utf8')]).toEqual(['{}\n', 'a=b\n'])
  })

  test('asks where a command or a file tool names it, and does not say that a yes is in vain', async () => {
    const at = desk({ unprotected: ['package.json'] }, files)
    const ended = await run(at, ['bash', 'command=echo x > package.json; echo x > .npmrc'], [keys, 'y'])
    expect(ended.err()).toContain('changes package.json, which is protected')
    expect(ended.err()).toMatch(/note: the sandbox keeps it read-only .*: \.npmrc\n/)
    expect(changed(at)).toBe('x\n')
    const edit = await report(at, 'write', 'path=package.json', 'content={}')
    expect(edit).toMatchObject({ ok: false, status: 'denied', by: 'no-tty' })
  })

  test('lets npm install what lies beside it', async () => {
    const dependency = { 'beside/package.json': '{ "name": "beside", "version": "1.0.0" }' }
    const at = desk({ unprotected: ['package.json'] }, { ...files, '.npmrc': '', ...dependency })
    const install = 'command=npm install --offline --no-audit --no-fund ./beside'
    expect(await report(at, 'bash', install, '--approve-all')).toMatchObject({ value: { exitCode: 0 } })
    expect(JSON.parse(changed(at))).toEqual({ dependencies: { beside: 'file:beside' } })
  })
})

describe('protected paths of the settings', () => {
  test('are shown with where they come from', async () => {
    const at = desk({ unprotected: ['package.json', '~/.gitconfig'] }, {})
    const options = { cwd: at.project, env: at.env, columns: 160 }
    const ended = await millrace(['config', '--sources'], options)
    expect(ended.out()).toMatch(/^unprotected +package\.json +~\/\.config\/millrace\/millrace\.jsonc:3$/m)
    expect(json(await millrace(['config', '--json'], options))['unprotected']).toEqual([
      { value: 'package.json', source: '~/.config/millrace/millrace.jsonc:3' },
      { value: '~/.gitconfig', source: '~/.config/millrace/millrace.jsonc:4' },
    ])
  })

  test('are spelled as the sandbox takes them', async () => {
    const sandbox = await openSandbox({
      mode: 'auto',
      workspace: folder(),
      env: { PATH },
      unprotected: protectedNames,
    })
    await sandbox.close()
  })
})
