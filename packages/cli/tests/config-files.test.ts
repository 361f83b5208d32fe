import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { fileSettings } from '../src/config/read-settings.ts'
import { settingsText } from '../src/config/settings-text.ts'
import { millrace } from './millrace.ts'
import { place, settings, settingsIn, userFile } from './settings.ts'
import { isLong } from '../../../tests/support/effort.ts'

const refused = (message: RegExp | string): unknown =>
  expect.objectContaining({ code: 'SETTINGS_UNREADABLE', message: expect.stringMatching(message) })

describe('the text of a settings file', () => {
  test('may have comments, trailing commas and a byte order mark', async () => {
    const at = place({
      'millrace.jsonc': `\ufeff{
  // what tests need
  "permissions": {
    "allow": ["Bash(npm test)", /* and */ "Bash(npm run lint)",],
    "deny": [
      { "rule": "Bash(git push *)", "reason": "release only from CI", "match": ["git push"], },
    ],
  },
}`,
    })
    const { layers, problems } = await settingsIn(at)
    expect(problems).toEqual([])
    expect(layers).toEqual([
      {
        name: 'project',
        mayGrant: false,
        allow: [
          { rule: 'Bash(npm test)', place: 'millrace.jsonc:4' },
          { rule: 'Bash(npm run lint)', place: 'millrace.jsonc:4' },
        ],
        ask: [],
        deny: [
          {
            rule: 'Bash(git push *)',
            place: 'millrace.jsonc:6',
            reason: 'release only from CI',
            match: ['git push'],
          },
        ],
      },
    ])
  })

  test.each(['', ' \n', '// nothing yet\n', '{}'])('may say nothing: %j', async (text) => {
    const { mode, sandbox, problems } = await settingsIn(place({ 'millrace.jsonc': text }))
    expect([mode, sandbox, problems]).toEqual(['default', 'auto', []])
  })

  test.each([
    ['{\n  "sandbox": "off"\n  "env": []\n}', /^millrace\.jsonc:3:3: expected ","/],
    ['{ "sandbox": }', /^millrace\.jsonc:1:14: expected a value/],
    ["{ 'sandbox': 'off' }", /^millrace\.jsonc:1:3: .*double quotes/],
    ['{ "permissions": { "deny": ["Bash(rm *)" }', /^millrace\.jsonc:1:42: /],
    ['{ "a": "x\n" }', /^millrace\.jsonc:1:8: .*double quote/],
    ['[]', /^millrace\.jsonc:1:1: expected an object/],
    ['{} {}', /^millrace\.jsonc:1:4: expected the end of the file/],
    ['{ "permissions": [] }', /^millrace\.jsonc:1:18: expected an object/],
    ['{ "permissions": { "deny": "Bash(rm *)" } }', /^millrace\.jsonc:1:28: expected a list of rules/],
    ['{ "permissions": { "ask": {} } }', /^millrace\.jsonc:1:27: expected a list of rules/],
    [
      '{ "permissions": { "Deny": ["Bash(rm *)"] } }',
      /^millrace\.jsonc:1:20: unknown key "Deny"; write "deny"/,
    ],
    ['{ "permissions": { "ASK": [] } }', /^millrace\.jsonc:1:20: unknown key "ASK"; write "ask"/],
    ['\r\n{\r\n"a": }', /^millrace\.jsonc:3:6: expected a value/],
  ])('stops everything where a rule could be lost: %j', async (text, message) => {
    await expect(settingsIn(place({ 'millrace.jsonc': text }))).rejects.toEqual(refused(message))
  })

  verifies(['security:J6'], 'never says two things with one key', async () => {
    const rules = (lists: string): string => `{ "permissions": { ${lists} } }`
    for (const text of [
      rules('"deny": ["Bash(rm *)"], "deny": []'),
      '{ "permissions": { "deny": ["Bash(rm *)"] }, "permissions": {} }',
      String.raw`{ "permissions": { "deny": ["Bash(rm *)"], "\u0064eny": [] } }`,
      rules('"deny": [{ "rule": "Bash(rm *)", "rule": "x" }]'),
    ]) {
      const at = place({ 'millrace.jsonc': text })
      await expect(settingsIn(at)).rejects.toEqual(
        refused(/^millrace\.jsonc:1:\d+: the key ".*" is given twice/),
      )
    }
  })

  test('tells all files that stop everything, at once', async () => {
    const at = place({ 'millrace.jsonc': '{', '.millrace/local.jsonc': '[', [`~/${userFile}`]: '{ "a": }' })
    await expect(settingsIn(at)).rejects.toEqual(
      refused(
        /^~\/\.config\/millrace\/millrace\.jsonc:1:8.*\nmillrace\.jsonc:1:2.*\n\.millrace\/local\.jsonc:1:/,
      ),
    )
  })

  test('is not followed down without end', async () => {
    const deep = '['.repeat(100_000)
    const at = place({ 'millrace.jsonc': `{ "hooks": ${deep}` })
    await expect(settingsIn(at)).rejects.toEqual(refused(/nest deeper than 64/))
  })

  test('keeps keys that programs trip over to themselves', async () => {
    const at = place({
      'millrace.jsonc':
        '{ "__proto__": { "mode": "bypass" }, "permissions": { "__proto__": { "deny": 1 } } }',
    })
    const { mode, problems } = await settingsIn(at)
    expect(mode).toBe('default')
    expect(problems.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^unknown key "__proto__"/),
      expect.stringMatching(/^unknown key "__proto__"/),
    ])
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('any bytes', () => {
  const words =
    '{ } [ ] : , "permissions" "deny" "allow" "mode" "rule" "grant" "x" "hooks" "__proto__" null true 1e999 - // /* */ \\ "'
  const token = fc.constantFrom(...words.split(' '), '\n', '\ufeff')
  const texts = fc.oneof(
    fc.array(token, { maxLength: 40 }).map((tokens) => tokens.join(' ')),
    fc.json({ maxDepth: 6 }),
    fc.string({ unit: 'binary' }),
  )

  test('are settings, or refused with a place', () => {
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(fileSettings(settingsText(Buffer.from(text), 'x'))).toHaveProperty('rules')
        } catch (error) {
          expect(error).toMatchObject({
            code: 'SETTINGS_UNREADABLE',
            message: expect.stringMatching(/^x:\d+:\d+: /),
          })
        }
      }),
      { numRuns: isLong ? 50_000 : 2_000 },
    )
  })

  test('mean what they mean to other programs', () => {
    const settingsOf = fc.record({
      permissions: fc.record(
        { allow: fc.array(fc.string()), ask: fc.array(fc.string()), deny: fc.array(fc.string()) },
        { requiredKeys: [] },
      ),
    })
    fc.assert(
      fc.property(settingsOf, fc.integer({ min: 0, max: 4 }), (value, indentation) => {
        const { rules, problems } = fileSettings(
          settingsText(Buffer.from(JSON.stringify(value, undefined, indentation)), 'x'),
        )
        const texts = (list: readonly { readonly rule: string }[]): string[] => list.map(({ rule }) => rule)
        expect(problems).toEqual([])
        expect({ allow: texts(rules.allow), ask: texts(rules.ask), deny: texts(rules.deny) }).toEqual({
          allow: [],
          ask: [],
          deny: [],
          ...value.permissions,
        })
      }),
    )
  })
})

