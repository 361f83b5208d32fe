import type { ToolDefinition } from '@millrace/tools'
import { isAttended } from '../attended.ts'
import { meant } from '../meant.ts'
import { outcomeOf } from './outcome-of.ts'
import { UsageError } from '../usage-error.ts'
import type { Workspace } from '../workspace.ts'
import { kindOf } from './kind.ts'
import { switchedOnBy } from './notes.ts'
import { outcomes, type Outcome, type Permission } from './outcomes.ts'

/** One tool as `millrace tools --json` prints it. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly parameters: ToolDefinition['parameters']
  readonly output: unknown
  readonly kind: string
  readonly source: 'built in' | 'host'
  readonly permission: Permission
}

/** The same with what a person is told of its permission. */
export interface ForeseenTool extends ListedTool {
  readonly outcome: Outcome
}

/**
 * The tools that a call in this folder can name.
 * @param hasSomebody - whether the command itself has somebody to ask.
 */
export function listedTools(workspace: Workspace, hasSomebody: boolean): ForeseenTool[] {
  const { tools, agent, ctx, builtIn } = workspace
  const canAsk = hasSomebody || isAttended(ctx)
  return tools.schemas(agent).flatMap(({ name, description, parameters }) => {
    const definition = tools.get(name, agent)
    if (definition === undefined) return []
    const outcome = outcomeOf(definition, workspace, canAsk)
    return [
      {
        name,
        description,
        parameters,
        output: definition.output.schema,
        kind: kindOf(definition),
        source: builtIn?.has(definition) === true ? 'built in' : 'host',
        permission: outcomes[outcome].permission,
        outcome,
      },
    ]
  })
}

/**
 * The tool of this name.
 * @throws UsageError `UNKNOWN_TOOL`, with the names that come near.
 */
export function visibleTool(name: string, { tools, agent }: Workspace): ToolDefinition {
  const definition = tools.get(name, agent)
  if (definition !== undefined) return definition
  const names = tools.schemas(agent).map((tool) => tool.name)
  const switched = switchedOnBy(name)
  throw new UsageError(
    `unknown tool "${name}"`,
    [...(switched === undefined ? meant(name, names) : [switched]), `the tools here are ${names.join(', ')}`],
    'UNKNOWN_TOOL',
  )
}
