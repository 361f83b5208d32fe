import { isHarnessError } from '@millrace/protocol'
import {
  compileForeignSchema,
  validateJsonSchemaValue,
  type JsonSchemaNode,
  type JsonValue,
} from '@millrace/schema'
import { ToolArgsError, type ToolDefinition } from '@millrace/tools'
import { UsageError } from '../usage-error.ts'
import type { CallArguments } from './arguments.ts'
import { mendedCall } from './example.ts'

/**
 * Refuses arguments that the tool's schema does not allow, so that nobody is asked about a call that cannot work.
 * A schema of others is read by the whole of JSON Schema; one that cannot be used is left to the tool.
 * @throws UsageError `INVALID_ARGS`.
 */
export async function requireValid(tool: ToolDefinition, { value }: CallArguments): Promise<void> {
  const violations = violationsOf(tool, value) ?? (await foreignViolationsOf(tool, value))
  if (violations.length === 0) return
  const { message, code } = new ToolArgsError(violations)
  throw new UsageError(message, [`for example: ${mendedCall(tool, value, message)}`], code)
}

/** @returns `undefined` for a schema outside the enforced subset. */
function violationsOf(tool: ToolDefinition, value: JsonValue): readonly string[] | undefined {
  try {
    return validateJsonSchemaValue(tool.parameters as JsonSchemaNode, value)
  } catch (error) {
    if (isHarnessError(error)) return undefined
    throw error
  }
}

async function foreignViolationsOf(
  { parameters }: ToolDefinition,
  value: JsonValue,
): Promise<readonly string[]> {
  try {
    const validate = await compileForeignSchema(parameters as JsonValue)
    return validate(value)
  } catch (error) {
    if (isHarnessError(error)) return []
    throw error
  }
}
