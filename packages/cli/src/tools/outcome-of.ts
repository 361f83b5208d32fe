import { isHarnessError } from '@millrace/protocol'
import type { Verdict } from '@millrace/policies/permissions'
import type { ToolDefinition } from '@millrace/tools'
import type { Outcome } from './outcomes.ts'
import type { Workspace } from '../workspace.ts'

/** What happens when a tool is called, and because of what. */
export interface ForeseenOutcome {
  readonly outcome: Outcome
  /** For a person: `rule Read of millrace.jsonc:4 denies it`. */
  readonly because: string
}

/**
 * What happens when this tool is called, as far as that can be told without its arguments. What this machine has to keep
 * commands in counts where it is known already; it is not looked for.
 * @param isAttended - whether somebody can be asked.
 */
export function outcomeOf(
  tool: ToolDefinition,
  workspace: Pick<Workspace, 'ctx' | 'agent' | 'builtIn' | 'sandbox'>,
  isAttended: boolean,
): ForeseenOutcome {
  const found = judged(tool, workspace) ?? byItsEffects(tool)
  return { outcome: outcomeIn(found, tool, workspace, isAttended), because: found.decisive.reason }
}

function outcomeIn(
  { verdict, decisive }: Judged,
  tool: ToolDefinition,
  workspace: Parameters<typeof outcomeOf>[1],
  isAttended: boolean,
): Outcome {
  if (verdict === 'allow') return 'auto'
  if (verdict === 'deny') return 'refused'
  const isRuled = decisive.rule !== undefined
  if (!isRuled && tool.name === 'bash' && isOwn(tool, workspace) && maySandbox(workspace))
    return isAttended ? 'sandboxed' : 'sandboxed alone'
  return isAttended ? 'ask' : 'alone'
}

type Judged = Pick<Verdict, 'verdict'> & { readonly decisive: Pick<Verdict['decisive'], 'rule' | 'reason'> }

/** What rules about all of its calls, and the mode, say of it; nothing where there are none. */
function judged(tool: ToolDefinition, workspace: Parameters<typeof outcomeOf>[1]): Judged | undefined {
  const { ctx, agent } = workspace
  const permissions = ctx.get('permissions')
  if (permissions === undefined) return undefined
  try {
    const whole = permissions.test(tool.name, agent)
    if (whole.verdict !== 'ask' || whole.decisive.rule !== undefined) return whole
    const usual = usualCall(tool, workspace)
    return usual === undefined ? whole : permissions.test(usual, agent)
  } catch (error) {
    // Rules cannot name every tool that there may be.
    if (isHarnessError(error) && error.code === 'PERMISSION_RULE_INVALID') return undefined
    throw error
  }
}

/** A call that no rule means alone, where the mode or the sandbox may let such a call run. */
function usualCall(tool: ToolDefinition, workspace: Parameters<typeof outcomeOf>[1]): string | undefined {
  if (!isOwn(tool, workspace)) return undefined
  if (tool.name === 'edit' || tool.name === 'write') return `${tool.name}(${anyFile})`
  const isKeptIn = tool.name === 'bash' && workspace.ctx.get('sandbox')?.enforcement === 'full'
  return isKeptIn ? 'Bash(any-command)' : undefined
}

/** Stands for the usual file of the workspace: rules about some files say nothing about it. */
const anyFile = 'any-folder-of-the-workspace/any-file-in-it'

function byItsEffects({ effects }: ToolDefinition): Judged {
  return effects === 'none'
    ? { verdict: 'allow', decisive: { reason: 'changes nothing' } }
    : { verdict: 'ask', decisive: { reason: 'it may change something' } }
}

/** Whether a sandbox is wanted, and it is not known that none here keeps everything in. */
function maySandbox({ ctx, sandbox = 'off' }: Pick<Workspace, 'ctx' | 'sandbox'>): boolean {
  return sandbox !== 'off' && (ctx.get('sandbox')?.enforcement ?? 'full') === 'full'
}

function isOwn(tool: ToolDefinition, { builtIn }: Pick<Workspace, 'builtIn'>): boolean {
  return builtIn?.has(tool) === true
}
