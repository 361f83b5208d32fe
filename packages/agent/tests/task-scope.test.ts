import { describe, expect, test } from 'vitest'
import { taskTool, type SessionAgent } from '@millrace/agent'
import type { ToolDefinition } from '@millrace/tools'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  agentHost,
  agentOn,
  dataOf,
  modelOf,
  resultsIn,
  type Said,
  type Script,
} from './support/agent-bench.ts'
import { namesOf, toolNamed } from './support/prompt-bench.ts'

type Request = Parameters<Script>[0]

/** How deep in the tree the agent of a request is: the prompts say `LEVEL n`. */
function levelOf({ messages }: Request): number {
  const [first] = messages
  const found =
    first?.role === 'user' && typeof first.content === 'string' && /^LEVEL (\d+)/.exec(first.content)
  return found ? Number(found[1]) : 0
}

const task = (level: number, more: object = {}): Said => ({
  calls: [['task', { description: `level ${level}`, prompt: `LEVEL ${level}`, ...more }]],
})

const done: Said = { text: 'done' }

/** A main agent whose sub-agents say what the script says for their level and the number of their request. */
async function tree(
  script: (level: number, n: number, request: Request) => Said,
  {
    tools = [],
    prepare,
    maxDepth,
  }: {
    tools?: readonly ToolDefinition[]
    prepare?: (agent: SessionAgent) => void
    maxDepth?: number
  } = {},
) {
  const ctx = await agentHost()
  for (const tool of tools) ctx.tools.register(tool)
  await ctx.plugin(taskTool, maxDepth === undefined ? {} : { maxDepth })
  const counts = new Map<number, number>()
  const seen = new Map<number, Request[]>()
  const model = modelOf((request) => {
    const level = levelOf(request)
    const n = counts.get(level) ?? 0
    counts.set(level, n + 1)
    seen.set(level, [...(seen.get(level) ?? []), request])
    return script(level, n, request)
  })
  const { agent, events } = await agentOn(ctx, model)
  prepare?.(agent)
  await agent.send('go')
  return { ctx, agent, events, requestsOf: (level: number) => seen.get(level) ?? [] }
}

