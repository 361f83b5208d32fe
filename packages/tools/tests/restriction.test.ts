import type { Context } from '@deepseek-ai/cordis'
import { createScope } from '@millrace/scope'
import type { Agent } from '@millrace/tools'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, failed, forged, setup, succeeded, tool, type Bench } from './support/setup.ts'

/** A runtime with the tools `a`, `b` and `c`, and one agent in a scope of its own. */
async function restricted(): Promise<
  Bench & { agent: Agent; scoped: Context; visible: (agent?: Agent) => string[] }
> {
  const bench = await setup({ name: 'a' })
  for (const name of ['b', 'c']) bench.tools.register(tool({ name }))
  const agent = agentNamed('one')
  const { ctx: scoped } = createScope(bench.ctx, agent)
  const visible = (who?: Agent): string[] => bench.tools.schemas(who).map(({ name }) => name)
  return { ...bench, agent, scoped, visible }
}

describe('what can be restricted', () => {
  verifies(['contract:X1'], 'is a scope, and nothing else', async () => {
    const { tools } = await restricted()
    expect(() => tools.restrict({ deny: ['a'] })).toThrow('requires a scoped context')
  })

  verifies(['contract:X1'], 'is something: an empty filter is refused', async () => {
    const { scoped } = await restricted()
    expect(() => scoped.tools.restrict({})).toThrow('no-op')
    expect(() => scoped.tools.restrict(forged({ allow: undefined, deny: undefined }))).toThrow('no-op')
  })

  verifies(['contract:X1'], 'is never the transport', async () => {
    const { scoped } = await restricted()
    const words = 'cannot name reserved Code Mode presentation transport'
    expect(() => scoped.tools.restrict({ deny: ['run_code'] })).toThrow(words)
    expect(() => scoped.tools.restrict({ allow: ['a', 'run_code'] })).toThrow(words)
  })

  verifies(['contract:X1'], 'has a known name, and the known ones are listed', async () => {
    const { scoped, tools } = await restricted()
    tools.register(tool({ name: 'B' }))
    expect(() => scoped.tools.restrict({ deny: ['x'] })).toThrow(/unknown global tool "x"/)
    expect(() => scoped.tools.restrict({ allow: ['x', 'a', 'y'] })).toThrow(/unknown global tools "x", "y"/)
    expect(() => scoped.tools.restrict({ deny: ['x'] })).toThrow(/known global tools: B, a, b, c/)
  })

  verifies(
    ['contract:X1'],
    'is inherited: a tool of the scope itself, or one hidden above, is unknown',
    async () => {
      const { ctx, agent, scoped } = await restricted()
      scoped.tools.register(tool({ name: 'own' }))
      expect(() => scoped.tools.restrict({ deny: ['own'] })).toThrow(/unknown global tool "own"/)
      scoped.tools.restrict({ allow: [] })
      const child = createScope(ctx, agentNamed('child'), { parent: agent })
      expect(() => child.ctx.tools.restrict({ deny: ['a'] })).toThrow(
        /unknown global tool "a".*known global tools: own/,
      )
      expect(() => child.ctx.tools.restrict({ deny: ['own'] })).not.toThrow()
    },
  )

  verifies(['contract:X1'], 'may be empty above: then no name is known', async () => {
    const { ctx, agent, scoped } = await restricted()
    scoped.tools.restrict({ allow: [] })
    const child = createScope(ctx, agentNamed('child'), { parent: agent })
    expect(() => child.ctx.tools.restrict({ deny: ['a'] })).toThrow(/known global tools: \(none\)/)
  })

  verifies(['contract:X1'], 'stays as it was when a restriction is refused', async () => {
    const { agent, scoped, visible } = await restricted()
    expect(() => scoped.tools.restrict({ deny: ['a', 'x'] })).toThrow()
    expect(visible(agent)).toEqual(['a', 'b', 'c'])
  })
})

