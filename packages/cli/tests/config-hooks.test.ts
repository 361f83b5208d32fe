import { describe, expect, test } from 'vitest'
import { json, millrace } from './millrace.ts'
import { place, settings, settingsIn } from './settings.ts'

const guard = (hook: object, more: object = {}): string =>
  settings({
    hooks: { PreToolUse: [{ ...more, hooks: [{ type: 'command', command: './guard.sh', ...hook }] }] },
  })

const denying = '#!/bin/sh\necho "the guard says no to $1" >&2\nexit 2\n'

describe('a hook of the settings', () => {
  test('is a program with its arguments, and runs as that', async () => {
    const at = place({ 'notes.md': 'x', 'guard.sh': denying })
    at.write('millrace.jsonc', guard({ command: '/bin/sh', args: ['guard.sh', '$HOME; x'] }))
    await millrace(['trust', '--yes'], { cwd: at.project, env: at.env })
    const ended = await millrace(['call', 'read', 'path=notes.md'], { cwd: at.project, env: at.env })
    expect(ended.status).toBe(4)
    expect(ended.out()).toContain('the guard says no to $HOME; x')
  })

  test('is shown with its arguments before it is trusted, and where the settings are shown', async () => {
    const at = place({ 'millrace.jsonc': guard({ args: ['--strict', 'a b'], async: true }) })
    const trusting = await millrace(['trust'], { cwd: at.project, env: at.env })
    expect(trusting.out()).toContain('./guard.sh "--strict" "a b" (not waited for)')
    await millrace(['trust', '--yes'], { cwd: at.project, env: at.env })
    const shown = await millrace(['config'], { cwd: at.project, env: at.env })
    expect(shown.out()).toContain('*: ./guard.sh "--strict" "a b" (not waited for)')
    const report = json(await millrace(['config', '--json'], { cwd: at.project, env: at.env }))
    expect(report['hooks']).toEqual([
      {
        event: 'PreToolUse',
        hooks: [{ type: 'command', command: './guard.sh', args: ['--strict', 'a b'], async: true }],
        source: 'millrace.jsonc:4',
      },
    ])
  })
})

describe('a hook that could not do what it was written for', () => {
  const wrong = [
    [{ type: 'comand' }, /^millrace\.jsonc:7:21: hooks\.PreToolUse\[0\]\.hooks\[0\]\.type: only hooks of/],
    [{ if: 'Bash(git *)' }, /^millrace\.jsonc:9:19: .*\.if: conditions are not known here/],
    [{ args: '/opt/check.sh' }, /^millrace\.jsonc:9:21: .*\.args: must be a list of texts/],
    [{ arg: ['/opt/check.sh'] }, /^millrace\.jsonc:6:11: .* has the key "arg", which is not known here/],
    [{ async: 'no' }, /\.async: must be true or false/],
    [{ timeout: 0 }, /\.timeout: must be a number of seconds above 0/],
    [{ command: ' ' }, /\.command: must be a line of shell/],
  ] as const

  test.each(wrong)('holds everything back: %j', async (hook, message) => {
    const at = place({ 'millrace.jsonc': guard(hook) })
    await expect(settingsIn(at)).rejects.toMatchObject({
      code: 'SETTINGS_UNREADABLE',
      message: expect.stringMatching(message) as string,
    })
  })

  test('as its matcher cannot be read, or its group is none', async () => {
    for (const text of [guard({}, { matcher: '(' }), guard({}, { macher: 'Bash' })]) {
      await expect(settingsIn(place({ 'millrace.jsonc': text }))).rejects.toMatchObject({
        code: 'SETTINGS_UNREADABLE',
      })
    }
  })

  test('as its event is misspelt', async () => {
    const at = place({ 'millrace.jsonc': settings({ hooks: { PreToolUs: [] } }) })
    await expect(settingsIn(at)).rejects.toMatchObject({
      code: 'SETTINGS_UNREADABLE',
      message: 'millrace.jsonc:3:5: unknown event "PreToolUs"; did you mean PreToolUse?',
    })
  })

  test('lets no call run, and a script is told why', async () => {
    const at = place({ 'notes.md': 'x', 'millrace.jsonc': guard({ type: 'prompt' }) })
    const ended = await millrace(['call', 'read', 'path=notes.md', '--json'], {
      cwd: at.project,
      env: at.env,
    })
    expect(ended.status).toBe(2)
    expect(json(ended)).toMatchObject({ ok: false, error: { code: 'SETTINGS_UNREADABLE' } })
    expect(ended.err()).toContain('nothing runs until it is mended, as a hook may hold calls back')
  })
})

test('a hook of an event that is none of calls is told of, and left out', async () => {
  const group = { hooks: [{ type: 'prompt', prompt: 'x' }] }
  const at = place({ '~/.config/millrace/millrace.jsonc': settings({ hooks: { Stop: [group], Later: [] } }) })
  const { hooks, problems } = await settingsIn(at)
  expect(hooks).toEqual({})
  expect(problems.map(({ problem }) => problem)).toEqual([
    'hooks of "Stop" do not run here, as it concerns no tool call',
    expect.stringMatching(/^unknown event "Later"; expected one of PreToolUse/),
  ])
})