describe('a sub-agent', () => {
  verifies(['fault:B065'], 'cannot call what its parent may not call', async () => {
    let ran = 0
    const bash = toolNamed('bash', { execute: async () => ran++ })
    const { requestsOf, ctx, agent } = await tree(
      (level, n) => {
        if (level === 0) return n === 0 ? task(1) : done
        return n === 0 ? { calls: [['bash', {}]] } : done
      },
      {
        tools: [bash, toolNamed('read')],
        prepare: ({ ctx: own }) => void own.tools.restrict({ deny: ['bash'] }),
      },
    )
    const [first, second] = requestsOf(1)
    expect(namesOf(first!.tools)).toEqual(['read', 'task'])
    expect(resultsIn(second!)).toEqual([expect.stringContaining('unknown tool "bash"')])
    expect(ran).toBe(0)
    expect(ctx.tools.get('bash', agent)).toBeUndefined()
  })

  verifies(['fault:B065'], 'is not given by name what its parent may not call', async () => {
    const { requestsOf, events } = await tree(
      (level, n) => (level === 0 && n === 0 ? task(1, { tools: ['bash'] }) : done),
      {
        tools: [toolNamed('bash')],
        prepare: ({ ctx }) => void ctx.tools.restrict({ deny: ['bash'] }),
      },
    )
    expect(resultsIn(requestsOf(0)[1]!)).toEqual([expect.stringContaining('is not a tool of yours: "bash"')])
    expect(dataOf(events, 'agent/started')).toEqual([])
  })

  verifies(['fault:B067'], 'has the tools that were named, also against those that come later', async () => {
    let ran = 0
    const { requestsOf } = await tree(
      (level, n) => {
        if (level === 0) return n === 0 ? task(1, { tools: ['read', 'add'] }) : done
        if (n === 0)
          return {
            calls: [
              ['write', {}],
              ['add', {}],
            ],
          }
        return n === 1 ? { calls: [['later', {}]] } : done
      },
      {
        tools: [toolNamed('read'), toolNamed('write', { execute: async () => ran++ }), toolNamed('add')],
        prepare: ({ ctx }) => {
          ctx.on('tools/execute', async (exec, next) => {
            if (exec.name === 'add')
              ctx.root.tools.register(toolNamed('later', { execute: async () => ran++ }))
            return next()
          })
        },
      },
    )
    const [first, second, third] = requestsOf(1)
    expect(namesOf(first!.tools)).toEqual(['add', 'read'])
    expect(resultsIn(second!)[0]).toContain('unknown tool "write"')
    expect(namesOf(second!.tools)).toEqual(['add', 'read'])
    expect(resultsIn(third!).at(-1)).toContain('unknown tool "later"')
    expect(ran).toBe(0)
    expect(namesOf(requestsOf(0)[1]!.tools)).toContain('later')
  })

  verifies(
    ['fault:B069'],
    'has what both its parent’s rules and the call allow, and its parent has all again',
    async () => {
      const lifts: (() => void)[] = []
      const tools = ['read', 'grep', 'write'].map((name) => toolNamed(name))
      const { requestsOf, ctx, agent } = await tree(
        (level, n) => (level === 0 && n === 0 ? task(1, { tools: ['read'] }) : done),
        {
          tools,
          prepare: ({ ctx: own }) =>
            void lifts.push(
              own.tools.restrict({ allow: ['read', 'grep', 'task'] }),
              own.tools.restrict({ deny: ['grep'] }),
            ),
        },
      )
      expect(namesOf(requestsOf(0)[0]!.tools)).toEqual(['read', 'task'])
      expect(namesOf(requestsOf(1)[0]!.tools)).toEqual(['read'])
      expect(namesOf(requestsOf(0)[1]!.tools)).toEqual(['read', 'task'])
      lifts[1]!()
      lifts[1]!()
      expect(namesOf(ctx.tools.schemas(agent)).toSorted()).toEqual(['grep', 'read', 'task'])
      lifts[0]!()
      expect(namesOf(ctx.tools.schemas(agent)).toSorted()).toEqual(['grep', 'read', 'task', 'write'])
    },
  )

  test('sees no task tool at the deepest level', async () => {
    const { requestsOf } = await tree((level, n) => (n === 0 && level < 2 ? task(level + 1) : done), {
      maxDepth: 2,
    })
    expect(namesOf(requestsOf(1)[0]!.tools)).toEqual(['task'])
    expect(namesOf(requestsOf(2)[0]!.tools)).toEqual([])
  })

  test('at the last level but one cannot pass the task tool on by name', async () => {
    const { requestsOf } = await tree(
      (level, n) => (n === 0 && level < 2 ? task(level + 1, level === 1 ? { tools: ['task'] } : {}) : done),
      { maxDepth: 2 },
    )
    expect(resultsIn(requestsOf(1)[1]!)).toEqual([
      expect.stringContaining('a sub-agent of yours cannot use it'),
    ])
  })

  test('cannot answer in the place of the one that it works for', async () => {
    const { requestsOf } = await tree((level, n) => {
      if (level === 0) return n === 0 ? task(1, { schema: { type: 'object' } }) : done
      if (level === 1) return n === 0 ? task(2) : { calls: [['respond', { level: 1 }]] }
      return n === 0 ? { calls: [['respond', { level: 2 }]] } : done
    })
    expect(namesOf(requestsOf(1)[0]!.tools)).toEqual(['respond', 'task'])
    expect(namesOf(requestsOf(2)[0]!.tools)).toEqual(['task'])
    expect(resultsIn(requestsOf(2)[1]!)).toEqual([expect.stringContaining('unknown tool "respond"')])
    expect(JSON.parse(resultsIn(requestsOf(0)[1]!)[0]!)).toEqual({ level: 1 })
  })
})

describe('tasks side by side', () => {
  test('are only those whose tools change nothing, wherever they are seen', async () => {
    const tools = [
      toolNamed('read', { effects: 'none' }),
      toolNamed('write', { effects: 'other' }),
      toolNamed('plain'),
    ]
    const { ctx, agent } = await tree(() => done, { tools })
    const mode = (named?: string[]): string =>
      ctx.tools.executionMode({
        callId: 'c',
        name: 'task',
        arguments: { description: 'd', prompt: 'p', ...(named && { tools: named }) },
        agent,
        signal: new AbortController().signal,
      }).kind
    expect(mode(['read'])).toBe('parallel')
    expect(mode([])).toBe('parallel')
    expect([mode(), mode(['read', 'write']), mode(['plain']), mode(['gone']), mode(['task'])]).toEqual(
      Array(5).fill('exclusive'),
    )
    agent.ctx.tools.register(toolNamed('read', { effects: 'other' }))
    expect(mode(['read'])).toBe('exclusive')
  })

  test('run at the same time, and each reports to its own call', async () => {
    const ctx = await agentHost()
    ctx.tools.register(toolNamed('read', { effects: 'none' }))
    await ctx.plugin(taskTool, {})
    let running = 0
    let most = 0
    const model = modelOf(async (request) => {
      const level = levelOf(request)
      if (level === 0) {
        if (request.messages.length > 1) return done
        return { calls: [1, 2].flatMap((at) => task(at, { tools: ['read'] }).calls ?? []) }
      }
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      running--
      return { text: `report ${level}` }
    })
    const { agent } = await agentOn(ctx, model)
    await agent.send('go')
    expect(most).toBe(2)
    expect(resultsIn(model.requests.at(-1)!)).toEqual(['report 1', 'report 2'])
  })
})