describe('one bad entry', () => {
  test('is told with line, column and what was meant, and voids nothing else', async () => {
    const at = place({
      'millrace.jsonc': `{
  "permision": {},
  "permissions": {
    "alow": [],
    "allow": [1, "Bash(npm test)", { "rle": "x" }, { "rule": "grep", "reason": 5 }],
    "mode": "acceptEdits"
  },
  "sandbox": "always",
  "egress": ["example.com", "example.com:443"],
  "env": ["PATH", "no-name", 7],
  "hooks": { "Anything": [], "Stop": [{ "hooks": [{ "type": "command", "command": "x" }] }] },
  "spill": { "maxBytes": 5 },
  "telemetry": { "enabled": "yes", "results": true },
  "unprotected": ["pakage.json", "package.json", "src", 7]
}`,
    })
    const found = await settingsIn(at)
    expect(found.problems.map(({ place: where, problem }) => `${where} ${problem}`)).toEqual([
      'millrace.jsonc:2:3 unknown key "permision"; did you mean permissions?',
      'millrace.jsonc:4:5 unknown key "alow"; did you mean allow?',
      expect.stringMatching(/^millrace\.jsonc:5:15 expected a rule/),
      expect.stringMatching(/^millrace\.jsonc:5:36 expected the key "rule"/),
      expect.stringMatching(/^millrace\.jsonc:5:38 unknown key "rle"; did you mean rule/),
      'millrace.jsonc:5:80 expected a text that says why',
      'millrace.jsonc:6:13 unknown mode "acceptEdits"; did you mean accept-edits?',
      'millrace.jsonc:8:14 unknown choice "always"; expected one of auto, required, off',
      expect.stringMatching(
        /^millrace\.jsonc:9:14 "example\.com" is none of what was expected: a host and its port/,
      ),
      expect.stringMatching(/^millrace\.jsonc:10:19 "no-name" is none/),
      expect.stringMatching(/^millrace\.jsonc:10:30 expected names/),
      expect.stringMatching(/^millrace\.jsonc:11:14 unknown event "Anything"; expected one of PreToolUse/),
      'millrace.jsonc:11:30 hooks of "Stop" do not run here, as it concerns no tool call',
      expect.stringMatching(/^millrace\.jsonc:12:26 expected a whole number of bytes from 4096/),
      'millrace.jsonc:13:29 expected true or false',
      'millrace.jsonc:14:19 unknown protected path "pakage.json"; did you mean package.json?',
      'millrace.jsonc:14:50 unknown protected path "src"; expected one such as package.json or ~/.gitconfig',
      expect.stringMatching(/^millrace\.jsonc:14:57 expected one of the protected paths/),
    ])
    expect(found.layers[0]?.allow.map(({ rule }) => rule)).toEqual(['Bash(npm test)', 'grep'])
    expect(found.files[0]?.settings.unprotected).toEqual([
      { value: 'package.json', place: 'millrace.jsonc:14' },
    ])
  })

  verifies(['fault:B052'], 'of a list that holds back stays as a rule that nobody can read', async () => {
    const at = place({
      'millrace.jsonc': settings({ permissions: { deny: [7, 'Bash(rm *)'], ask: [{ reason: 'x' }] } }),
    })
    const [layer] = (await settingsIn(at)).layers
    expect(layer?.deny.map(({ rule }) => rule)).toEqual(['(7)', 'Bash(rm *)'])
    expect(layer?.ask).toHaveLength(1)
  })

  test('is told on the standard error output by every command that reads settings, and the command goes on', async () => {
    const at = place({ 'millrace.jsonc': '{ "sandbxo": "off" }' })
    const ended = await millrace(['config'], { cwd: at.project, env: at.env })
    expect(ended.status).toBe(0)
    expect(ended.err()).toBe(
      'millrace: warn: millrace.jsonc:1:3: unknown key "sandbxo"; did you mean sandbox?\n',
    )
  })
})

