import { describe, expect, test } from 'vitest'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { setupMcp } from '../support/setup-mcp.ts'

describe('the card of a remote call', () => {
  test('names the server, the tool and the arguments that tell the most', async () => {
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
      title: 'x: Create issue  title=It breaks  draft=true  count=3',
      rawInput: args,
    })
    expect(present('mcp__x__b', {})).toMatchObject({ title: 'x: Bee' })
    expect(present('mcp__x__c', null)).toMatchObject({ title: 'x: c' })
    expect(present('mcp__x__c', args)).toEqual(present('mcp__x__c', args))
  })

  test('is bounded, and hides nothing', async () => {
    const hostile = { name: 'a', title: `\u001b[2K\u202e${'t'.repeat(10_000)}` }
    const x = scriptedServer(hostile)
    const { ctx } = await setupMcp({ x })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`k\r${at}`, 'v\u200b'.repeat(10_000)]),
    )
    for (const args of [many, { ['n'.repeat(100_000)]: 1 }, [], 'text', undefined]) {
      const view = ctx.tools.get('mcp__x__a')?.presentCall?.(args)
      expect(view?.title.length).toBeLessThanOrEqual(160)
      expect(view?.title).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{Cc}/u)
      expect(view?.title).toMatch(/^x: \\u\{1b\}\[2K/)
    }
  })
})
