import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { starterRules } from '@millrace/policies/permissions'
import { describe, expect, test } from 'vitest'
import { json, millrace } from './millrace.ts'
import { place, userFile, type Place } from './settings.ts'

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
const [, section = ''] = /^## Permissions\n([^]*?)^## /m.exec(readme) ?? []
const [, file = ''] = /^```jsonc\n([^]*?)^```$/m.exec(section) ?? []
const [, commands = ''] = /^```sh\n([^]*?)^```$/m.exec(section) ?? []

/** Somebody who put the file of the README where it counts. */
function reader(): Place {
  return place({ [`~/${userFile}`]: file, 'src/a.ts': '' })
}

const run = (at: Place, ...words: readonly string[]) =>
  millrace(words, { cwd: at.project, env: at.env, columns: 160 })

async function verdictOn(at: Place, call: string): Promise<unknown> {
  return json(await run(at, 'permissions', 'test', call, '--sandbox', 'off', '--json'))['verdict']
}

interface Listed {
  readonly list: 'allow' | 'ask' | 'deny'
  readonly rule: string
  readonly reason?: string
  readonly layer: string
  readonly idle?: string
}

async function listed(at: Place): Promise<{ rules: Listed[]; problems: unknown[] }> {
  const { rules, problems } = json(await run(at, 'permissions', '--json'))
  return {
    rules: (rules as Listed[]).filter(({ layer }) => layer === 'user'),
    problems: problems as unknown[],
  }
}

describe('the permission file of the README', () => {
  test('can be read as it is printed, its examples hold, and each of its rules may decide', async () => {
    const at = reader()
    const { err } = await run(at, 'permissions')
    expect(err()).toBe('')
    const { rules, problems } = await listed(at)
    expect(problems).toEqual([])
    expect(rules.length).toBeGreaterThan(50)
    expect(rules.filter(({ idle }) => idle !== undefined)).toEqual([])
  })

  test('has examples that are checked', async () => {
    const at = place({
      [`~/${userFile}`]: file.replace('"notMatch": ["git status"]', '"notMatch": ["git push"]'),
    })
    const [problem] = (await listed(at)).problems
    expect(problem).toMatchObject({
      rule: 'Bash(git push *)',
      problem: expect.stringContaining('matches "git push"'),
    })
  })

  test('has the starter rules, and the few that are named beside them', async () => {
    const { rules } = await listed(reader())
    const of = (list: Listed['list']) =>
      rules.flatMap((each) => {
        const { rule, reason } = each
        return each.list === list ? [{ rule, ...(reason !== undefined && { reason }) }] : []
      })
    const project = ['npm test *', 'npm run lint *', 'npx tsc --noEmit *'].map((words) => `Bash(${words})`)
    const own = [...project, 'Edit(src/**)', 'Edit(tests/**)'].map((rule) => ({ rule }))
    expect(of('allow')).toEqual([...own, ...starterRules.allow])
    expect(of('ask')).toEqual([{ rule: 'Bash(git commit *)' }, ...starterRules.ask])
    expect(of('deny')).toEqual(starterRules.deny)
  })

  test.each([
    ['Bash(npm test)', 'allow'],
    ['Bash(npm test -- --watch=false && git status | head -n 3)', 'allow'],
    ['Edit(src/a.ts)', 'allow'],
    ['Read(src/a.ts)', 'allow'],
    ['Edit(package.json)', 'ask'],
    ['Edit(lib/a.ts)', 'ask'],
    ['Bash(npm install left-pad)', 'ask'],
    ['Bash(git commit -m x)', 'ask'],
    ['Bash(find . -name a -exec rm {} +)', 'ask'],
    ['Bash(for f in *; do ls; done)', 'ask'],
    ['Bash(npm test && git push)', 'deny'],
    ['Bash(sudo git push)', 'deny'],
    ["Bash(bash -c 'git push')", 'deny'],
    ['Bash(cat .env)', 'deny'],
    ['Read(packages/a/.env)', 'deny'],
    ['WebFetch(domain:example.com)', 'ask'],
  ])('%s is %s', async (call, verdict) => {
    expect(await verdictOn(reader(), call)).toBe(verdict)
  })

  test('lets commands in a sandbox reach the host that it names', async () => {
    const report = json(await run(reader(), 'config', '--json'))
    expect(JSON.stringify(report['egress'])).toContain('registry.npmjs.org:443')
  })
})

test('the commands beside it work as they are printed', async () => {
  const at = reader()
  const printed = [...commands.matchAll(/npx millrace ((?:'[^']*'|[^'#)\n])*)/g)].map(([, words = '']) =>
    words.trim(),
  )
  expect(printed).toEqual([
    "permissions test 'Bash(npm test && git push)'",
    'permissions',
    'trust',
    'config --sources',
    'completion bash',
  ])
  for (const line of printed) {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const ended = await run(at, ...words)
    expect([line, ended.status, ended.out().length > 0]).toEqual([line, 0, true])
  }
})
