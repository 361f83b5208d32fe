import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ModelError } from '@millrace/agent'
import { events, home, runs, type Home, type Ran } from './running.ts'

/** What programs need to be found. */
const path = { PATH: process.env['PATH'] }

const demo = (at: Home, words: readonly string[] = [], more: Parameters<typeof runs>[2] = {}): Promise<Ran> =>
  runs(['--demo', ...words], [], { at, columns: 120, ...more, env: { ...path, ...more.env } })

describe('the demo', () => {
  test('mends a project with real tools, without a key, a terminal or the network', async () => {
    const { status, out, err, model } = await demo(home(), ['--no-session', '--keep-scratch'])
    expect([status, model.requests]).toEqual([0, []])
    expect(err()).toMatch(
      /^model {2}scripted "fix-failing-test" \(replies are fixed, tools are REAL in a scratch copy\)\nrules .*\n> The tests of this project fail\./,
    )
    expect(out()).toMatch(/^\* I will run the tests first\.\n✗ failed .* bash {2}\$ npm test {2}exit 1 /)
    expect(out()).toMatch(
      /✓ done .* read {2}src\/sum\.js[^]*✓ done .* grep[^]*✓ done .* edit {2}src\/sum\.js .*rule\n/,
    )
    expect(out()).toMatch(
      /✓ done .* bash {2}\$ npm test {2}exit 0 .*rule\n[^]*\* Mended: [^]*-- 5 calls: 5 ok \|/,
    )
    const [, scratch = ''] = /the scratch copy stays: (.*)\n/.exec(err()) ?? []
    expect(readFileSync(join(scratch, 'src/sum.js'), 'utf8')).toContain('let at = 0')
    rmSync(scratch, { recursive: true })
  })

  test('keeps its session with the folder that it was started in, where it cannot go on', async () => {
    const at = home()
    const { status, out, err } = await demo(at, ['--json'])
    expect([status, out()]).toEqual([0, at.logs()[0]])
    const { header } = events(out())
    expect(err()).toContain(`see it: millrace replay ${header.id.slice(0, 8)} `)
    expect(header.cwd.startsWith(join(tmpdir(), 'millrace-demo-'))).toBe(true)
    expect(existsSync(header.cwd)).toBe(false)
    expect((await runs(['more', '--continue'], [], { at })).status).toBe(2)
    expect((await runs(['more', '--resume', header.id], [], { at })).err()).toContain('its folder is gone')
  })

  test('does not end well where the tests do not pass', async () => {
    const { status, err, out } = await demo(home(), ['--permission-mode', 'plan'])
    expect(status).toBe(3)
    expect(err()).toContain('the tests of the demo did not pass at its end')
    expect(out()).toContain('⊘ denied')
  })
})

test('the demo takes answers and limits of the command line, and no model', async () => {
  const denied = await demo(home(), ['--no-session', '--approve-reads'])
  expect([denied.status, denied.out()]).toEqual([3, expect.stringContaining('by --approve-reads')])
  expect((await demo(home(), ['--no-session', '--approve-reads', '--max-steps', '1'])).status).toBe(6)
  const ended = await demo(home(), ['--approve-reads', '--max-steps', '1'])
  expect(ended.err()).not.toContain('goes on')
  expect((await demo(home(), ['--model', 'x/y'])).err()).toContain('a model')
})

test('the demo says without a stack where its session cannot be kept', async () => {
  const at = home({ 'state/millrace': '' })
  const { status, err } = await demo(at, [], { env: { XDG_STATE_HOME: join(at.project, 'state') } })
  expect(status).toBe(1)
  expect(err()).toMatch(/^model [^]*\nmillrace: .*\n$/)
})

describe('a prompt without a key', () => {
  const openModel = (): Promise<never> =>
    Promise.reject(new ModelError('MODEL_UNKNOWN', 'no model: set OPENAI_API_KEY'))

  test('is not answered, and a script is told so', async () => {
    const { status, out, err } = await runs(['fix', 'it'], [], { openModel, env: path })
    expect([status, out()]).toEqual([5, ''])
    expect(err()).toBe(
      'millrace: no model: set OPENAI_API_KEY\n  the prompt was not answered\n' +
        '  a whole turn that needs no key is played by: millrace run --demo\n',
    )
  })

  test('is one object with --json', async () => {
    const { status, out } = await runs(['fix', 'it', '--json'], [], { openModel, isTTY: true })
    expect([status, JSON.parse(out())]).toEqual([
      5,
      { ok: false, error: { message: 'no model: set OPENAI_API_KEY', code: 'MODEL_UNKNOWN' } },
    ])
  })

  test('plays the demo for a person, and says that it is no answer', async () => {
    const at = home()
    const { status, out, err } = await runs(['fix', 'it', '--permission-mode', 'plan'], [], {
      at,
      openModel,
      isTTY: true,
      columns: 120,
    })
    expect(status).toBe(5)
    expect(err()).toMatch(
      /the prompt was not answered\n[^]*it is no answer to the prompt:\nmodel {2}scripted .*no key found/,
    )
    expect(out()).toContain('* I will run the tests first.')
    expect(existsSync(join(at.project, 'src'))).toBe(false)
  })

  test('plays nothing where a model was chosen', async () => {
    const { status, out } = await runs(['fix', 'it', '--model', 'x/y'], [], { openModel, isTTY: true })
    expect([status, out()]).toEqual([5, ''])
  })
})
