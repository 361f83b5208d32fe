import type { ToolDefinition } from '../contract/definition.ts'
import { assemble } from './assemble.ts'
import type { OutputSource, ParametersSource, ToolSpec } from './spec.ts'

/**
 * Makes a tool from its specification: arguments and value are typed by their schemas, arguments are validated
 * before any function of the tool sees them, and both schemas are compiled here, once.
 *
 * @param spec - schemas in the author's language, or of a library that follows Standard Schema.
 * @returns a definition to register; calling it directly works, too.
 * @throws JsonSchemaError for a malformed schema, TypeError for a missing output or a bad `timeoutMs`,
 *   HarnessError `INVALID_TOOL_DEFINITION` for another malformed field.
 */
export function defineTool<const P extends ParametersSource, const O extends OutputSource>(
  spec: ToolSpec<P, O>,
): ToolDefinition {
  return assemble(spec)
}
