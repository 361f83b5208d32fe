import type { Context } from '@deepseek-ai/cordis'
import { systemTimers, type Timers } from '@millrace/host'
import { scopeOf } from '@millrace/scope'
import type { ToolDefinition } from '@millrace/tools'
import { FaultError } from './fault-error.ts'
import { runWithFault, type Fault } from './fault.ts'

/** Which calls are given a fault. */
export interface FaultRule {
  readonly tool: string
  /** Counts the runs of the tool's body from 1; every run unless given. */
  readonly nth?: number | readonly number[]
  readonly fault: Fault
}

/** A fault that was given to a call. */
export interface InjectedFault {
  readonly tool: string
  readonly callId: string
  readonly nth: number
  readonly fault: Fault
  /** Of `mutate-arguments`: the paths where something could be changed, which must be none. */
  readonly mutated?: readonly string[]
}

/** What faults wait with. */
export interface FaultPlanOptions {
  /** Those of the machine unless given. */
  readonly timers?: Timers
}

/** Faults that are at work. */
export interface FaultPlan {
  /** What was given so far, in order. */
  readonly injected: readonly InjectedFault[]
  /** Ends it: tools work as before. */
  stop(): void
}

/**
 * Gives calls of a scope their faults: each named tool is shadowed by one that misbehaves, so that a fault is the body's own and
 * passes through all of the pipeline. The first rule that fits counts.
 * @param ctx - of an agent or another scope, and below it, such as `agent.ctx`.
 * @throws FaultError from a plain context, and for a tool that the scope does not see.
 */
export function faultPlan(
  ctx: Context,
  rules: readonly FaultRule[],
  options: FaultPlanOptions = {},
): FaultPlan {
  const scope = scopeOf(ctx)
  if (scope === undefined)
    throw new FaultError(
      'a fault plan belongs to a scope, such as agent.ctx; for a plain context register faultyTool(tool, rules) in place of the tool',
    )
  const injected: InjectedFault[] = []
  const names = [...new Set(rules.map((rule) => rule.tool))]
  const tools = names.map((name) => {
    const tool = ctx.tools.get(name, scope)
    if (tool === undefined)
      throw new FaultError(
        `the fault plan names the tool "${name}", which the scope does not see; register it first`,
      )
    return tool
  })
  const undo = tools.map((tool) =>
    ctx.tools.register(faultyTool(tool, rules, { ...options, injected: (fault) => injected.push(fault) })),
  )
  return { injected, stop: () => undo.forEach((each) => each()) }
}

/** What faults of a tool wait with, and who hears of them. */
export interface FaultyToolOptions extends FaultPlanOptions {
  readonly injected?: (fault: InjectedFault) => void
}

/** A tool like another one, whose body misbehaves by the rules for its name. */
export function faultyTool(
  tool: ToolDefinition,
  rules: readonly FaultRule[],
  options: FaultyToolOptions = {},
): ToolDefinition {
  const { timers = systemTimers, injected = () => undefined } = options
  const mine = rules.filter((rule) => rule.tool === tool.name)
  let runs = 0
  return {
    ...copyOf(tool),
    execute: async (args, exec) => {
      const nth = ++runs
      const fault = mine.find((rule) => isFor(rule, nth))?.fault
      if (fault === undefined) return tool.execute(args, exec)
      const told = { tool: tool.name, callId: exec.callId, nth, fault }
      if (fault.kind !== 'mutate-arguments') injected(told)
      return runWithFault(fault, {
        tool,
        args,
        exec,
        timers,
        mutated: (mutated) => injected({ ...told, mutated }),
      })
    },
  }
}

function isFor({ nth }: FaultRule, run: number): boolean {
  return nth === undefined || (typeof nth === 'number' ? nth === run : nth.includes(run))
}

/** The members of a definition, bound, as it may be an instance of a class. */
function copyOf(tool: ToolDefinition): Omit<ToolDefinition, 'execute'> {
  const { name, description, parameters, output, timeoutMs, effects, secrets } = tool
  return {
    name,
    description,
    parameters,
    output,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(effects !== undefined && { effects }),
    ...(secrets !== undefined && { secrets }),
    ...(tool.finalizeContent && { finalizeContent: tool.finalizeContent.bind(tool) }),
    ...(tool.isConcurrencySafe && { isConcurrencySafe: tool.isConcurrencySafe.bind(tool) }),
    ...(tool.presentCall && { presentCall: tool.presentCall.bind(tool) }),
    ...(tool.presentResult && { presentResult: tool.presentResult.bind(tool) }),
    ...(tool.touches && { touches: tool.touches.bind(tool) }),
  }
}