describe('a restriction', () => {
  verifies(['contract:X2'], 'is not changed by the lists that it was made from', async () => {
    const { agent, scoped, visible, tools } = await restricted()
    const [allow, deny] = [['a', 'b'], ['a']]
    const lift = scoped.tools.restrict({ deny })
    deny.push('b')
    deny[0] = 'c'
    expect(visible(agent)).toEqual(['b', 'c'])
    lift()
    scoped.tools.restrict({ allow })
    allow.push('c')
    allow[0] = 'c'
    tools.register(tool({ name: 'later' }))
    expect(visible(agent)).toEqual(['a', 'b'])
  })

  verifies(['contract:X3'], 'exempts what the scope registers itself, even under a denied name', async () => {
    const { agent, scoped, visible, tools, call } = await restricted()
    scoped.tools.restrict({ deny: ['a'] })
    scoped.tools.register(tool({ name: 'a', execute: async () => 'own' }))
    scoped.tools.register(tool({ name: 'own' }))
    expect(visible(agent)).toEqual(['b', 'c', 'a', 'own'])
    expect(tools.get('a', agent)?.name).toBe('a')
    expect(succeeded(await call('a', {}, { agent })).value).toBe('own')
  })

  verifies(['contract:X3'], 'hides the tools of ancestors like global ones', async () => {
    const { ctx, agent, scoped, visible } = await restricted()
    scoped.tools.register(tool({ name: 'inherited' }))
    const child = agentNamed('child')
    createScope(ctx, child, { parent: agent }).ctx.tools.restrict({ deny: ['inherited', 'b'] })
    expect(visible(child)).toEqual(['a', 'c'])
    expect(visible(agent)).toEqual(['a', 'b', 'c', 'inherited'])
  })

  verifies(
    ['contract:X4', 'fault:B069'],
    'intersects with another, and each ends by itself, once',
    async () => {
      for (const first of [0, 1] as const) {
        const { agent, scoped, visible } = await restricted()
        const disposers = [
          scoped.tools.restrict({ allow: ['a', 'b'] }),
          scoped.tools.restrict({ deny: ['b'] }),
        ] as const
        const alone = [
          ['a', 'c'],
          ['a', 'b'],
        ] as const
        expect(visible(agent)).toEqual(['a'])
        disposers[first]()
        disposers[first]()
        expect(visible(agent)).toEqual(alone[first])
        disposers[first === 0 ? 1 : 0]()
        expect(visible(agent)).toEqual(['a', 'b', 'c'])
      }
    },
  )

  verifies(
    ['contract:X4', 'fault:B065'],
    'reaches every descendant: schemas, lookup and dispatch agree',
    async () => {
      const { ctx, agent, scoped, visible, tools, call } = await restricted()
      scoped.tools.restrict({ deny: ['a'] })
      const [child, grandchild] = [agentNamed('child'), agentNamed('grandchild')]
      createScope(ctx, child, { parent: agent })
      createScope(ctx, grandchild, { parent: child })
      for (const who of [agent, child, grandchild]) {
        expect(visible(who)).toEqual(['b', 'c'])
        expect(tools.get('a', who)).toBeUndefined()
        expect(failed(await call('a', {}, { agent: who })).error.info?.code).toBe('UNKNOWN_TOOL')
      }
      expect(visible()).toEqual(['a', 'b', 'c'])
      expect(succeeded(await call('a')).value).toEqual({})
    },
  )

  verifies(['contract:X4'], 'of a child does not narrow its parent or a sibling', async () => {
    const { ctx, agent, visible } = await restricted()
    const [child, sibling] = [agentNamed('child'), agentNamed('sibling')]
    createScope(ctx, child, { parent: agent }).ctx.tools.restrict({ allow: ['c'] })
    createScope(ctx, sibling, { parent: agent })
    expect(visible(child)).toEqual(['c'])
    expect(visible(agent)).toEqual(['a', 'b', 'c'])
    expect(visible(sibling)).toEqual(['a', 'b', 'c'])
  })

  verifies(
    ['contract:X5', 'fault:B067'],
    'by an allow list keeps later tools out, at dispatch too',
    async () => {
      const { agent, scoped, visible, tools, call } = await restricted()
      scoped.tools.restrict({ allow: ['a'] })
      tools.register(tool({ name: 'later' }))
      expect(visible(agent)).toEqual(['a'])
      for (const name of ['b', 'later']) {
        expect(failed(await call(name, {}, { agent })).error.info?.code).toBe('UNKNOWN_TOOL')
      }
    },
  )

  verifies(['contract:X5', 'fault:B067'], 'by a deny list lets later tools in', async () => {
    const { agent, scoped, visible, tools, call } = await restricted()
    scoped.tools.restrict({ deny: ['a'] })
    tools.register(tool({ name: 'later' }))
    expect(visible(agent)).toEqual(['b', 'c', 'later'])
    expect(succeeded(await call('later', {}, { agent })).value).toEqual({})
  })

  verifies(
    ['contract:X5'],
    'allows nothing with an empty allow list, and all with an empty deny list',
    async () => {
      const { agent, scoped, visible } = await restricted()
      scoped.tools.register(tool({ name: 'own' }))
      scoped.tools.restrict({ deny: [] })
      expect(visible(agent)).toEqual(['a', 'b', 'c', 'own'])
      scoped.tools.restrict({ allow: [] })
      expect(visible(agent)).toEqual(['own'])
    },
  )

  verifies(['contract:X5'], 'with both lists keeps what is allowed and not denied', async () => {
    const { agent, scoped, visible } = await restricted()
    scoped.tools.restrict({ allow: ['a', 'b'], deny: ['b', 'c'] })
    expect(visible(agent)).toEqual(['a'])
  })
})

describe('a hidden tool', () => {
  verifies(['contract:X6'], 'looks to its caller like one that was never there', async () => {
    const { agent, scoped, tools, call } = await restricted()
    scoped.tools.restrict({ deny: ['b'] })
    const [hidden, missing] = [await call('b', {}, { agent }), await call('z', {}, { agent })]
    const masked = JSON.stringify(hidden).replaceAll('\\"b\\"', '\\"?\\"')
    expect(masked).toBe(JSON.stringify(missing).replaceAll('\\"z\\"', '\\"?\\"'))
    expect(failed(hidden).error.message).toContain('unknown tool "b"')
    expect(failed(hidden).error.info).toEqual({ name: 'ToolNotFoundError', code: 'UNKNOWN_TOOL' })
    expect(
      tools.executionMode({
        callId: '1',
        name: 'b',
        arguments: {},
        agent,
        signal: new AbortController().signal,
      }),
    ).toEqual({ kind: 'exclusive' })
  })
})
