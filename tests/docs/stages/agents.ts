import type { TurnResult } from '@millrace/agent'
import { setupAgents, testTool } from '@millrace/testkit'
import { scriptedProvider } from '@millrace/testkit/provider'
import { Context } from '@deepseek-ai/cordis'
import { expect, onTestFinished, vi } from 'vitest'
import type { Stage, Surroundings } from '../stage.ts'

/** A provider whose key stands in the environment. */
async function provided(text: string): Promise<void> {
  const server = await scriptedProvider([{ text }])
  onTestFinished(() => server.close())
  vi.stubEnv('OPENAI_BASE_URL', server.url)
  vi.stubEnv('OPENAI_API_KEY', 'sk-test')
  vi.stubEnv('MILLRACE_MODEL', 'openai/test')
}

/** A session in which a tool was called, and the agent that has it. */
async function recorded() {
  const echo = testTool({ name: 'echo', returns: { said: 'hi' } })
  const bench = await setupAgents({ tools: [echo] })
  const agent = await bench.agent([
    { text: 'I look first.', calls: [{ name: 'echo', arguments: { a: 1 } }] },
    'It says hi.',
  ])
  await agent.send('What does it say?')
  const { events } = await bench.store.read(agent.id)
  return { ctx: bench.ctx, agent, events }
}

const cards = 'docs/en/packages/cards.md'
let session = ''

/** Programs about agents and what they did. */
export const agentStages: readonly Stage[] = [
  {
    page: 'docs/en/packages/agent.md',
    about: 'memorySessions()',
    holds: ({ made, printed }) => {
      const result = { reason: 'done', text: 'Ada was greeted.', totals: { calls: { done: 1 } } }
      expect(made['result']).toMatchObject(result)
      expect(printed).toMatch(/^done Ada was greeted\. 1$/m)
    },
  },
  {
    page: 'docs/en/packages/agent.md',
    about: 'ctx.agents.resume(',
    set: async () => {
      await provided('We said hi.')
      const { ctx, agent } = await recorded()
      session = agent.id
      await agent.dispose()
      return { ctx }
    },
    holds: async ({ made }) => {
      const again = made['again'] as (id: string) => Promise<TurnResult>
      expect(await again(session)).toMatchObject({ reason: 'done', text: 'We said hi.' })
    },
  },
  {
    page: cards,
    about: 'reduceSession(',
    set: recorded,
    holds: ({ printed }) => expect(printed).toMatch(/> What does it say\?[^]*✓ done .*echo[^]*It says hi\./),
  },
  {
    page: cards,
    about: 'drawCard(',
    set: recorded,
    holds: ({ printed }) => expect(printed).toContain('done'),
  },
  {
    page: cards,
    about: 'words: japanese',
    set: recorded,
    holds: ({ printed }) => expect(printed).toMatch(/✓ 完了 .*echo/),
  },
  {
    page: cards,
    set: recorded,
    holds: ({ printed }) => expect(printed).toMatch(/done.*echo/),
  },
  {
    page: 'docs/en/packages/models.md',
    about: 'model.ask(',
    set: async () => {
      await provided('Hello to you.')
      return {}
    },
    holds: ({ made, printed }) => {
      expect(printed).toBe('Hello to you.')
      expect(made['finish']).toBe('stop')
    },
  },
  {
    page: 'docs/en/packages/prompts.md',
    set: (): Partial<Surroundings> => ({ ctx: new Context() }),
  },
]
