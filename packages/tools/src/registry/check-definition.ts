import { assertSupportedJsonSchema, isJsonValue } from '@millrace/schema'
import { HarnessError } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'
import {
  isDeclaredOutput,
  isJsonPointer,
  isOptionalFunction,
  isTimeBudget,
  optionalCallbacks,
} from '../contract/fields.ts'

/** The name under which Code Mode presents its transport. */
export const reservedName = 'run_code'

/**
 * Refuses a definition that could break a call or a projection later (contract R2, R3, R8), naming the field
 * and the mend.
 */
export function checkDefinition(definition: ToolDefinition): void {
  checkOutput(definition)
  if (!isTimeBudget(definition.timeoutMs)) {
    throw new TypeError('timeoutMs must be a positive finite number')
  }
  checkModelFields(definition)
  checkCallbacks(definition)
  checkPolicyFacts(definition)
  if (definition.name === reservedName) {
    throw new Error(
      `"${reservedName}" is reserved for the Code Mode presentation transport: register the tool under another name`,
    )
  }
}

function checkOutput(definition: ToolDefinition): void {
  const output = definition?.output
  if (!isDeclaredOutput(output)) {
    throw new TypeError(
      `tool "${String(definition?.name)}" must declare output { schema, render, presentationMeta? }, with functions for the last two`,
    )
  }
  if (!isOptionalFunction(Reflect.get(output, 'validate')))
    throw wrong(definition, 'output.validate', 'must be a function')
  if (output.validate === undefined) assertSupportedJsonSchema(output.schema)
  else if (!isJsonValue(output.schema)) throw wrong(definition, 'output.schema', 'must be lossless JSON')
}

function checkModelFields(definition: ToolDefinition): void {
  const { name, description, parameters } = definition
  if (typeof name !== 'string' || !/^[A-Za-z0-9_.-]{1,128}$/.test(name)) {
    throw wrong(definition, 'name', 'must be 1 to 128 letters, digits, "_", "." or "-"')
  }
  if (typeof description !== 'string') throw wrong(definition, 'description', 'must be a string')
  if (!isJsonValue(parameters)) throw wrong(definition, 'parameters', 'must be a lossless JSON Schema')
  if ((parameters as { type?: unknown } | null)?.type !== 'object') {
    throw wrong(definition, 'parameters', 'must have an object root: add type: "object"')
  }
}

function checkCallbacks(definition: ToolDefinition): void {
  if (typeof definition.execute !== 'function') throw wrong(definition, 'execute', 'must be a function')
  for (const field of optionalCallbacks) {
    if (!isOptionalFunction(definition[field])) {
      throw wrong(definition, field, 'must be a function, or be left out')
    }
  }
}

function checkPolicyFacts(definition: ToolDefinition): void {
  const { effects, secrets } = definition
  if (effects !== undefined && !['none', 'idempotent', 'other'].includes(effects)) {
    throw wrong(definition, 'effects', 'must be "none", "idempotent" or "other"')
  }
  const pointers = secrets === undefined || (Array.isArray(secrets) && secrets.every(isJsonPointer))
  if (!pointers) throw wrong(definition, 'secrets', 'must be JSON Pointers such as "/token"')
}

function wrong(definition: ToolDefinition, field: string, mend: string): HarnessError {
  return new HarnessError('INVALID_TOOL_DEFINITION', `tool "${String(definition.name)}": ${field} ${mend}`)
}
