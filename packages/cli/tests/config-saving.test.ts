import { existsSync, readFileSync, statSync, symlinkSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { removeRule } from '../src/config/remove-rule.ts'
import { millrace } from './millrace.ts'
import { grantOf, place, settings, settingsIn, userFile, type Place } from './settings.ts'

const about = { for: { callId: 'c1', toolName: 'bash' }, principal: 'ada' }

async function save(at: Place, rule: string, label = 'millrace.jsonc'): Promise<void> {
  const found = await settingsIn(at)
  const file = found.ruleFiles.find((each) => each.label.startsWith(label))
  expect(file).toBeDefined()
  await found.saveRule(grantOf(rule, about), file?.path ?? '')
}

const remove = (at: Place, wanted: string): ReturnType<typeof removeRule> =>
  removeRule(wanted, { folder: at.project, env: at.env, managed: at.managed })

const text = (at: Place, file = 'millrace.jsonc'): string => readFileSync(join(at.project, file), 'utf8')

async function trust(at: Place): Promise<void> {
  expect((await millrace(['trust', '--yes'], { cwd: at.project, env: at.env })).status).toBe(0)
}

describe('a rule that somebody allowed for good', () => {
  test('is kept in a folder without settings, which count from then on', async () => {
    const at = place()
    await save(at, 'Bash(npm test)')
    expect(parse(text(at))).toEqual({
      permissions: {
        allow: [
          {
            rule: 'Bash(npm test)',
            grant: {
              id: expect.stringMatching(/^grant_[0-9a-f]{32}$/),
              by: 'terminal',
              at: expect.stringMatching(/^20\d\d-.*Z$/),
              for: { callId: 'c1', toolName: 'bash' },
              principal: 'ada',
            },
          },
        ],
      },
    })
    const { layers, trust: state } = await settingsIn(at)
    expect([state.kind, layers[0]?.mayGrant]).toEqual(['trusted', true])
    expect(layers[0]?.allow[0]).toMatchObject({
      rule: 'Bash(npm test)',
      grant: {
        by: 'terminal',
        lasts: 'always',
        file: 'millrace.jsonc',
        for: { callId: 'c1' },
        principal: 'ada',
      },
    })
  })

  test('leaves everything else as it stands: comments, commas, indentation, line breaks', async () => {
    const before = [
      '// ours',
      '{',
      '\t"permissions": {',
      '\t\t// what tests need',
      '\t\t"allow": [',
      '\t\t\t"Bash(npm test)", // always',
      '\t\t],',
      '\t\t"deny": ["Bash(rm *)"], /* never */',
      '\t},',
      '}',
      '',
    ].join('\r\n')
    const at = place({ 'millrace.jsonc': before })
    await trust(at)
    await save(at, 'Edit(src/**)')
    const after = text(at)
    for (const line of before.split('\r\n').filter((each) => !each.includes('Bash(npm test)')))
      expect(after.split('\r\n')).toContain(line)
    expect(after).toContain('// always')
    expect(after).toContain('/* never */')
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    expect((await settingsIn(at)).layers[0]?.allow.map(({ rule }) => rule)).toEqual([
      'Bash(npm test)',
      'Edit(src/**)',
    ])
  })

  test('is not written twice', async () => {
    const at = place()
    await save(at, 'grep')
    const once = text(at)
    await save(at, 'grep')
    expect(text(at)).toBe(once)
  })

  test('keeps the trust in a folder, and does not bring it back', async () => {
    const at = place({ 'millrace.jsonc': '{}' })
    await trust(at)
    await save(at, 'grep')
    expect((await settingsIn(at)).trust.kind).toBe('trusted')
    at.write('millrace.jsonc', settings({ permissions: { allow: ['Bash(*)'] } }))
    const changed = await settingsIn(at)
    expect(changed.trust).toMatchObject({ kind: 'changed', changes: ['millrace.jsonc was changed'] })
    expect(changed.ruleFiles.map(({ label }) => label)).toEqual([
      '~/.config/millrace/millrace.jsonc (every folder)',
    ])
    await expect(changed.saveRule(grantOf('glob'), join(at.project, 'millrace.jsonc'))).rejects.toMatchObject(
      {
        code: 'SETTINGS_NOT_TRUSTED',
      },
    )
    expect(text(at)).not.toContain('glob')
  })

  test('does not build on settings that came in between', async () => {
    const at = place()
    const found = await settingsIn(at)
    at.write('millrace.jsonc', settings({ permissions: { allow: ['Bash(*)'] } }))
    await expect(found.saveRule(grantOf('glob'), join(at.project, 'millrace.jsonc'))).rejects.toMatchObject({
      code: 'SETTINGS_NOT_TRUSTED',
    })
    expect((await settingsIn(at)).trust.kind).toBe('untrusted')
  })

  test('can be kept to oneself, where git does not see it', async () => {
    const at = place()
    await save(at, 'grep', '.millrace/local.jsonc')
    expect(text(at, '.millrace/.gitignore')).toBe('/local.jsonc\n')
    expect((await settingsIn(at)).layers).toMatchObject([
      { name: 'local', mayGrant: true, allow: [{ rule: 'grep' }] },
    ])
  })

  test('can be kept for every folder, in a file of the person, also behind a link', async () => {
    const at = place()
    await save(at, 'grep', '~')
    expect((await settingsIn(at)).layers).toMatchObject([{ name: 'user', allow: [{ rule: 'grep' }] }])
    expect(statSync(join(at.home, '.config/millrace')).mode & 0o077).toBe(0)
    const linked = place({ '~/dotfiles/m.jsonc': '{}' })
    mkdirSync(join(linked.home, '.config/millrace'), { recursive: true })
    symlinkSync('../../dotfiles/m.jsonc', join(linked.home, userFile))
    await save(linked, 'grep', '~')
    expect(readFileSync(join(linked.home, 'dotfiles/m.jsonc'), 'utf8')).toContain('"grep"')
  })

  test('goes to no other file', async () => {
    const at = place()
    const found = await settingsIn(at)
    for (const file of [at.managed, join(at.project, 'other.jsonc'), '/etc/passwd']) {
      await expect(found.saveRule(grantOf('grep'), file)).rejects.toMatchObject({
        code: 'SETTINGS_NOT_SAVED',
      })
    }
    expect(existsSync(join(at.project, 'other.jsonc'))).toBe(false)
  })

  test('comes back as it was written, whatever it holds, and leaves the others alone', async () => {
    const rule = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })
    const file = fc.constantFrom(
      '',
      '{}',
      '{ "permissions": {} }',
      '{"permissions":{"allow":[]}}',
      '// a\n{ "permissions": { "allow": [ "x", ] /* b */ } }',
      '{\n    "permissions": {\n        "deny": ["x"],\n    },\n}\n',
      '{ "permissions": { "allow": [ // c\n ] } }',
      '\ufeff{ "sandbox": "off" }',
    )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(rule, { minLength: 1, maxLength: 4 }), file, async (rules, start) => {
        const at = place({ [`~/${userFile}`]: start })
        const before = (await settingsIn(at)).layers[0]
        for (const each of rules) await save(at, each, '~')
        const written = (await settingsIn(at)).layers[0]
        const own = before?.allow.map((each) => each.rule) ?? []
        expect(written?.allow.map((each) => each.rule)).toEqual([
          ...own,
          ...rules.filter((each) => !own.includes(each)),
        ])
        expect(written?.deny).toHaveLength(before?.deny.length ?? 0)
        for (const each of rules) expect(await remove(at, each)).toHaveLength(1)
        const after = (await settingsIn(at)).layers[0]
        expect(after?.allow.map((each) => each.rule)).toEqual(own.filter((each) => !rules.includes(each)))
      }),
      { numRuns: 60 },
    )
  })

  test('ends where its record says so', async () => {
    const at = place()
    const found = await settingsIn(at)
    const grant = grantOf('grep', { until: Date.parse('2027-01-31T12:00:00Z'), at: 0, by: 'me' })
    await found.saveRule(grant, found.ruleFiles[0]?.path ?? '')
    expect((await settingsIn(at)).layers[0]?.allow[0]?.grant).toEqual({ ...grant, file: 'millrace.jsonc' })
  })

  test('does not count where its record cannot be read', async () => {
    const broken = {
      rule: 'Bash(x)',
      grant: { id: 'g', by: 'me', at: '2026-01-31T12:00:00Z', until: 'soon' },
    }
    const at = place({ [`~/${userFile}`]: settings({ permissions: { allow: [broken, 'grep'] } }) })
    const { layers, problems } = await settingsIn(at)
    expect(layers[0]?.allow.map(({ rule }) => rule)).toEqual(['grep'])
    expect(problems[0]?.problem).toContain('expected a time such as')
  })
})

