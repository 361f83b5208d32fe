import { countingIds, manualClock } from '@millrace/host'
import type { Grant } from '@millrace/protocol'
import type { Permissions } from '@millrace/policies/permissions'
import { bindScopeParent } from '@millrace/scope'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { judgeCommand, layer, openPermissions, rules } from './support/permission-bench.ts'

const start = 1_700_000_000_000
const asked = { rule: 'Bash(npm test *)', lasts: 'session', by: 'terminal' } as const

async function granting(...lists: readonly Parameters<typeof rules>[0][]) {
  const clock = manualClock(start)
  const bench = await openPermissions({ clock, ids: countingIds(), layers: lists.map(rules) })
  const events: unknown[] = []
  bench.ctx.on('permission/granted', (grant) => void events.push(['granted', grant]))
  bench.ctx.on('permission/revoked', (revoked) => void events.push(['revoked', revoked]))
  return { ...bench, clock, events }
}

describe('a standing permission', () => {
  verifies(
    ['security:A2'],
    'allows from now on, is listed with who, when and for what, and can be taken back',
    async () => {
      const { permissions, events } = await granting()
      expect(judgeCommand(permissions, 'npm test')).toBe('ask')
      const grant = permissions.grant({ ...asked, for: { callId: 'c1', toolName: 'bash' } })
      expect(grant).toEqual({ ...asked, for: { callId: 'c1', toolName: 'bash' }, id: 'grant_1', at: start })
      expect(judgeCommand(permissions, 'npm test -- a.test.ts')).toBe('allow')
      expect(permissions.grants()).toEqual([grant])
      expect(permissions.list()).toEqual([
        { list: 'allow', rule: { rule: asked.rule, grant }, layer: 'session' },
      ])
      expect(permissions.revoke('grant_1', 'me')).toBe(true)
      expect(judgeCommand(permissions, 'npm test')).toBe('ask')
      expect(permissions.grants()).toEqual([])
      expect(permissions.revoke('grant_1', 'me')).toBe(false)
      expect(events).toEqual([
        ['granted', grant],
        ['revoked', { id: 'grant_1', rule: asked.rule, by: 'me' }],
      ])
    },
  )

  verifies(['security:A2'], 'that has an end stops counting at that moment', async () => {
    const { permissions, clock } = await granting()
    permissions.grant({ ...asked, until: start + 1_000 })
    clock.advance(999)
    expect(judgeCommand(permissions, 'npm test')).toBe('allow')
    expect(permissions.grants()).toHaveLength(1)
    clock.advance(1)
    expect(judgeCommand(permissions, 'npm test')).toBe('ask')
    expect(permissions.grants()).toEqual([])
    expect(permissions.list()).toMatchObject([{ idle: 'it has ended' }])
  })

  test('outweighs no rule that asks or denies, and no protected path', async () => {
    const { permissions } = await granting({ ask: ['Bash(npm publish)'], deny: ['Bash(npm test --update)'] })
    permissions.grant({ ...asked, rule: 'Bash(npm *)' })
    permissions.grant({ ...asked, rule: 'Edit(**)' })
    expect(judgeCommand(permissions, 'npm test')).toBe('allow')
    expect(judgeCommand(permissions, 'npm publish')).toBe('ask')
    expect(judgeCommand(permissions, 'npm test --update')).toBe('deny')
    expect(permissions.judge('edit', { path: '.git/config' }).verdict).toBe('ask')
  })

  test('counts beside a wider rule that reaches less far', async () => {
    const { permissions } = await granting({ allow: ['Bash(cp *)', 'Bash(sudo *)'] })
    expect(judgeCommand(permissions, 'cp a ~/b')).toBe('ask')
    permissions.grant({ ...asked, rule: 'Bash(cp a ~/b)' })
    expect(judgeCommand(permissions, 'cp a ~/b')).toBe('allow')
    permissions.grant({ ...asked, rule: 'Bash(sudo cp a b)' })
    expect(judgeCommand(permissions, 'sudo cp a b')).toBe('allow')
  })

  test.each([
    ['Bash(npm', 'PERMISSION_RULE_INVALID'],
    ['', 'PERMISSION_RULE_INVALID'],
    ['Bash(git push origin)', 'PERMISSION_GRANT_USELESS'],
    ['Bash(sudo *)', 'PERMISSION_GRANT_USELESS'],
    ['Edit(.git/config)', 'PERMISSION_GRANT_USELESS'],
  ])('for "%s" is refused with %s', async (rule, code) => {
    const { permissions, events } = await granting({ deny: ['Bash(git push *)'] })
    expect(() => permissions.grant({ ...asked, rule })).toThrow(expect.objectContaining({ code }))
    expect(permissions.grants()).toEqual([])
    expect(events).toEqual([])
  })

  test('that has ended already is refused', async () => {
    const { permissions } = await granting()
    expect(() => permissions.grant({ ...asked, until: start })).toThrow('would allow nothing: it has ended')
  })
})

