import { compileJsonSchema, snapshotJsonValue, type CompiledSchema } from '@millrace/schema'
import type { ToolSchema } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'

/** A registered tool, with everything that can be worked out before its first call. */
export interface ToolEntry {
  readonly name: string
  /** As it was registered: borrowed, never changed. */
  readonly definition: ToolDefinition
  /** What a model is told; frozen. A getter for tools whose wording changes while they are registered. */
  readonly schema: ToolSchema
  /** The compiled output schema. */
  readonly output: CompiledSchema
}

/** Works out the entry of a definition that passed `checkDefinition`. */
export function toolEntry(definition: ToolDefinition): ToolEntry {
  return {
    name: definition.name,
    definition,
    schema: projectSchema(definition),
    output: compileOutput(definition),
  }
}

/** The entry of the Code Mode transport: its wording follows the mounted runtime, so it is projected when read. */
export function transportEntry(definition: ToolDefinition): ToolEntry {
  let last: ToolSchema | undefined
  return {
    name: definition.name,
    definition,
    get schema() {
      const now = projectSchema(definition)
      // The same object for the same wording, so that a prompt is known to be the one that was sent before.
      const isSame = last?.description === now.description && last.parameters === now.parameters
      if (last === undefined || !isSame) last = now
      return last
    },
    output: compileOutput(definition),
  }
}

function projectSchema({ name, description, parameters }: ToolDefinition): ToolSchema {
  const frozen = snapshotJsonValue(parameters) as ToolSchema['parameters']
  return Object.freeze({ name, description, parameters: frozen })
}

// With a check of its own, the declared schema may lie outside the subset and is never enforced.
const unenforced: CompiledSchema = compileJsonSchema({})

function compileOutput({ output }: ToolDefinition): CompiledSchema {
  return output.validate === undefined ? compileJsonSchema(output.schema) : unenforced
}
