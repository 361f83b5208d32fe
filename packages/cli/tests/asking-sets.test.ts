import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder } from './folder.ts'
import { json, millrace } from './millrace.ts'
import { person, type Act } from './person.ts'

const keys = /\[1\/y\] once/
const up = '\u001b[A'
const { PATH = '' } = process.env

/** A folder where commands run without a sandbox, so that each of their parts needs a rule. */
function desk() {
  const [cwd, home] = [folder({ 'a.txt': 'one\n' }), folder()]
  const env = {
    NO_COLOR: '1',
    HOME: home,
    XDG_STATE_HOME: home,
    XDG_CONFIG_HOME: home,
    PATH,
    MILLRACE_SANDBOX: 'off',
  }
  const saved = (): unknown[] => {
    const path = join(cwd, 'millrace.jsonc')
    if (!existsSync(path)) return []
    const settings = JSON.parse(readFileSync(path, 'utf8')) as { permissions: { allow: { rule: string }[] } }
    return settings.permissions.allow.map(({ rule }) => rule)
  }
  const ask = (command: string, ...acts: Act[]) =>
    millrace(['call', 'bash', `command=${command}`], { ...person(...acts), cwd, env, columns: 160 })
  const unasked = (command: string) =>
    millrace(['call', 'bash', `command=${command}`, '--json'], { cwd, env, columns: 160 })
  return { saved, ask, unasked }
}

describe('of a command with several parts', () => {
  test('all rules that it needs are offered together, and kept for good', async () => {
    const { saved, ask, unasked } = desk()
    const ended = await ask('wc -l a.txt && sort a.txt', [keys, 'a'])
    expect([ended.status, ended.err()]).toEqual([
      0,
      expect.stringContaining('[3/a] always: Bash(wc -l a.txt), Bash(sort a.txt) -> millrace.jsonc'),
    ])
    expect(ended.err()).toContain('> always: Bash(wc -l a.txt), Bash(sort a.txt) -> millrace.jsonc\n')
    expect(saved()).toEqual(['Bash(wc -l a.txt)', 'Bash(sort a.txt)'])
    for (const command of ['wc -l a.txt && sort a.txt', 'sort a.txt | wc -l a.txt']) {
      expect((await unasked(command)).status).toBe(0)
    }
    expect(json(await unasked('sort -r a.txt'))).toMatchObject({ ok: false, by: 'no-tty' })
  })

  test('the arrows lead to wider rules', async () => {
    const { saved, ask } = desk()
    const ended = await ask(
      'wc -l a.txt && sort a.txt',
      [/up and down: other rules/, up],
      [/always: Bash\(wc \*\), Bash\(sort \*\) -> /, 'a'],
    )
    expect([ended.status, saved()]).toEqual([0, ['Bash(wc *)', 'Bash(sort *)']])
  })

  test('they are changed one after the other', async () => {
    const { saved, ask } = desk()
    const ended = await ask(
      'wc -l a.txt && sort a.txt',
      [keys, 'e'],
      [/rule 1 of 2 -> millrace\.jsonc: [^\n]*$/, '\u0001\u000bBash(sort *)\r'],
      [
        /with these rules the call would be asked about all the same: no rule allows "wc -l a\.txt"/,
        '\u0001\u000bBash(wc -l *)\r',
      ],
      [/rule 2 of 2 -> millrace\.jsonc: [^\n]*$/, '\r'],
      [/always: Bash\(wc -l \*\), Bash\(sort a\.txt\) -> millrace\.jsonc/, 'a'],
    )
    expect([ended.status, saved()]).toEqual([0, ['Bash(wc -l *)', 'Bash(sort a.txt)']])
  })

  test('Esc at the second rule leaves both as they were', async () => {
    const { saved, ask } = desk()
    const ended = await ask(
      'wc -l a.txt && sort a.txt',
      [keys, 'e'],
      [/rule 1 of 2 -> millrace\.jsonc: [^\n]*$/, '\u0001\u000bBash(wc *)\r'],
      [/rule 2 of 2 -> millrace\.jsonc: [^\n]*$/, '\u001b'],
      [/always: Bash\(wc -l a\.txt\), Bash\(sort a\.txt\) -> millrace\.jsonc/, 'n'],
    )
    expect([ended.status, saved()]).toEqual([4, []])
  })

  test('rules that are too long for a key stand above it, whichever is chosen', async () => {
    const { ask } = desk()
    const ended = await ask(
      'wc -l a.txt && sort a.txt && head -n 3 a.txt',
      [/rule 3: Bash\(head -n 3 a\.txt\)[^]*always: the 3 rules above -> /, up],
      [/always: Bash\(wc \*\), Bash\(sort \*\), Bash\(head \*\) -> /, up],
      [/rule 3: Bash\(head -n 3 a\.txt\)[^]*\(e to change\)/, 'n'],
    )
    expect(ended.status).toBe(4)
  })

  test('of more than four parts only this once is offered', async () => {
    const { ask } = desk()
    const ended = await ask('wc a.txt; sort a.txt; head a.txt; tail a.txt; uniq a.txt', [keys, 'y'])
    expect(ended.status).toBe(0)
    expect(ended.err()).not.toMatch(/always|this session/)
  })
})