describe('grants of settings files', () => {
  const kept: Grant = {
    id: 'g7',
    rule: 'Bash(make *)',
    lasts: 'always',
    by: 'terminal',
    at: start,
    file: 'm.jsonc',
  }
  const file = layer({ name: 'project', allow: [{ rule: kept.rule, grant: kept, place: 'm.jsonc:4' }] })

  test('are listed beside those of the session, and revoked at once', async () => {
    const { permissions, events } = await granting()
    permissions.reload([file])
    const own = permissions.grant(asked)
    expect(permissions.grants()).toEqual([kept, own])
    expect(judgeCommand(permissions, 'make all')).toBe('allow')
    expect(permissions.revoke('g7', 'me')).toBe(true)
    expect(judgeCommand(permissions, 'make all')).toBe('ask')
    // Also while the file still has it.
    permissions.reload([file])
    expect(judgeCommand(permissions, 'make all')).toBe('ask')
    expect(permissions.grants()).toEqual([own])
    expect(events).toContainEqual(['revoked', { id: 'g7', rule: kept.rule, by: 'me' }])
  })

  test('stand for the one of the session that was written there', async () => {
    const { permissions } = await granting()
    const grant = permissions.grant({ ...asked, lasts: 'always', file: 'm.jsonc' })
    permissions.reload([layer({ allow: [{ rule: grant.rule, grant }] })])
    expect(permissions.grants()).toEqual([grant])
    permissions.reload([])
    expect(judgeCommand(permissions, 'npm test')).toBe('ask')
  })

  test('of a folder that is not trusted count for nothing', async () => {
    const { permissions } = await granting()
    permissions.reload([{ ...file, mayGrant: false }])
    expect(permissions.grants()).toEqual([])
    expect(judgeCommand(permissions, 'make')).toBe('ask')
  })
})

describe('a grant for the session of an agent', () => {
  function session(): { readonly agent: object; readonly child: object } {
    const [agent, child] = [{}, {}]
    bindScopeParent(child, agent)
    return { agent, child }
  }
  const verdicts = (permissions: Permissions, agents: readonly (object | undefined)[]): string[] =>
    agents.map((agent) => permissions.judge('bash', { command: 'npm test' }, agent).verdict)

  verifies(['security:A2'], 'counts for its agent and those below it, and for nobody else', async () => {
    const { permissions } = await granting({ allow: ['Bash(ls)'] })
    const { agent, child } = session()
    const other = {}
    const grant = permissions.grant(asked, child)
    expect(verdicts(permissions, [agent, child, other, undefined])).toEqual(['allow', 'allow', 'ask', 'ask'])
    expect(permissions.test('Bash(npm test)', child).verdict).toBe('allow')
    expect(permissions.test('Bash(npm test)', other).verdict).toBe('ask')
    expect(permissions.try(['Bash(ls)'], 'bash', { command: 'npm test' }, other).verdict).toBe('ask')
    expect(permissions.grants()).toEqual([grant])
    expect(permissions.revoke(grant.id, 'me')).toBe(true)
    expect(verdicts(permissions, [agent, child])).toEqual(['ask', 'ask'])
  })

  test('stands beside those of other sessions, and ends with its own', async () => {
    const { permissions, events } = await granting()
    const [one, two] = [session().agent, session().agent]
    const ended = permissions.grant({ ...asked, until: start + 1 }, one)
    const [first, second] = [permissions.grant(asked, one), permissions.grant(asked, two)]
    permissions.forget(one)
    expect(verdicts(permissions, [one, two])).toEqual(['ask', 'allow'])
    expect(permissions.grants()).toEqual([second])
    const revoked = [ended, first].map(({ id, rule }) => ['revoked', { id, rule, by: 'session end' }])
    expect(events.slice(-2)).toEqual(revoked)
    permissions.forget(one)
    expect(events).toHaveLength(5)
  })

  test('that is for good counts for all', async () => {
    const { permissions } = await granting()
    const { agent } = session()
    permissions.grant({ ...asked, lasts: 'always', file: 'm.jsonc' }, agent)
    permissions.forget(agent)
    expect(verdicts(permissions, [agent, {}, undefined])).toEqual(['allow', 'allow', 'allow'])
  })
})

test('a reload replaces the rules of all layers, and the grants of the session stay', async () => {
  const { permissions } = await granting({ allow: ['Bash(ls *)'] })
  permissions.grant(asked)
  permissions.reload([rules({ allow: ['Bash(cat *)'] })])
  expect(judgeCommand(permissions, 'ls')).toBe('ask')
  expect(judgeCommand(permissions, 'cat a')).toBe('allow')
  expect(judgeCommand(permissions, 'npm test')).toBe('allow')
})
