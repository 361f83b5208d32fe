import { text } from '@millrace/protocol'
import {
  permissions,
  type Permissions,
  type PermissionsConfig,
  type RuleLayer,
  type SandboxState,
} from '@millrace/policies/permissions'
import type { ToolDefinition } from '@millrace/tools'
import { openBench, type PolicyBench } from './policy-bench.ts'

/** A runtime with the permissions plugin, and tools that touch what the built-in ones touch. */
export interface PermissionBench extends PolicyBench {
  readonly permissions: Permissions
  /** The calls whose bodies ran. */
  readonly ran: string[]
}

/** Where the workspace of all tests lies. */
export const root = '/home/dev/app'
export const home = '/home/dev'

/** Rules of one layer; what is left out is empty. */
export function layer(rules: Partial<RuleLayer>): RuleLayer {
  return { name: 'user', mayGrant: true, allow: [], ask: [], deny: [], ...rules }
}

/** Plain rules, as texts. */
export function rules(lists: Partial<Record<'allow' | 'ask' | 'deny', readonly string[]>>): RuleLayer {
  const written = (texts: readonly string[] = []) => texts.map((rule) => ({ rule }))
  return layer({ allow: written(lists.allow), ask: written(lists.ask), deny: written(lists.deny) })
}

/** A sandbox for what `bash` starts. */
export function sandboxOf(enforcement: SandboxState['enforcement'] = 'full'): SandboxState {
  return { enforcement, keepsIn: ({ name }) => name === 'bash' }
}

interface PathArgs {
  path?: string
}

const changing: ToolDefinition['touches'] = (args) => {
  const { path = '.' } = args as PathArgs
  return {
    paths: [
      { path, access: 'read' },
      { path, access: 'write' },
    ],
  }
}

const reading: ToolDefinition['touches'] = (args) => {
  const { path = '.' } = args as PathArgs
  return { paths: [{ path, access: 'read' }] }
}

/** The tools of the bench, by what policies know of them. */
export const toolkit: readonly Partial<ToolDefinition>[] = [
  {
    name: 'bash',
    touches: (args) => {
      const { command, cwd = '.' } = args as { command: string; cwd?: string }
      return { paths: [{ path: cwd, access: 'read' }], argv: [['bash', '-c', command]] }
    },
  },
  { name: 'read', effects: 'none', touches: reading },
  { name: 'grep', effects: 'none', touches: reading },
  { name: 'glob', effects: 'none', touches: reading },
  { name: 'edit', touches: changing },
  { name: 'write', effects: 'idempotent', touches: changing },
  {
    name: 'web_fetch',
    effects: 'idempotent',
    touches: (args) => ({ hosts: [(args as { host: string }).host] }),
  },
  { name: 'todo_write', effects: 'none' },
  { name: 'mcp__db__query' },
]

/** Opens a runtime with these rules. */
export async function openPermissions(
  config: Partial<PermissionsConfig> = {},
  ...more: readonly Partial<ToolDefinition>[]
): Promise<PermissionBench> {
  const ran: string[] = []
  const noting = [...toolkit, ...more].map((tool) => ({
    output: { schema: {}, render: () => [text('ran')] },
    execute: async () => {
      ran.push(tool.name ?? '')
      return {}
    },
    ...tool,
  }))
  const bench = await openBench(...noting)
  await bench.ctx.plugin(permissions, { layers: [], mode: 'default', root, home, ...config })
  return { ...bench, permissions: bench.ctx.permissions, ran }
}

/** The verdict about a command. */
export function judgeCommand(permissions: Permissions, command: string): string {
  return permissions.judge('bash', { command }).verdict
}
