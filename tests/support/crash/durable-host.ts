import { jsonlSessions } from '@millrace/agent/session'
import { CodeMode, privateRuns, provideCodeRuntime, type CodeRuntime } from '@millrace/code-mode'
import type { Disk } from '@millrace/host'
import { approval, type ApprovalQuestion } from '@millrace/policies/approval'
import { setupAgents, type AgentSetup, type ScriptStep } from '@millrace/testkit'
import type { ToolDefinition } from '@millrace/tools'

/** What a host is made of. */
export interface DurableHostOptions {
  /** Keeps sessions and runs, each in a folder of its own. */
  readonly disk: Disk
  readonly runtime: CodeRuntime
  /** Hears of each effect, when it happens. */
  readonly onEffect: (name: string, number: number) => void | Promise<void>
  /** Answers what is asked: `true` allows. */
  readonly answer: (question: ApprovalQuestion, signal: AbortSignal) => Promise<boolean>
  /** Hears of what went wrong and was contained. */
  readonly warn?: (message: string) => void
}

/** A host with Code Mode whose sessions and runs outlive it. */
export type DurableHost = Pick<AgentSetup, 'ctx' | 'dispose'>

/** The tools of it: some may overlap, one asks, and one changes nothing. */
const tools = [
  { name: 'bump', isParallel: true },
  { name: 'look', isParallel: true, effects: 'none' },
  { name: 'write', isParallel: false },
  { name: 'edit', isParallel: false },
] as const

export async function durableHost(options: DurableHostOptions): Promise<DurableHost> {
  const { disk, runtime, onEffect, answer, warn = () => undefined } = options
  const store = jsonlSessions(await disk.folder('sessions'), { warn })
  const { ctx, dispose } = await setupAgents({ runtime: { mode: 'both' }, store })
  await ctx.plugin(approval)
  await ctx.plugin(CodeMode, { store: privateRuns(await disk.folder('runs'), { warn }) })
  provideCodeRuntime(ctx, runtime)
  for (const spec of tools) ctx.tools.register(toolOf(spec, onEffect))
  ctx.on('tools/pre-execute', async (call, next) => (call.name === 'edit' ? { kind: 'ask' } : next()))
  ctx.approval.addFrontEnd({
    name: 'person',
    ask: async (question, signal) =>
      (await answer(question, signal)) ? { kind: 'once' } : { kind: 'deny', message: 'not that' },
  })
  return { ctx, dispose }
}

function toolOf(spec: (typeof tools)[number], onEffect: DurableHostOptions['onEffect']): ToolDefinition {
  const { name, isParallel } = spec
  return {
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    output: { schema: {}, render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }] },
    ...('effects' in spec && { effects: spec.effects }),
    isConcurrencySafe: () => isParallel,
    execute: async (args) => {
      const { n } = args as { n: number }
      await onEffect(name, n)
      return { did: n }
    },
  }
}

/** Groups of calls, one group after the other, the calls of a group at once. */
export type Plan = readonly (readonly (readonly [name: string, number: number])[])[]

/** A program that calls tools by a plan, and catches what fails. */
export function programOf(plan: Plan): string {
  return `
const one = async (name: string, n: number) => {
  try { return (await tools[name]({ n })).did } catch (error) { return error.code ?? error.message }
}
const got = []
for (const group of ${JSON.stringify(plan)}) {
  got.push(...await Promise.all(group.map(([name, n]) => one(name, n))))
}
return got`
}

/** The model's answers: the program, and then the end. */
export function scriptFor(code: string): ScriptStep[] {
  const call = { name: 'run_code', id: 'program', arguments: { code, description: 'does much' } }
  return [{ calls: [call] }, 'the end']
}

/** A runtime that outlives its hosts. @param canCapture - whether machines can be kept. */
export function lasting(runtime: CodeRuntime, canCapture: boolean): CodeRuntime {
  const { language, isolation, boundary, build } = runtime
  return {
    language,
    isolation,
    boundary,
    ...(canCapture && build !== undefined && { build }),
    run: (request) => {
      const run = runtime.run(request)
      return canCapture ? run : { outcome: run.outcome, capture: async () => undefined }
    },
    warm: () => runtime.warm(),
    close: async () => undefined,
  }
}