describe('taking a rule back', () => {
  test('finds it by its id or its words, in every file that this command writes', async () => {
    const at = place({ managed: settings({ permissions: { allow: ['glob'] } }) })
    await save(at, 'grep')
    await save(at, 'glob')
    await save(at, 'glob', '~')
    const id = (await settingsIn(at)).layers.find(({ name }) => name === 'project')?.allow[0]?.grant?.id
    expect(await remove(at, id ?? '')).toMatchObject([{ rule: { rule: 'grep' }, file: 'millrace.jsonc' }])
    expect(await remove(at, 'glob')).toMatchObject([
      { file: at.managed, kept: expect.stringContaining('not changed by this command') },
      { file: '~/.config/millrace/millrace.jsonc' },
      { file: 'millrace.jsonc' },
    ])
    const left = (await settingsIn(at)).layers.map(({ name, allow }) => [name, allow.length])
    expect(left).toEqual([
      ['managed', 1],
      ['user', 0],
      ['project', 0],
    ])
    expect((await settingsIn(at)).trust.kind).toBe('trusted')
  })

  test('works in a folder that nobody trusts, and does not trust it', async () => {
    const at = place({ 'millrace.jsonc': settings({ permissions: { allow: ['a', 5, 'b', 'a'] } }) })
    expect(await remove(at, 'a')).toHaveLength(2)
    expect(parse(text(at))).toEqual({ permissions: { allow: [5, 'b'] } })
    expect((await settingsIn(at)).trust.kind).toBe('untrusted')
  })
})
