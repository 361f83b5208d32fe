import { CodeMode, provideCodeRuntime, toolSearch, type ToolSearchConfig } from '@millrace/code-mode'
import type { SessionEvent } from '@millrace/protocol'
import {
  checkHistory,
  scriptedModel,
  setupAgents,
  type AgentSetup,
  type ScriptedModel,
} from '@millrace/testkit'
import type { ToolPresentationMode } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hostingTools } from './support/hosting-tools.ts'
import { scriptedRuntime } from './support/scripted-runtime.ts'
import { recordedEvents, shownOf } from './support/setup.ts'

const manyTools = hostingTools().filter(({ name }) => /^(?:issues|pulls|activity|users|emojis)_/.test(name))

/** Agents with some hundred tools and a search for them. */
async function bench(
  config: ToolSearchConfig = {},
  mode: ToolPresentationMode = 'native',
  tools = manyTools,
): Promise<AgentSetup> {
  const setup = await setupAgents({ runtime: { mode } })
  onTestFinished(() => setup.ctx.fiber.dispose())
  for (const tool of tools) setup.ctx.tools.register(tool)
  await setup.ctx.plugin(toolSearch, config)
  return setup
}

const search = (query: string, limit = 1) => ({ name: 'tool_search', arguments: { query, limit } })

/** Names of the tools in each request. */
const offeredBy = ({ requests }: ScriptedModel): string[][] =>
  requests.map(({ tools }) => tools.map(({ name }) => name))

async function eventsOf({ store }: AgentSetup, id: string): Promise<readonly SessionEvent[]> {
  const { events } = await store.read(id)
  expect(checkHistory(events)).toEqual([])
  return events
}

describe('with more tools than requests can carry', () => {
  test('a model is given the search and what is pinned, then what it found, and the log says so', async () => {
    const setup = await bench({ pinned: ['users_get_me'] })
    const model = scriptedModel([
      { calls: [search('create an issue')] },
      { calls: [{ name: 'issues_create', arguments: { owner: 'o', repo: 'r' } }] },
      { text: 'done' },
    ])
    const agent = await setup.agent(model)
    expect(await agent.send('file it')).toMatchObject({ reason: 'done', text: 'done' })
    const [first, second, third] = offeredBy(model)
    expect(first).toEqual(['tool_search', 'users_get_me'])
    expect(second).toEqual(['issues_create', 'tool_search', 'users_get_me'])
    expect(third).toEqual(second)
    const events = await eventsOf(setup, agent.id)
    const loaded = events.filter(({ type }) => type === 'tools/loaded')
    expect(loaded).toMatchObject([{ data: { names: ['issues_create'] } }])
    expect(events.filter(({ type }) => type === 'prompt/assembled')).toHaveLength(2)
    expect([...(agent.loadedTools ?? [])]).toEqual(['issues_create'])
  })

  test('a tool that is not offered can be called all the same', async () => {
    const setup = await bench()
    const model = scriptedModel([{ calls: [{ name: 'emojis_list', arguments: {} }] }, { text: 'done' }])
    const agent = await setup.agent(model)
    await agent.send('emojis')
    const results = (await eventsOf(setup, agent.id)).filter(({ type }) => type === 'tool/result')
    expect(results).toMatchObject([{ data: { isError: false } }])
  })

  test('what was found is offered after resume and fork as well', async () => {
    const setup = await bench()
    const agent = await setup.agent(scriptedModel([{ calls: [search('star a repo')] }, { text: 'found' }]))
    await agent.send('find')
    const forkModel = scriptedModel(['forked'])
    const fork = await setup.ctx.agents.fork(agent.id, { model: forkModel })
    await fork.send('go on')
    await agent.dispose()
    const model = scriptedModel([{ calls: [search('merge a PR')] }, { text: 'resumed' }])
    const resumed = await setup.ctx.agents.resume(agent.id, { model })
    await resumed.send('go on')
    expect(offeredBy(forkModel)).toEqual([['activity_star_add', 'tool_search']])
    expect(offeredBy(model)).toEqual([
      ['activity_star_add', 'tool_search'],
      ['activity_star_add', 'pulls_merge', 'tool_search'],
    ])
    expect([...(fork.loadedTools ?? [])]).toEqual(['activity_star_add'])
  })

  test('a sub-agent begins with what its parent found, and finds for itself alone', async () => {
    const setup = await bench()
    const parent = await setup.agent(scriptedModel([{ calls: [search('star a repo')] }, { text: 'found' }]))
    await parent.send('find')
    const model = scriptedModel([{ calls: [search('merge a PR')] }, { text: 'done' }])
    const child = await setup.ctx.agents.spawn(parent, {
      callId: 'c',
      description: 'a child',
      model,
      restrict: { deny: ['pulls_check_merged'] },
    })
    await child.send('merge')
    expect(offeredBy(model)).toEqual([
      ['activity_star_add', 'tool_search'],
      ['activity_star_add', 'pulls_merge', 'tool_search'],
    ])
    expect([...(parent.loadedTools ?? [])]).toEqual(['activity_star_add'])
  })

  test('a model of both modes keeps the way to programs', async () => {
    const setup = await bench({}, 'both')
    await setup.ctx.plugin(CodeMode)
    provideCodeRuntime(
      setup.ctx,
      scriptedRuntime(async () => undefined),
    )
    const model = scriptedModel([{ calls: [search('star a repo')] }, { text: 'done' }])
    await (await setup.agent(model)).send('find')
    expect(offeredBy(model)).toEqual([
      ['run_code', 'tool_search'],
      ['activity_star_add', 'run_code', 'tool_search'],
    ])
  })

  test('a program that searches loads nothing', async () => {
    const setup = await bench({}, 'code')
    await setup.ctx.plugin(CodeMode)
    provideCodeRuntime(
      setup.ctx,
      scriptedRuntime(async ({ call }) => call('tool_search', { query: 'star a repo', limit: 1 })),
    )
    const run = { name: 'run_code', arguments: { code: 'search', description: 'searches' } }
    const model = scriptedModel([{ calls: [run] }, { text: 'done' }])
    const agent = await setup.agent(model)
    await agent.send('find')
    expect(offeredBy(model)).toEqual([['run_code'], ['run_code']])
    const events = await eventsOf(setup, agent.id)
    expect(events.some(({ type }) => type === 'tools/loaded')).toBe(false)
    expect(JSON.stringify(events)).toContain('activity_star_add')
  })
})

