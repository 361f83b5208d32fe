import { isHarnessError } from '@millrace/protocol'
import { validateJsonSchemaValue, type JsonSchemaNode } from '@millrace/schema'
import { ToolArgsError, type ToolDefinition } from '@millrace/tools'
import { UsageError } from '../usage-error.ts'
import type { CallArguments } from './arguments.ts'
import { mendedCall } from './example.ts'

/**
 * Refuses arguments that the tool's schema does not allow, so that nobody is asked about a call that cannot work.
 * A schema outside the enforced subset is left to the tool.
 * @throws UsageError `INVALID_ARGS`.
 */
export function requireValid(tool: ToolDefinition, { value }: CallArguments): void {
  const violations = violationsOf(tool, value)
  if (violations.length === 0) return
  const { message, code } = new ToolArgsError(violations)
  throw new UsageError(message, [`for example: ${mendedCall(tool, value, message)}`], code)
}

function violationsOf(tool: ToolDefinition, value: CallArguments['value']): string[] {
  try {
    return validateJsonSchemaValue(tool.parameters as JsonSchemaNode, value)
  } catch (error) {
    if (isHarnessError(error)) return []
    throw error
  }
}
