import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { starterRules, type PermissionsConfig } from '@millrace/policies/permissions'
import { describe, expect, test } from 'vitest'
import { layer, openPermissions, sandboxOf } from './support/permission-bench.ts'
import { askingShare, judgeSession, sessionCalls, type Judged } from './support/session-shares.ts'

/** What was called in a real coding session, which is read in place and no part of this project. */
const recorded =
  process.env['MILLRACE_REAL_SESSION'] ??
  fileURLToPath(new URL('../../../../shared/data/real-session/calls.jsonl', import.meta.url))

async function judgedWith(config: Partial<PermissionsConfig>): Promise<Judged[]> {
  const { permissions } = await openPermissions({
    mode: 'accept-edits',
    layers: [layer(starterRules)],
    ...config,
  })
  return judgeSession(permissions, sessionCalls(readFileSync(recorded, 'utf8')))
}

const sandboxed: Partial<PermissionsConfig> = { sandbox: () => sandboxOf() }

describe.skipIf(!existsSync(recorded))('the starter rules on a real session', () => {
  test('there are as many calls as there were', async () => {
    const judged = await judgedWith({})
    expect(judged.filter(({ call }) => call.tool === 'bash')).toHaveLength(192)
    expect(judged).toHaveLength(391)
  })

  test('at most 40 % of its commands ask without a sandbox, and at most 4 % in a full one', async () => {
    expect(askingShare(await judgedWith({}))).toBeLessThanOrEqual(0.4)
    expect(askingShare(await judgedWith(sandboxed))).toBeLessThanOrEqual(0.04)
    expect(askingShare(await judgedWith({ ...sandboxed, layers: [] }))).toBeLessThanOrEqual(0.04)
  })

  test('nothing is allowed that writes outside, reaches a host, or runs a program that no rule names', async () => {
    const named = new Set(starterRules.allow.map(({ rule }) => /^Bash\((\S+)/.exec(rule)?.[1]))
    for (const { call, verdict } of await judgedWith({})) {
      if (verdict.verdict !== 'allow') continue
      if (call.tool !== 'bash') {
        expect(call.path).not.toMatch(/^[/~]/)
        continue
      }
      expect(call.command).not.toMatch(
        />\s*[/~]|\bnp[mx]\b|git (?:push|commit|fetch|pull)|curl|wget|python|node /,
      )
      expect(verdict.parts.every(({ rule }) => rule !== undefined)).toBe(true)
      for (const { part } of verdict.parts) expect(named).toContain(/^Bash\((\S+)/.exec(part)?.[1])
    }
  })

  test('scripts of the project ask', async () => {
    const scripts = (await judgedWith({})).filter(({ call }) =>
      /\bnpm (?:run|test)\b/.test(call.command ?? ''),
    )
    expect(scripts.length).toBeGreaterThan(50)
    expect(scripts.filter(({ verdict }) => verdict.verdict !== 'ask')).toEqual([])
  })

  test('each question and each denial names the part that caused it', async () => {
    for (const { call, verdict } of await judgedWith({})) {
      if (verdict.verdict === 'allow') continue
      const { part, reason } = verdict.decisive
      const [tool = '', inner = ''] = /^(\w+)\((.*)\)$/s.exec(part)?.slice(1) ?? [part]
      expect(['Bash', 'Edit', 'Read']).toContain(tool)
      if (tool === 'Bash') expect(call.command).toContain(inner.replace(/…$/, '').split('\\n')[0])
      expect(reason).toMatch(
        /^(?:no rule allows (?:"|changing |reading )|reads where rule|rule .* denies it: |the command cannot be read: )/,
      )
    }
  })

  test('the files of the project are read and changed without a question', async () => {
    const files = (await judgedWith({})).filter(({ call }) => call.tool !== 'bash')
    const asked = files.filter(({ verdict }) => verdict.verdict !== 'allow')
    expect(files).toHaveLength(199)
    expect(asked.map(({ call }) => call.path)).toEqual(asked.map(() => '~/.pi/agent/themes/nord.json'))
    expect(asked.length).toBeLessThanOrEqual(4)
  })
})

test('the starter rules can all be read, and each may decide', async () => {
  const { permissions } = await openPermissions({ layers: [layer(starterRules)] })
  expect(permissions.problems()).toEqual([])
  expect(permissions.list().filter(({ idle }) => idle !== undefined)).toEqual([])
})
