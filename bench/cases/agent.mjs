import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AgentService, PromptService } from '@millrace/agent'
import { jsonlSessions, memorySessions } from '@millrace/agent/session'
import { Context, symbols } from '@deepseek-ai/cordis'
import { privateDisk } from '@millrace/host'
import { Scheduler } from '@millrace/schedule'
import { defineTool, stageCall, ToolRuntime } from '@millrace/tools'
import { figure, ratio } from '../harness/format.mjs'
import { atMost } from '../harness/goal.mjs'
import { Measure } from '../harness/measure.mjs'
import { noopTool } from '../candidates/host.mjs'

export const title = 'A turn of 1,000 calls, a call, pool of 10'

const count = 1000
const bodyMs = 5
const args = { text: 'some text', count: 3 }

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run({ settings }) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  try {
    const memory = await host(memorySessions())
    const disk = await host(jsonlSessions(await privateDisk(folder)))
    const works = {
      'bare execute()': () => executed(memory),
      'scheduler and stages': () => scheduled(memory),
      'turn, log in memory': () => turn(memory, 'noop'),
      'turn, log on the disk': () => turn(disk, 'noop'),
    }
    const instant = await measured(works, settings.rounds)
    const slow = await measured(
      {
        'bare pool': barePool,
        'turn, log in memory': () => turn(memory, 'slow'),
        'turn, log on the disk': () => turn(disk, 'slow'),
      },
      Math.min(3, settings.rounds),
    )
    await Promise.all([memory.ctx.fiber.dispose(), disk.ctx.fiber.dispose()])
    return report(instant, slow)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {Map<string, Measure>} instant @param {Map<string, Measure>} slow */
function report(instant, slow) {
  const bare = instant.get('bare execute()')
  const pool = slow.get('bare pool')
  const added = (/** @type {string} */ name) =>
    ((slow.get(name)?.wall ?? Number.NaN) - (pool?.wall ?? Number.NaN)) / (bodyMs * 1000)
  const rows = [...instant].map(([name, measure]) => [name, figure(measure.cpu), ratio(measure.over(bare))])
  const slowRows = [...slow].map(([name, measure]) => [
    name,
    figure(measure.wall),
    ratio(measure.over(pool, 'wall')),
  ])
  return {
    tables: [
      {
        caption: '1,000 calls that do nothing',
        columns: ['work', 'CPU µs a call', 'of bare execute()'],
        rows,
        notes: [
          'a turn reads the argument text, logs the call, that it runs, its trace and its result, and folds each of these events',
        ],
      },
      {
        caption: `1,000 calls of ${bodyMs} ms`,
        columns: ['work', 'wall µs a call', 'of a bare pool'],
        rows: slowRows,
      },
    ],
    goals: [
      atMost('scheduled call, of bare execute()', instant.get('scheduler and stages')?.over(bare), 1.3),
      atMost('what a turn adds, of the sum of its tools', added('turn, log in memory'), 0.05),
      atMost(
        'what a turn with its log on the disk adds, of the sum of its tools',
        added('turn, log on the disk'),
        0.05,
      ),
    ],
  }
}

/** @param {import('@millrace/agent/session').SessionStore} store */
async function host(store) {
  const ctx = /** @type {any} */ (new Context())
  await ctx.plugin(ToolRuntime)
  await ctx.plugin(PromptService)
  await ctx.plugin(AgentService, { store })
  ctx.tools.register(noopTool(defineTool))
  ctx.tools.register(noopTool(defineTool, 'slow', { execute: async () => (await sleep(bodyMs), 'done') }))
  return { ctx, tools: ctx.tools[symbols.original] }
}

/** @typedef {Awaited<ReturnType<typeof host>>} Host */

/** A turn of a fresh agent: 1,000 calls in one answer, and a last word. @param {Host} host @param {string} name */
async function turn({ ctx }, name) {
  const toolCalls = Array.from({ length: count }, () => ({ id: '', name, arguments: JSON.stringify(args) }))
  const answers = [{ toolCalls }, {}]
  const model = {
    name: { provider: 'bench', id: 'bench' },
    ask: async () => ({ message: { role: 'assistant', content: [], ...answers.shift() }, finish: 'stop' }),
  }
  const agent = await ctx.agents.create({ model, cwd: '/' })
  const { totals } = await agent.send('go')
  await agent.dispose()
  if (totals.calls.done !== count) throw new Error(`${totals.calls.done} calls of ${count} are done`)
}

const signal = new AbortController().signal
const input = { callId: 'call-1', name: 'noop', arguments: args, signal }

/** @param {Host} host */
async function executed({ tools }) {
  for (let at = 0; at < count; at++) await tools.execute(input)
}

/** @param {Host} host */
async function scheduled({ tools }) {
  const scheduler = new Scheduler({ limit: 10 })
  const jobs = Array.from({ length: count }, () => scheduler.push(jobOf(tools)))
  await Promise.all(jobs)
}

/** @param {any} tools @returns {import('@millrace/schedule').Job<any, any, any>} */
function jobOf(tools) {
  /** @type {any} */
  let staged
  return {
    classify: () => tools.executionMode(input).kind,
    admit: () => (staged = stageCall(tools, input)).admit(),
    dispatch: (admission) => staged.dispatch(admission),
    conclude: (outcome) => staged.conclude(outcome),
    fail: (error) => Promise.reject(error),
    abandon: (reason) => reason,
  }
}

async function barePool() {
  let next = 0
  const lane = async () => {
    while (next++ < count) await sleep(bodyMs)
  }
  await Promise.all(Array.from({ length: 10 }, lane))
}

/** Microseconds a call of each work, in turns. @param {Record<string, () => Promise<void>>} works @param {number} rounds */
async function measured(works, rounds) {
  const measures = new Map(Object.keys(works).map((name) => [name, new Measure()]))
  for (let round = -2; round < rounds; round++) {
    for (const [name, work] of Object.entries(works)) {
      const before = process.cpuUsage()
      const begin = process.hrtime.bigint()
      await work()
      const wall = Number(process.hrtime.bigint() - begin) / 1000 / count
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) measures.get(name)?.rounds.push({ cpu: (user + system) / count, wall })
    }
  }
  return measures
}
