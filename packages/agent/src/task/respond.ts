import { text, type JsonValue } from '@millrace/protocol'
import { compileJsonSchema, ToolArgsError, type ObjectJsonSchema } from '@millrace/schema'
import type { ToolDefinition } from '@millrace/tools'
import type { SessionAgent } from '../contract/agent.ts'
import { TaskError } from './task-error.ts'

/** The tool by which a sub-agent answers where an answer of a certain form is wanted. */
export const respondName = 'respond'

/** Where the answer is kept when it was given. */
export interface Answered {
  answer?: { readonly value: JsonValue }
}

const answering = new WeakSet<object>()

/** Whether an agent answers by its own `respond` tool. */
export function hasRespond(agent: SessionAgent): boolean {
  return answering.has(agent)
}

/** Gives a sub-agent its `respond` tool, as its own: no restriction takes it away, and it ends with the agent. */
export function giveRespond(child: Pick<SessionAgent, 'ctx'>, schema: ObjectJsonSchema): Answered {
  const answered: Answered = {}
  child.ctx.tools.register(respondTool(child, schema, answered))
  answering.add(child)
  return answered
}

function respondTool(child: object, schema: ObjectJsonSchema, answered: Answered): ToolDefinition {
  const compiled = compileJsonSchema(schema)
  return {
    name: respondName,
    description:
      'Gives your answer to whoever set you the task, and ends it. Call it once, when you are done, on its own.',
    parameters: schema,
    output: { schema: { type: 'string' }, render: () => [text('The answer was taken.')] },
    effects: 'none',
    presentCall: (args) => ({ card: 'generic', kind: 'other', title: 'answer', rawInput: args as JsonValue }),
    async execute(args, exec) {
      // An agent below this one sees the tool, too; its words are not this one's answer.
      if (exec.agent !== child)
        throw new TaskError('this tool answers for another agent: report in plain text instead')
      const violations = compiled.violations(args)
      if (violations.length > 0) throw new ToolArgsError(violations)
      if (answered.answer !== undefined)
        throw new TaskError('the answer was given already: only the first one counts')
      answered.answer = { value: args as JsonValue }
      exec.concludeTurn()
      return 'taken'
    },
  }
}
