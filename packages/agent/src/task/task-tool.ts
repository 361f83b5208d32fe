import type { Context } from '@deepseek-ai/cordis'
import { printJson } from '@millrace/schema'
import { text, type JsonValue } from '@millrace/protocol'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import type { SubAgentOptions } from '../contract/agent.ts'
import { delegate } from './delegate.ts'
import { errandOf } from './errand.ts'
import { taskLimits } from './limits.ts'
import { depthOf, isSessionAgent } from './lineage.ts'
import { taskParameters } from './parameters.ts'
import { presentTaskCall, presentTaskResult } from './present.ts'
import { TaskError } from './task-error.ts'

/** What bounds sub-agents. */
export interface TaskToolOptions {
  /** How many levels of sub-agents there may be below the main agent. 3 unless given. */
  readonly maxDepth?: number
  /** What each of them may use, within what its parent may. */
  readonly limits?: SubAgentOptions['limits']
}

const name = 'task'

const description =
  'Sets a sub-agent to a task of its own and waits for its report. It starts without this conversation and has your ' +
  'tools, or those that you name, and never more than you. For work whose details you do not need, such as a search ' +
  'through many files. Its report is the only thing that you see of it.'

/** The `task` tool: a call of it is an agent below the caller, in the same session. */
export const taskTool = {
  name: 'task-tool',
  inject: ['tools', 'agents'],
  apply(ctx: Context, { maxDepth = taskLimits.depth, limits }: TaskToolOptions = {}): void {
    if (!Number.isSafeInteger(maxDepth) || maxDepth < 1) {
      throw new TypeError(`task-tool: maxDepth must be a positive integer, not ${String(maxDepth)}`)
    }
    ctx.tools.register(definition(ctx, maxDepth, limits))
  },
}

function definition(ctx: Context, maxDepth: number, limits: SubAgentOptions['limits']): ToolDefinition {
  return defineTool({
    name,
    description,
    parameters: taskParameters,
    additionalProperties: false,
    output: {
      schema: { type: 'json', description: '{ text }, or the answer where a schema was given.' },
      render: (args, value) => [text(args.schema === undefined ? textOf(value) : printJson(value, 2))],
    },
    effects: 'other',
    isConcurrencySafe: ({ tools }) => tools !== undefined && tools.every((each) => isHarmless(ctx, each)),
    presentCall: presentTaskCall,
    presentResult: presentTaskResult,
    async execute(args, exec) {
      const { agent } = exec
      if (!isSessionAgent(agent)) {
        throw new TaskError('a task needs an agent with a session to work for, and this call has none')
      }
      const depth = depthOf(agent)
      if (depth >= maxDepth) {
        throw new TaskError(
          `sub-agents may be ${maxDepth} levels deep, and this one is at the last: do it yourself`,
        )
      }
      const errand = errandOf(args, agent, ctx.tools, depth + 1 >= maxDepth ? [name] : [])
      return delegate(ctx.agents, agent, errand, exec, limits)
    },
  })
}

function textOf(value: JsonValue): string {
  const { text: said } = value as { text: string }
  return said.trim() === '' ? '(The sub-agent ended without a word.)' : said
}

/** A classifier is not told whose call it is, so the name must stand for a harmless tool wherever it is seen. */
function isHarmless({ tools, agents }: Context, toolName: string): boolean {
  const seen = [undefined, ...agents.all].flatMap((agent) => tools.get(toolName, agent) ?? [])
  return seen.length > 0 && seen.every(({ effects }) => effects === 'none')
}