describe('what stands in the place of a settings file', () => {
  test('is refused where it is no regular file, without waiting for it', async () => {
    const fifo = place()
    execFileSync('mkfifo', [join(fifo.project, 'millrace.jsonc')])
    await expect(settingsIn(fifo)).rejects.toEqual(refused(/^millrace\.jsonc is no regular file/))
  })

  test('is no settings file where it is a folder, as one keeps its place while a command runs', async () => {
    const nested = place({ 'millrace.jsonc/x': '' })
    expect((await settingsIn(nested)).files).toEqual([])
  })

  test('is refused where it is a link of the folder, or lies in a linked folder', async () => {
    const at = place({ '~/secret.jsonc': '{ "sandbox": "off" }', '~/linked/local.jsonc': '{}' })
    symlinkSync(join(at.home, 'linked'), join(at.project, '.millrace'))
    await expect(settingsIn(at)).rejects.toEqual(refused(/^\.millrace\/local\.jsonc lies in .* is a link/))
    const file = place({ '~/secret.jsonc': '{ "sandbox": "off" }' })
    symlinkSync(join(file.home, 'secret.jsonc'), join(file.project, 'millrace.jsonc'))
    await expect(settingsIn(file)).rejects.toEqual(refused(/^millrace\.jsonc is a link/))
  })

  test('may be a link where it is the own one', async () => {
    const at = place({ '~/dotfiles/millrace.jsonc': settings({ sandbox: 'required' }) })
    mkdirSync(join(at.home, '.config/millrace'), { recursive: true })
    symlinkSync(join(at.home, 'dotfiles/millrace.jsonc'), join(at.home, userFile))
    expect((await settingsIn(at)).sandbox).toBe('required')
  })

  test('is refused where it is too large, or no UTF-8', async () => {
    const at = place({ 'millrace.jsonc': `{}${' '.repeat(1024 * 1024)}` })
    await expect(settingsIn(at)).rejects.toEqual(refused(/larger than 1 MiB/))
    writeFileSync(join(at.project, 'millrace.jsonc'), Buffer.from([0x7b, 0xff, 0x7d]))
    await expect(settingsIn(at)).rejects.toEqual(refused(/no UTF-8/))
  })

  test('ends every command with status 2, and in machine output too', async () => {
    const at = place({ 'millrace.jsonc': '{ "permissions": { "deny": [' })
    for (const words of [['tools'], ['call', 'read', 'path=a'], ['config'], ['permissions', 'list']]) {
      const ended = await millrace([...words, '--json'], { cwd: at.project, env: at.env })
      expect([words, ended.status]).toEqual([words, 2])
      expect(ended.err()).toMatch(/^millrace: millrace\.jsonc:1:29: expected .*\n {2}nothing runs until/)
      expect(JSON.parse(ended.out())).toMatchObject({ ok: false, error: { code: 'SETTINGS_UNREADABLE' } })
    }
  })
})
