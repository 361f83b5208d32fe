import type { SandboxMode } from '@millrace/host'
import type { ListedRule, RuleProblem } from '@millrace/policies/permissions'
import type { RecordedCall } from '../explain/recorded-call.ts'
import { inSlices } from '../in-slices.ts'
import type { RecordedTools } from '../replay/recorded-tools.ts'
import { judgedCall, type JudgedCall } from './judged-call.ts'
import { ranInSandbox } from './recorded-verdict.ts'
import { ruleEngine, triedLayer, type RuleEngineOptions } from './rule-engine.ts'

/** Rules that are tried on recorded calls. Nothing runs. */
export interface TriedRules {
  /** What is wrong with them. */
  readonly problems: readonly RuleProblem[]
  /**
   * Judges the calls of a session. Whatever else the process has to do gets its turn in between.
   * @param isSandboxed - whether its commands are judged as where a full sandbox keeps them in.
   */
  judged(calls: readonly RecordedCall[], isSandboxed: boolean): Promise<readonly JudgedCall[]>
  /** Those that decided about nothing of what was judged so far. */
  unused(): readonly ListedRule[]
}

/** Makes rules ready to be tried on the calls of one folder. */
export async function triedRules(
  options: Omit<RuleEngineOptions, 'isSandboxed'>,
  tools: RecordedTools,
): Promise<TriedRules> {
  let isKeptIn = false
  const engine = await ruleEngine(tools, { ...options, isSandboxed: () => isKeptIn })
  const knows = (name: string): boolean => tools.get(name) !== undefined
  const rules = engine.list().filter(({ layer }) => layer === triedLayer)
  const used = new Set<string>()
  return {
    problems: engine.problems(),
    judged: async (calls, isSandboxed) => {
      const judged = await inSlices(calls, (call) => {
        isKeptIn = isSandboxed
        return judgedCall(call, engine, knows)
      })
      for (const { would } of judged)
        for (const { rule } of would?.parts ?? []) if (rule !== undefined) used.add(keyOf(rule))
      return judged
    },
    unused: () => rules.filter(({ rule }) => !used.has(keyOf(rule))),
  }
}

/** Whether the commands of a session are judged as ones in a sandbox, where that is chosen, or else as the session tells. */
export function wasSandboxed(choice: SandboxMode, calls: readonly RecordedCall[]): boolean {
  return choice === 'required' || (choice === 'auto' && ranInSandbox(calls))
}

function keyOf({ rule, place = '' }: ListedRule['rule']): string {
  return JSON.stringify([place, rule])
}
