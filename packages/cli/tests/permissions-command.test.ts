import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, millrace } from './millrace.ts'
import { grantOf, place, settingsIn, userFile, type Place } from './settings.ts'
import { tool } from './workspace.ts'
import { Context } from '@deepseek-ai/cordis'
import { ToolRuntime } from '@millrace/tools'

const user = `~/${userFile}`

const rules = `{
  "permissions": {
    "allow": [
      "Bash(git *)",
      "Edit(src/**)"
    ],
    "deny": [
      { "rule": "Bash(git push *)", "reason": "release only from CI" }
    ],
    "ask": ["Bash(curl *)"]
  }
}`

type Ended = Awaited<ReturnType<typeof millrace>>

/** `millrace permissions` there; what a sandbox would make of a command is none of these tests' concern. */
function permissions(at: Place, ...words: readonly string[]): Promise<Ended> {
  const off = words[0] === 'test' || words[0] === 'explain' ? ['--sandbox', 'off'] : []
  return millrace(['permissions', ...words, ...off], { cwd: at.project, env: at.env, columns: 160 })
}

describe('millrace permissions list', () => {
  test('shows each rule with file and line, and what of it never counts', async () => {
    const at = place({
      [user]: rules,
      'millrace.jsonc': '{ "permissions": { "allow": ["Bash(*)"], "deny": ["grep"] } }',
    })
    const { status, out } = await permissions(at, 'list')
    const text = out()
    expect(status).toBe(0)
    expect(text).toMatch(/^mode +default +built-in$/m)
    expect(text).toMatch(
      /^deny +Bash\(git push \*\) +~\/\.config\/millrace\/millrace\.jsonc:8\n +reason "release only from CI"$/m,
    )
    expect(text).toMatch(/^ask +Bash\(curl \*\) +~\/\.config\/millrace\/millrace\.jsonc:10$/m)
    expect(text).toMatch(/^allow +Bash\(\*\) +millrace\.jsonc:1\n +never matches: .*trust/m)
    expect(text).toMatch(/^deny +grep +millrace\.jsonc:1$/m)
    expect((await permissions(at)).out()).toBe(text)
  })

  test('prints the same as one object', async () => {
    const at = place({ [user]: rules })
    const report = json(await permissions(at, 'list', '--json', '--permission-mode', 'plan'))
    expect(report).toMatchObject({
      mode: { value: 'plan', source: '--permission-mode' },
      sandbox: { value: 'auto' },
    })
    expect(report['rules']).toContainEqual({
      list: 'deny',
      rule: 'Bash(git push *)',
      layer: 'user',
      source: '~/.config/millrace/millrace.jsonc:8',
      reason: 'release only from CI',
    })
  })

  test('shows the rule of the command itself where there are no others', async () => {
    const { out } = await permissions(place(), 'list')
    expect(out().match(/^(?:allow|ask|deny) .*$/gm)).toEqual([
      expect.stringMatching(/^allow +Read\(\S+\/millrace\/spill\/\*\) +built-in$/),
    ])
  })

  test('shows who allowed what for good, and until when', async () => {
    const at = place()
    const found = await settingsIn(at)
    const grant = grantOf('Bash(npm test)', { for: { callId: 'c1', toolName: 'bash' } })
    await found.saveRule(grant, found.ruleFiles[0]?.path ?? '')
    const text = (await permissions(at, 'list')).out()
    expect(text).toMatch(
      /grant_[0-9a-f]{32} +Bash\(npm test\) +by terminal on 20\d\d-\d\d-\d\d, for call c1 of bash, until revoked/,
    )
    expect(json(await permissions(at, 'list', '--json'))).toMatchObject({
      grants: [{ rule: 'Bash(npm test)', by: 'terminal', lasts: 'always' }],
    })
  })

  test('is refused where a host judges without rules', async () => {
    const open = async (): Promise<never> => {
      const ctx = new Context()
      const tools = new ToolRuntime(ctx)
      tools.register(tool('look'))
      return { root: '/', ctx, tools, agent: {}, close: async () => {} } as never
    }
    const ended = await millrace(['permissions', 'list'], { env: place().env }, open)
    expect([ended.status, ended.err()]).toEqual([2, 'millrace: this host judges calls without rules\n'])
  })
})

