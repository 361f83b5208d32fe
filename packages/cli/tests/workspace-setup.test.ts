import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hostUrl } from '../src/host-url.ts'
import { openWorkspace } from '../src/workspace.ts'
import { millrace } from './millrace.ts'
import { place, settings, settingsIn, userFile } from './settings.ts'

describe('while a workspace is made', () => {
  test('warnings are told, too', async () => {
    const at = place({ [`~/${userFile}`]: settings({ secrets: ['SHORT'] }) }, { SHORT: 'abc' })
    const ended = await millrace(['tools'], { cwd: at.project, env: at.env })
    expect(ended.status).toBe(0)
    expect(ended.err().match(/the value of SHORT is too short/g)).toHaveLength(1)
  })

  test('those of a workspace that a host opens its own way are told once, from then on', async () => {
    const at = place()
    const ended = await millrace(
      ['tools'],
      { cwd: at.project, env: at.env },
      async (folder, env, settings) => {
        const workspace = await openWorkspace(folder, env, settings)
        return {
          ...workspace,
          close: async () => {
            workspace.ctx.logger.warn('closing')
            await workspace.close()
          },
        }
      },
    )
    expect(ended.err()).toBe('millrace: warn: closing\n')
  })
})

test('rules about the home folder count where the environment names none', async () => {
  for (const home of [undefined, '', 'relative']) {
    const workspace = await openWorkspace(
      place().project,
      { HOME: home },
      {
        layers: [{ name: 'user', mayGrant: true, allow: [], ask: [], deny: [{ rule: 'Read(~/.ssh/**)' }] }],
        mode: 'bypass',
        sandbox: 'off',
      },
    )
    onTestFinished(() => workspace.close())
    const { permissions } = workspace.ctx
    expect(permissions.problems()).toEqual([])
    const command = `cat ${join(homedir(), '.ssh/id')}`
    expect(permissions.judge('bash', { command })).toMatchObject({
      verdict: 'deny',
      decisive: { rule: { rule: 'Read(~/.ssh/**)' } },
    })
  }
})

test.each([
  ['example.com', 443, 'WebFetch(domain:example.com)'],
  ['example.com', 8443, 'WebFetch(domain:example.com:8443)'],
  ['::1', 8080, 'WebFetch(domain:[::1]:8080)'],
])('the rule that is offered for a host of a command lets it be reached: %s', async (host, port, rule) => {
  const workspace = await openWorkspace(place().project, {})
  onTestFinished(() => workspace.close())
  const { approval, permissions } = workspace.ctx
  const signal = new AbortController().signal
  const offered: unknown[] = []
  approval.addFrontEnd({
    name: 'host',
    ask: ({ suggestions: [rules] }) => {
      offered.push(rules)
      return Promise.resolve(rules && { kind: 'session', rules })
    },
  })
  expect(await approval.requestHost({ host, port, signal })).toEqual({ allowed: true })
  expect(offered).toEqual([[rule]])
  expect(permissions.judge('web_fetch', { url: hostUrl(host, port) }).verdict).toBe('allow')
})

test('what is allowed for good is known by one id, here and in the file', async () => {
  const at = place({ 'a.ts': 'one' })
  const found = await settingsIn(at)
  const workspace = await openWorkspace(at.project, at.env, found)
  onTestFinished(() => workspace.close())
  const { ctx, tools, agent } = workspace
  const ask = vi.fn(() =>
    Promise.resolve({ kind: 'always', rules: ['Edit(a.ts)'], file: found.ruleFiles[0]?.path ?? '' } as const),
  )
  ctx.approval.addFrontEnd({ name: 'host', ask })
  const signal = new AbortController().signal
  const args = { path: 'a.ts', content: 'two', overwrite: true }
  const call = { callId: 'c1', name: 'write', arguments: args, agent, signal }
  await tools.execute({ ...call, name: 'read', arguments: { path: 'a.ts' } })
  expect((await tools.execute(call)).isError).toBe(false)
  const [grant] = ctx.permissions.grants()
  const kept = (await settingsIn(at)).layers[0]?.allow[0]?.grant
  expect(kept).toMatchObject({ id: grant?.id, at: grant?.at, by: 'host', rule: 'Edit(a.ts)' })
  expect(ask).toHaveBeenCalledOnce()
})
