import { Context } from '@deepseek-ai/cordis'
import { defaultLimits, toolSearch } from '@millrace/code-mode'
import { permissions, type PermissionMode } from '@millrace/policies/permissions'
import { ToolRuntime, type ToolDefinition } from '@millrace/tools'
import { giveRespond } from '../../packages/agent/src/task/respond.ts'
import { exampleArguments, placeholder } from '../../packages/cli/src/call/example.ts'
import { permissionModes } from '../../packages/cli/src/config/choices.ts'
import { withRecordedTools } from '../../packages/cli/src/replay/recorded-tools.ts'
import { outcomeOf } from '../../packages/cli/src/tools/outcome-of.ts'
import { outcomes } from '../../packages/cli/src/tools/outcomes.ts'
import { openDefault } from '../../packages/cli/src/with-workspace.ts'
import { runCodeDefinition } from '../../packages/code-mode/src/run-code/definition.ts'

/** A tool of ours, and what becomes of its calls where no rule decides. */
export interface CataloguedTool {
  readonly definition: ToolDefinition
  /** Of the card of a usual call. */
  readonly title: string | undefined
  /** In the words of the command, by mode; none where it is not called as others are. */
  readonly outcomes: ReadonlyMap<PermissionMode, string>
}

/** All tools that the packages register, as the command makes them; none of them runs. */
export async function cataloguedTools(): Promise<CataloguedTool[]> {
  const ctx = new Context()
  const runtime = new ToolRuntime(ctx)
  const ofCommand = await withRecordedTools(openDefault, [], {}, async ({ all }) => all)
  for (const tool of ofCommand) runtime.register(tool)
  giveRespond({ ctx }, { type: 'object' })
  await ctx.plugin(toolSearch, {})
  await ctx.plugin(permissions, { layers: [], mode: 'default', root: '/workspace' })
  const registered = runtime.schemas().flatMap(({ name }) => runtime.get(name) ?? [])
  const builtIn = new Set(ofCommand)
  const judged = registered.map((definition) => ({
    definition,
    title: titleOf(definition),
    outcomes: outcomesOf(definition, ctx, builtIn),
  }))
  return [...judged, { definition: runCode, title: titleOf(runCode), outcomes: new Map() }]
}

const runCode = runCodeDefinition({
  language: () => 'typescript',
  shownBytes: defaultLimits.shownBytes,
  run: () => Promise.reject(new Error('a tool is described here, and never runs')),
})

function titleOf(definition: ToolDefinition): string | undefined {
  const title = definition.presentCall?.(exampleArguments(definition))?.title
  return title === placeholder ? undefined : title
}

function outcomesOf(
  definition: ToolDefinition,
  ctx: Context,
  builtIn: ReadonlySet<ToolDefinition>,
): ReadonlyMap<PermissionMode, string> {
  return new Map(
    permissionModes.map((mode) => {
      ctx.permissions.setMode(mode)
      const { outcome } = outcomeOf(definition, { ctx, agent: {}, builtIn, sandbox: 'auto' }, true)
      return [mode, outcomes[outcome].word]
    }),
  )
}
