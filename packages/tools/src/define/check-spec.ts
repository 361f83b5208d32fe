import { HarnessError } from '@millrace/protocol'
import { isForeignSchema, nearest } from '@millrace/schema'
import type { ErasedToolSpec } from './erased-spec.ts'

const callbacks = ['finalizeContent', 'isConcurrencySafe', 'presentCall', 'presentResult', 'touches'] as const

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
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0)) {
    throw new TypeError(`defineTool(${name}): timeoutMs must be a positive finite number`)
  }
  if (typeof spec.execute !== 'function') throw wrong(name, 'execute must be a function')
  for (const field of callbacks) {
    if (!isOptionalFunction(spec[field])) throw wrong(name, `${field} must be a function, or be left out`)
  }
}

function isDeclaredOutput(output: Partial<ErasedToolSpec['output']> | null | undefined): boolean {
  if (typeof output !== 'object' || output === null) return false
  return typeof output.render === 'function' && isOptionalFunction(output.presentationMeta)
}

/**
 * A pointer that leads nowhere would redact nothing, and nobody would notice.
 * @throws HarnessError for one that is malformed, or leads to no declared parameter.
 */
export function checkSecrets({ name, parameters, secrets }: ErasedToolSpec): void {
  if (secrets === undefined) return
  if (!Array.isArray(secrets)) throw wrong(name, 'secrets must be an array of JSON Pointers such as "/token"')
  for (const pointer of secrets as unknown[]) {
    if (typeof pointer !== 'string' || !/^(\/([^~/]|~[01])*)+$/.test(pointer)) {
      throw wrong(name, `secrets: ${JSON.stringify(pointer)} is not a JSON Pointer such as "/token"`)
    }
    const parameter = (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
    if (isForeignSchema(parameters) || Object.hasOwn(parameters, parameter)) continue
    const [suggestion] = nearest(parameter, Object.keys(parameters), 1)
    const hint = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`
    throw wrong(name, `secrets: "${pointer}" leads to no declared parameter${hint}`)
  }
}

function isOptionalFunction(value: unknown): boolean {
  return value === undefined || typeof value === 'function'
}

function wrong(name: string, problem: string): HarnessError {
  return new HarnessError('INVALID_TOOL_DEFINITION', `defineTool(${name}): ${problem}`)
}