describe('millrace permissions test', () => {
  test('explains a command part by part, and as a whole', async () => {
    const at = place({ [user]: rules })
    const { status, out, err } = await permissions(at, 'test', 'Bash(git status && curl x | sh)')
    expect([status, err()]).toEqual([0, ''])
    const lines = out().split('\n')
    expect(lines[0]).toMatch(/^allow +Bash\(git status\) +rule Bash\(git \*\) +~\/.*:4/)
    expect(lines[1]).toMatch(/^ask +Bash\(curl x\) +rule Bash\(curl \*\) +~\/.*:10/)
    expect(lines[2]).toMatch(/^ask +Bash\(sh\) +no rule allows/)
    expect(out()).toMatch(/^ask +the call as a whole, because of Bash\(/m)
  })

  test('names rule, place, wrapper and reason, and the rule that lost', async () => {
    const at = place({ [user]: rules })
    const text = (await permissions(at, 'test', 'Bash(timeout 5 git push origin main)')).out()
    expect(text).toMatch(
      /deny .*rule Bash\(git push \*\) +~\/.*:8 +via wrapper timeout +reason "release only from CI"/,
    )
    expect(text).toMatch(/^warn +Bash\(git \*\) allow ~\/.*:4 can never win/m)
  })

  test('prints the same as one object', async () => {
    const at = place({ [user]: rules })
    expect(json(await permissions(at, 'test', 'Bash(git push)', '--json'))).toMatchObject({
      call: 'Bash(git push)',
      verdict: 'deny',
      decisive: {
        part: 'Bash(git push)',
        rule: 'Bash(git push *)',
        source: '~/.config/millrace/millrace.jsonc:8',
        layer: 'user',
        ruleReason: 'release only from CI',
        overruled: [{ rule: 'Bash(git *)', list: 'allow' }],
      },
      suggestions: [],
    })
  })

  test('follows the mode that is chosen for it', async () => {
    const at = place()
    expect((await permissions(at, 'test', 'Edit(src/a.ts)')).out()).toMatch(/^ask /)
    const freer = await permissions(at, 'test', 'Edit(src/a.ts)', '--permission-mode', 'accept-edits')
    expect(freer.out()).toMatch(/^allow /)
    expect((await permissions(at, 'test', 'Edit(src/a.ts)', '--permission-mode', 'yes')).status).toBe(2)
  })

  test('explain tells rules that would allow it, and what was looked at', async () => {
    const text = (await permissions(place({ [user]: rules }), 'explain', 'Bash(npm test)')).out()
    expect(text).toMatch(/^ask +Bash\(npm test\)/)
    expect(text).toMatch(/^mode +default +built-in$/m)
    expect(text).toMatch(/^rules of +~\/\.config\/millrace\/millrace\.jsonc/m)
    expect(text).toMatch(/the narrowest first:\n {2}Bash\(npm test\)\n/)
  })

  test('refuses what is no call', async () => {
    const ended = await permissions(place(), 'test', 'Bash(')
    expect([ended.status, ended.out()]).toEqual([2, ''])
    expect(ended.err()).toContain("for example: millrace permissions test 'Bash(git status)'")
  })

  test('decides like the call itself', async () => {
    const at = place({ [user]: rules, 'src/a.ts': 'a\n', 'b.ts': 'b\n' })
    const call = async (path: string): Promise<number> => {
      const edits = JSON.stringify([{ oldText: path === 'b.ts' ? 'b' : 'a', newText: 'x' }])
      return (
        await millrace(['call', 'edit', `path=${path}`, `edits=${edits}`], { cwd: at.project, env: at.env })
      ).status
    }
    expect((await permissions(at, 'test', 'Edit(src/a.ts)')).out()).toMatch(/^allow /)
    expect((await permissions(at, 'test', 'Edit(b.ts)')).out()).toMatch(/^ask /)
    expect([await call('src/a.ts'), await call('b.ts')]).toEqual([0, 4])
    expect(readFileSync(join(at.project, 'src/a.ts'), 'utf8')).toBe('x\n')
  })
})

describe('millrace call', () => {
  const write = ['call', 'write', 'path=new.txt', 'content=x']

  test.each([
    [[], 4],
    [['--permission-mode', 'accept-edits'], 0],
    [['--permission-mode', 'plan'], 4],
    [['--permission-mode', 'bypass'], 0],
  ])('follows the mode of the command line: %j', async (words, status) => {
    const at = place()
    const ended = await millrace([...write, ...words], { cwd: at.project, env: at.env })
    expect(ended.status).toBe(status)
    if (words.includes('plan')) expect(ended.out()).toContain('plan')
  })

  test.each([
    ['--permission-mode', 'acceptEdits'],
    ['--sandbox', 'none'],
  ])('refuses a choice that there is not: %s %s', async (...words) => {
    const ended = await millrace([...write, ...words], { env: place().env })
    expect([ended.status, ended.out()]).toEqual([2, ''])
    expect(ended.err()).toContain('Allowed choices are')
  })

  test('follows a mode of the environment, and refuses one that there is not', async () => {
    const at = place()
    const run = (mode: string): Promise<Ended> =>
      millrace(write, { cwd: at.project, env: { ...at.env, MILLRACE_PERMISSION: mode } })
    expect((await run('accept-edits')).status).toBe(0)
    const wrong = await run('acceptEdits')
    expect(wrong.status).toBe(2)
    expect(wrong.err()).toContain(
      'MILLRACE_PERMISSION: unknown mode "acceptEdits"; did you mean accept-edits?',
    )
  })
})

describe('a rule that nobody can read', () => {
  test.each([
    ['deny', ['Bash(rm *'], 'Bash(ls)', 'deny'],
    ['deny', [7], 'Bash(ls)', 'deny'],
    ['deny', [{ reason: 'x' }], 'Edit(a.ts)', 'deny'],
    ['ask', [null], 'Bash(ls)', 'ask'],
  ])('holds back all the more, and every command says so: %s %j', async (list, entries, call, verdict) => {
    const at = place({
      [user]: JSON.stringify({ permissions: { allow: ['Bash(ls)', 'Edit(**)'], [list]: entries } }),
    })
    const ended = await permissions(at, 'test', call, '--json')
    expect(json(ended)).toMatchObject({ verdict })
    expect(ended.err()).toMatch(/^millrace: warn: ~\/\.config\/millrace\/millrace\.jsonc:1/)
    const read = await millrace(['call', 'glob', 'pattern=*'], { cwd: at.project, env: at.env })
    expect(read.err()).toContain('millrace.jsonc:1')
  })

  test('allows nothing where it would allow', async () => {
    const at = place({ [user]: JSON.stringify({ permissions: { allow: ['Bash(ls', 'Edit(src/**)'] } }) })
    expect((await permissions(at, 'test', 'Bash(ls)')).out()).toMatch(/^ask /)
    expect((await permissions(at, 'test', 'Edit(src/a.ts)')).out()).toMatch(/^allow /)
  })
})

describe('millrace permissions revoke', () => {
  test('takes a rule back, by its words or its id', async () => {
    const at = place()
    const found = await settingsIn(at)
    for (const rule of ['Bash(npm test)', 'Edit(src/**)'])
      await found.saveRule(grantOf(rule), found.ruleFiles[0]?.path ?? '')
    const id = (await settingsIn(at)).layers[0]?.allow[1]?.grant?.id ?? ''
    const byWords = await permissions(at, 'revoke', 'Bash(npm test)')
    expect(byWords.out()).toMatch(/^revoked +Bash\(npm test\) +millrace\.jsonc:\d+\n$/)
    expect(json(await permissions(at, 'revoke', id, '--json'))).toMatchObject({
      ok: true,
      revoked: [{ rule: 'Edit(src/**)', id }],
    })
    expect((await permissions(at, 'test', 'Edit(src/a.ts)')).out()).toMatch(/^ask /)
  })

  test.each([
    ['["Bash(a)","Bash(b)"]', '["Bash(a)"]'],
    ['["Bash(b)","Bash(a)",]', '["Bash(a)",]'],
    ['["Bash(b)",]', '[]'],
    ['[\n  "Bash(a)",\n  // why\n  "Bash(b)"\n]', '[\n  "Bash(a)"\n]'],
  ])('takes it out of %j, and leaves the rest as it is', async (list, left) => {
    const at = place({ [user]: `{"permissions":{"allow":${list}}}` })
    expect((await permissions(at, 'revoke', 'Bash(b)')).err()).toBe('')
    expect(readFileSync(join(at.home, userFile), 'utf8')).toBe(`{"permissions":{"allow":${left}}}`)
  })

  test('says where there is nothing to take back, and what is not its own', async () => {
    const at = place({ '~/ci.jsonc': '{ "permissions": { "allow": ["grep"] } }' })
    const env = { ...at.env, MILLRACE_CONFIG: join(at.home, 'ci.jsonc') }
    const nothing = await permissions(at, 'revoke', 'Bash(x)')
    expect([nothing.status, nothing.err()]).toEqual([
      2,
      'millrace: no settings allow "Bash(x)"\n  what there is, is shown by: millrace permissions list\n',
    ])
    const kept = await permissions({ ...at, env }, 'revoke', 'grep')
    expect(kept.status).toBe(2)
    expect(kept.err()).toContain('ci.jsonc is not changed by this command')
  })
})

test('a part that there is not is refused with the one that was meant', async () => {
  const ended = await permissions(place(), 'lst')
  expect([ended.status, ended.out()]).toEqual([2, ''])
  expect(ended.err()).toBe(
    'millrace: unknown command "permissions lst"\n  did you mean list?\n  see millrace help permissions\n',
  )
})
