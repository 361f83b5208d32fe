import { symbols, type Context } from '@deepseek-ai/cordis'
import { systemClock, systemTimers, type Clock, type Timers } from '@millrace/host'
import { ScopedEvents } from '@millrace/scope'
import { provideTransport, toolDefinitions, type ToolRunContext, type ToolRuntime } from '@millrace/tools'
import type { Bridge } from './bridge/bridge.ts'
import { checkedLimits } from './bridge/checked-limits.ts'
import { openRun } from './bridge/open-run.ts'
import { ProgramRun, type ProgramResult } from './bridge/program-run.ts'
import type { CodeLimits } from './contract/limits.ts'
import type { RunStore } from './contract/run-store.ts'
import type { CodeRuntime } from './contract/runtime.ts'
import { promptSections, type SdkOptions } from './discovery/prompt-sections.ts'
import { CodeModeError } from './errors.ts'
import './events.ts'
import { runCodeDefinition } from './run-code/definition.ts'
import { requireRuntime } from './runtime-service.ts'

/** How programs run, and what is kept of them. All has defaults. */
export interface CodeModeConfig {
  /** What a program may use. A model cannot change it. */
  readonly limits?: Partial<CodeLimits>
  /** Keeps runs that are under way, so that they can go on after a crash; without it nothing is kept. */
  readonly store?: RunStore
  /** How much prompts say of the tools of programs. */
  readonly sdk?: SdkOptions
  readonly clock?: Clock
  readonly timers?: Timers
}

/** Names that a program may call besides its tools; no tool can have one. */
const ownBindings = ['$search', '$describe', '$show']

/**
 * Code Mode: fills the `run_code` slot of `ctx.tools`. A program needs a runtime as well, see `provideCodeRuntime`; it is
 * looked up when a program runs.
 */
export const CodeMode = {
  name: 'code-mode',
  inject: ['tools'],
  /** @throws CodeModeError (`CODE_CONFIG_INVALID`) for limits that are none. */
  apply(ctx: Context, config: CodeModeConfig = {}): void {
    const bridge = bridgeOn(ctx, config)
    const { sdk } = config
    const runs = new Set<ProgramRun>()
    const settled = new Set<Promise<unknown>>()
    ctx.effect(
      () => async () => {
        for (const run of runs) run.stop('Code Mode was unloaded')
        await Promise.allSettled(settled)
      },
      'codeMode.runs',
    )
    const runtime = (): CodeRuntime | undefined => ctx.get('codeRuntime')
    const run = async (program: string, exec: ToolRunContext): Promise<ProgramResult> => {
      const running = runProgram(bridge, requireRuntime(runtime(), 'run_code'), { program, exec, runs })
      settled.add(running)
      return running.finally(() => settled.delete(running))
    }
    provideTransport(ctx, {
      definition: runCodeDefinition({
        language: () => runtime()?.language,
        shownBytes: bridge.limits.shownBytes,
        run,
      }),
      sections: (scope, mode) => promptSections(bridge.tools, scope, mode, runtime(), sdk),
      canContinue: async (call) => (await bridge.store?.has(call)) ?? false,
    })
  },
}

interface ProgramCall {
  readonly program: string
  readonly exec: ToolRunContext
  /** Runs that are under way. */
  readonly runs: Set<ProgramRun>
}

async function runProgram(
  bridge: Bridge,
  runtime: CodeRuntime,
  { program, exec, runs }: ProgramCall,
): Promise<ProgramResult> {
  if (exec.parent !== undefined) {
    throw new CodeModeError(
      'CODE_NESTED',
      'a program cannot start another program: call the tools themselves',
    )
  }
  const names = toolDefinitions(bridge.tools, exec.agent).map(({ name }) => name)
  const open = await openRun(bridge, exec, { program, bindings: [...names, ...ownBindings] })
  try {
    const run = new ProgramRun(bridge, exec, runtime, open)
    runs.add(run)
    try {
      return await run.result()
    } finally {
      runs.delete(run)
    }
  } finally {
    await open.journal?.end()
  }
}

function bridgeOn(ctx: Context, { limits, store, clock, timers }: CodeModeConfig): Bridge {
  const warn = (message: string, error?: unknown): void => {
    try {
      if (error === undefined) ctx.logger.warn(message)
      else ctx.logger.warn(`${message}: %s`, error)
    } catch {
      // A log that cannot be written must not decide over a run.
    }
  }
  return {
    ctx,
    tools: rawOf(ctx.tools),
    events: new ScopedEvents(ctx, (error) => warn('a listener rejected where nobody waits for it', error)),
    limits: checkedLimits(limits),
    clock: clock ?? systemClock,
    timers: timers ?? systemTimers,
    store,
    warn,
  }
}

/** Behind the proxy that the context puts before a service. */
function rawOf(tools: ToolRuntime): ToolRuntime {
  return (Reflect.get(tools, symbols.original) as ToolRuntime | undefined) ?? tools
}
