import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import { homeOf } from '@millrace/host'
import {
  permissions,
  type PermissionMode,
  type Permissions,
  type RuleLayer,
} from '@millrace/policies/permissions'
import { ToolRuntime } from '@millrace/tools'
import type { Io } from '../io.ts'
import { leadsTo } from '../leads-to.ts'
import type { RecordedTools } from '../replay/recorded-tools.ts'
import { stateFolder } from '../state-folder.ts'
import type { RulesFile } from './rules-file.ts'

/** The layer of the rules that are tried. */
export const triedLayer = 'rules'

/** What calls are judged by. */
export interface RuleEngineOptions {
  readonly rules: RulesFile['rules']
  readonly mode: PermissionMode
  /** Whether commands are judged as where a full sandbox keeps them in; asked for each call. */
  readonly isSandboxed: () => boolean
  /** Where the calls worked; it need not exist any more. */
  readonly root: string
  readonly env: Io['env']
}

/** An engine that judges calls of these tools, and makes none. */
export async function ruleEngine(
  tools: RecordedTools,
  { rules, mode, isSandboxed, root, env }: RuleEngineOptions,
): Promise<Permissions> {
  const ctx = new Context()
  const runtime = new ToolRuntime(ctx)
  for (const tool of tools.all) runtime.register(tool)
  await ctx.plugin(permissions, {
    layers: [keptOutput(env), { name: triedLayer, mayGrant: true, ...rules }],
    mode,
    root,
    home: homeOf(env),
    sandbox: () => ({
      enforcement: isSandboxed() ? 'full' : 'none',
      keepsIn: (tool) => tool.name === 'bash' && tools.all.includes(tool),
    }),
    resolve: leadsTo,
  })
  return ctx.permissions
}

/** Output that did not fit into a result is there to be read, under any rules. */
function keptOutput(env: Io['env']): RuleLayer {
  const folder = join(stateFolder(env), 'spill')
  const isPlain = !/[*?[\]{}()!\\]/.test(folder)
  const allow = isPlain ? [{ rule: `Read(${folder}/*)` }] : []
  return { name: 'built-in', mayGrant: true, allow, ask: [], deny: [] }
}
