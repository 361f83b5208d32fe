import type { InferArgs, ParameterSchemaSpec } from '@millrace/schema'

/** What a task takes. */
export const taskParameters = {
  description: {
    type: 'string',
    required: true,
    description: 'The task in three to seven words, for the user.',
  },
  prompt: {
    type: 'string',
    required: true,
    description:
      'Everything that the agent must know: it sees nothing of this conversation. Say what to do, where, and what to report.',
  },
  tools: {
    type: 'array',
    items: { type: 'string' },
    description: 'Names of your tools that it may use. All of them unless given.',
  },
  schema: {
    type: 'json',
    description: 'JSON Schema with type "object" for its answer. Plain text unless given.',
  },
} as const satisfies ParameterSchemaSpec

/** The arguments of a task. */
export type TaskArgs = InferArgs<typeof taskParameters>
