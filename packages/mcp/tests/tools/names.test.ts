import { describe, expect, test } from 'vitest'
import { testTool } from '@millrace/testkit'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { toolName, toolPrefix } from '@millrace/mcp'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { setupMcp } from '../support/setup-mcp.ts'

const acceptable = /^[A-Za-z0-9_-]{1,64}$/

/** Names that want to be something else than what they are. */
const hostile = [
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'valueOf', 'toJSON'],
  ['read', 'bash', 'edit', 'write', 'grep', 'glob', 'web_fetch', 'ask_user', 'run_code', 'todo_write'],
  ['mcp__other__read', 'other__read', '__read', 'read__', '_', '__', '-', '.', '..', '/', '../read'],
  ['admin.tools.list', 'user-profile/update', 'a b', 'a.b', 'a_b', 'a\u0000b', 'a\nb', '\u001b[2K', 'réad'],
  [
    '\u202edaer',
    're\u200bad',
    'rеad',
    '読む',
    '😀',
    'x'.repeat(57),
    'x'.repeat(58),
    'x'.repeat(400),
    '"quoted"',
  ],
  ['bash(rm -rf /)', 'mcp__x__*', '*', '$(id)', '%s%n', '<script>'],
].flat()

describe('the names of remote tools', () => {
  verifies(
    ['security:M3', 'fault:B021'],
    'are acceptable, distinct and lead to the tool that was meant',
    async () => {
      expect(hostile.length).toBeGreaterThanOrEqual(50)
      const x = scriptedServer(...hostile.map((name) => ({ name })))
      const own = ['read', 'bash'].map((name) => testTool({ name }))
      const { ctx, call } = await setupMcp({ x }, { setup: { tools: own } })
      ctx.mcp.add('x', config)
      await ctx.mcp.ready()
      const [status] = ctx.mcp.servers()
      expect(status?.problems.filter((problem) => problem.includes('left out'))).toEqual([])
      expect(status?.tools.map(({ remoteName }) => remoteName).toSorted()).toEqual(hostile.toSorted())
      const names = new Set(ctx.tools.schemas().map(({ name }) => name))
      expect(names.size).toBe(hostile.length + own.length)
      for (const { name, remoteName } of status?.tools ?? []) {
        expect(name).toMatch(acceptable)
        expect(name).toMatch(/^mcp__x__/)
        expect(await call(name, {})).toMatchObject({ isError: false, value: `${remoteName} {}` })
      }
      // Not one of them took the place of a tool that was there.
      expect(ctx.tools.get('read')).toBe(own[0])
    },
  )

  verifies(
    ['security:M3'],
    'that can be mistaken for each other are refused, and the first stays',
    async () => {
      const twins = ['search', 'Search', 'SEARCH', 'ｓｅａｒｃｈ', 'strasse', 'straße', 'é', 'e\u0301', '']
      const x = scriptedServer(...[...twins, 'other'].map((name) => ({ name })))
      const { ctx, logs } = await setupMcp({ x })
      ctx.mcp.add('x', config)
      await ctx.mcp.ready()
      const [status] = ctx.mcp.servers()
      expect(status?.tools.map(({ remoteName }) => remoteName).toSorted()).toEqual([
        'other',
        'search',
        'strasse',
        'é',
      ])
      expect(status?.problems.filter((problem) => problem.includes('is left out'))).toHaveLength(6)
      expect(logs.join('\n')).toContain('tool "Search" is left out: its name can be mistaken for "search"')
    },
  )

  verifies(['security:M3'], 'are too long to be names at some length', async () => {
    const x = scriptedServer({ name: 'y'.repeat(2000) }, { name: 'other' })
    const { ctx } = await setupMcp({ x })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    expect(ctx.mcp.servers()[0]?.tools.map(({ name }) => name)).toEqual(['mcp__x__other'])
    expect(ctx.mcp.servers()[0]?.problems[0]).toMatch(/2000 characters/)
  })

  test('are the same for the same pair, and other ones for every other pair', () => {
    const parts = ['a', 'b', 'a_', '_a', 'a__b', 'b__c', '__', 'a.b', 'a b', 'x'.repeat(70), 'A', '-', 'é']
    const pairs = parts.flatMap((server) => parts.map((tool) => [server, tool] as const))
    const names = pairs.map(([server, tool]) => toolName(server, tool))
    expect(new Set(names).size).toBe(pairs.length)
    for (const [at, [server, tool]] of pairs.entries()) {
      expect(names[at]).toMatch(acceptable)
      expect(toolName(server, tool)).toBe(names[at])
      // Where the part for the server ends can be told from the name alone.
      expect(names[at]?.startsWith(toolPrefix(server))).toBe(true)
      expect(toolPrefix(server)).toMatch(/^mcp__(?:(?!__)[A-Za-z0-9_-])+__$/)
      expect(/^mcp__(?:(?!__).)+__/.exec(names[at] ?? '')?.[0]).toBe(toolPrefix(server))
    }
    expect(toolName('github', 'create_issue')).toBe('mcp__github__create_issue')
    expect(toolPrefix('github')).toBe('mcp__github__')
  })
})
