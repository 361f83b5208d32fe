import { describe, expect, test } from 'vitest'
import { remotePresenter } from '@millrace/mcp/presenter'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { setupMcp } from '../support/setup-mcp.ts'

describe('the card of a remote call', () => {
  test('is told by the name of the tool and the arguments alone, as a log has no more', async () => {
    const x = scriptedServer(
      { name: 'create_issue', title: 'Create issue' },
      { name: 'b', annotations: { title: 'Bee' } },
      { name: 'c' },
    )
    const { ctx } = await setupMcp({ x })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const present = (name: string, args: unknown) => ctx.tools.get(name)?.presentCall?.(args)
    const args = { title: 'It breaks', labels: ['bug'], draft: true, count: 3 }
    expect(present('mcp__x__create_issue', args)).toEqual({
      card: 'generic',
      kind: 'other',
      title: 'x: create_issue  title=It breaks  draft=true  count=3',
      rawInput: args,
    })
    expect(present('mcp__x__b', {})).toMatchObject({ title: 'x: b' })
    expect(present('mcp__x__c', null)).toMatchObject({ title: 'x: c' })
    for (const name of ['mcp__x__create_issue', 'mcp__x__b', 'mcp__x__c'])
      expect(remotePresenter(name)?.presentCall(args)).toEqual(present(name, args))
  })

  test.each([
    ['mcp__my-server__a_b', 'my-server: a_b'],
    ['mcp__x___hidden', 'x: _hidden'],
    ['mcp__x__a__b', 'x: a__b'],
    ['mcp__x', undefined],
    ['mcp____a', undefined],
    ['read', undefined],
  ])('names the parts of %s', (name, title) => {
    expect(remotePresenter(name)?.presentCall({}).title).toBe(title)
  })

  test('is bounded, and hides nothing', () => {
    const hostile = `mcp__x__\u001b[2K\u202e${'t'.repeat(10_000)}`
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`k\r${at}`, 'v\u200b'.repeat(10_000)]),
    )
    for (const args of [many, { ['n'.repeat(100_000)]: 1 }, [], 'text', undefined]) {
      const view = remotePresenter(hostile)?.presentCall(args)
      expect(view?.title.length).toBeLessThanOrEqual(160)
      expect(view?.title).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{Cc}/u)
      expect(view?.title).toMatch(/^x: \\u\{1b\}\[2K/)
    }
  })
})
