import { HarnessError } from '@millrace/protocol'
import { isForeignSchema, nearest } from '@millrace/schema'
import {
  isDeclaredOutput,
  isJsonPointer,
  isOptionalFunction,
  isTimeBudget,
  optionalCallbacks,
} from '../contract/fields.ts'
import type { ErasedToolSpec } from './erased-spec.ts'

/**
 * Refuses what would be hidden once the specification is wrapped: the rest is checked at registration.
 * @throws TypeError for a missing output declaration or a bad `timeoutMs`, HarnessError for the other fields.
 */
export function checkSpec(spec: ErasedToolSpec): void {
  const { name, output, timeoutMs } = spec
  if (!isDeclaredOutput(output)) {
    throw new TypeError(
      `defineTool(${name}): must declare output { schema, render, presentationMeta? }, with functions for the last two`,
    )
  }
  if (!isTimeBudget(timeoutMs)) {
    throw new TypeError(`defineTool(${name}): timeoutMs must be a positive finite number`)
  }
  if (spec.additionalProperties === false && isForeignSchema(spec.parameters)) {
    throw wrong(
      name,
      'additionalProperties stands beside the schema of another library, which says it itself',
    )
  }
  if (typeof spec.execute !== 'function') throw wrong(name, 'execute must be a function')
  for (const field of optionalCallbacks) {
    if (!isOptionalFunction(spec[field])) throw wrong(name, `${field} must be a function, or be left out`)
  }
}

/**
 * A pointer that leads nowhere would redact nothing, and nobody would notice.
 * @throws HarnessError for one that is malformed, or leads to no declared parameter.
 */
export function checkSecrets({ name, parameters, secrets }: ErasedToolSpec): void {
  if (secrets === undefined) return
  if (!Array.isArray(secrets)) throw wrong(name, 'secrets must be an array of JSON Pointers such as "/token"')
  for (const pointer of secrets as unknown[]) {
    if (!isJsonPointer(pointer)) {
      throw wrong(name, `secrets: ${JSON.stringify(pointer)} is not a JSON Pointer such as "/token"`)
    }
    const parameter = (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
    if (isForeignSchema(parameters) || Object.hasOwn(parameters, parameter)) continue
    const [suggestion] = nearest(parameter, Object.keys(parameters), 1)
    const hint = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`
    throw wrong(name, `secrets: "${pointer}" leads to no declared parameter${hint}`)
  }
}

function wrong(name: string, problem: string): HarnessError {
  return new HarnessError('INVALID_TOOL_DEFINITION', `defineTool(${name}): ${problem}`)
}