describe('with few tools', () => {
  test('a model is given all of them, and no search', async () => {
    const setup = await bench({}, 'native', manyTools.slice(0, 5))
    const model = scriptedModel(['done'])
    await (await setup.agent(model)).send('go')
    const [offered = []] = offeredBy(model)
    expect(offered).toEqual(
      manyTools
        .slice(0, 5)
        .map(({ name }) => name)
        .toSorted(),
    )
  })
})

describe('tool_search', () => {
  const call = async (setup: AgentSetup, args: unknown, agent = { events: recordedEvents() }) => {
    const { signal } = new AbortController()
    return setup.ctx.tools.execute({ callId: 'c1', name: 'tool_search', arguments: args, agent, signal })
  }

  test('gives a line for each tool, and says how many more there are', async () => {
    const setup = await bench()
    const shown = shownOf(await call(setup, { query: 'create an issue', limit: 2 })).split('\n')
    expect(shown[0]).toBe('issues_create: Create an issue')
    expect(shown[2]).toMatch(/^\d+ more may be meant/)
    expect(shown[3]).toBe('These can be called from now on.')
  })

  test('lists a namespace, and the namespaces where nothing is asked', async () => {
    const setup = await bench()
    expect(shownOf(await call(setup, { query: '', namespace: 'emojis' }))).toBe(
      'emojis_list: List emojis\nThese can be called from now on.',
    )
    expect(shownOf(await call(setup, { query: '' }))).toMatch(/^No tools to show\. .*issues \(\d+\); /)
    const wrong = await call(setup, { query: 'x', namespace: 'isues' })
    expect(wrong).toMatchObject({ isError: true, error: { info: { code: 'INVALID_ARGS' } } })
    expect(shownOf(wrong)).toContain('did you mean issues?')
    expect(shownOf(await call(setup, { query: 'x', limit: 1_000 }))).toContain('"limit" must be from 1 to 50')
  })

  test('fails where the log does not take what it found', async () => {
    const setup = await bench()
    const events = recordedEvents()
    events.failing.add('tools/loaded')
    const result = await call(setup, { query: 'create an issue' }, { events })
    expect(result).toMatchObject({ isError: true })
    expect(shownOf(result)).toContain('the log refuses tools/loaded')
  })

  test('refuses options that are none', async () => {
    const setup = await bench()
    await expect(setup.ctx.plugin(toolSearch, { tokens: Number.NaN })).rejects.toThrow(
      /tokens must be a number/,
    )
    const pinned = 'read' as unknown as string[]
    await expect(setup.ctx.plugin(toolSearch, { pinned })).rejects.toThrow(/pinned must be an array of names/)
  })
})
