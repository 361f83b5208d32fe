import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { setupMcp } from '../support/setup-mcp.ts'

describe('a server that is added', () => {
  verifies(['fault:B076'], 'has its tools registered under its name, and calls go to it', async () => {
    const x = scriptedServer({ name: 'search' })
    const y = scriptedServer({ name: 'search' })
    const { ctx, call } = await setupMcp({ x, y })
    ctx.mcp.add('x', config)
    ctx.mcp.add('y', config)
    await ctx.mcp.ready()
    expect(ctx.tools.schemas().map(({ name }) => name)).toEqual(['mcp__x__search', 'mcp__y__search'])
    expect(await call('mcp__y__search', { q: 1 })).toMatchObject({ isError: false, value: 'search {"q":1}' })
    expect(x.calls).toEqual([])
    expect(y.calls).toEqual([{ tool: 'search', args: { q: 1 } }])
  })
})
