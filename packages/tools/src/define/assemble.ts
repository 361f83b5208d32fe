import type { ToolResult } from '@millrace/protocol'
import { JsonSchemaError } from '@millrace/schema'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolRunContext } from '../contract/execution.ts'
import { checkSecrets, checkSpec } from './check-spec.ts'
import type { ErasedToolSpec } from './erased-spec.ts'
import { readOutput } from './output.ts'
import { readParameters, type Admitted, type ToolParameters } from './parameters.ts'

/** Turns a specification into a definition; absent members stay absent keys. */
export function assemble(spec: ErasedToolSpec): ToolDefinition {
  checkSpec(spec)
  const { name, description, finalizeContent, timeoutMs, effects, secrets } = spec
  const parameters = inField(name, 'parameters', () =>
    readParameters(spec.parameters, spec.additionalProperties === false),
  )
  checkSecrets(spec)
  const output = inField(name, 'output.schema', () => readOutput(spec.output))
  return {
    name,
    description,
    parameters: parameters.schema,
    output,
    execute: bodyOf(spec, parameters),
    ...(finalizeContent && { finalizeContent }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...callbacksOf(spec, parameters),
    ...(effects !== undefined && { effects }),
    ...(secrets && { secrets: [...secrets] }),
  }
}

function bodyOf({ execute }: ErasedToolSpec, parameters: ToolParameters): ToolDefinition['execute'] {
  return (args, exec) => {
    // Not an async function, so that the promise of the author's own one is handed on as it is.
    try {
      const admitted = parameters.admit(args)
      if (admitted instanceof Promise) return afterValidation(admitted, execute, exec)
      const returned = execute(admitted.args, exec)
      return returned instanceof Promise ? returned : Promise.resolve(returned)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

async function afterValidation(
  admitted: Promise<Admitted>,
  execute: ErasedToolSpec['execute'],
  exec: ToolRunContext,
): Promise<unknown> {
  const { args } = await admitted
  // Validation took its time, and the caller may have given up meanwhile.
  exec.signal.throwIfAborted()
  return execute(args, exec)
}

type Callbacks = Pick<ToolDefinition, 'isConcurrencySafe' | 'touches' | 'presentCall' | 'presentResult'>

/** The functions that are asked about arguments nobody has validated: wrong ones never reach the author's. */
function callbacksOf(spec: ErasedToolSpec, parameters: ToolParameters): Callbacks {
  const { isConcurrencySafe, touches, presentCall, presentResult } = spec
  /** Asks about valid arguments, and answers for wrong ones itself. */
  const ask = <T>(args: unknown, about: (valid: unknown) => T, otherwise: T): T => {
    const valid = parameters.inspect(args)
    return valid === undefined ? otherwise : about(valid.args)
  }
  return {
    ...(isConcurrencySafe && {
      isConcurrencySafe: (args: unknown) => {
        const answer = ask(args, isConcurrencySafe, false)
        // Asked afterwards: an asynchronous validator shows itself when it is first used.
        return parameters.asynchronous ? false : answer
      },
    }),
    ...(touches && { touches: (args: unknown) => ask(args, touches, {}) }),
    ...(presentCall && { presentCall: (args: unknown) => ask(args, presentCall, undefined) }),
    ...(presentResult && {
      presentResult: (args: unknown, result: ToolResult) =>
        ask(args, (valid) => presentResult(valid, result), undefined),
    }),
  }
}

/** Says whose schema, and which of its two, is wrong. */
function inField<T>(tool: string, field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error
    throw new JsonSchemaError(
      error.violations.map((violation) => {
        const named = violation.startsWith(field) ? violation : `${field}: ${violation}`
        return `defineTool(${tool}): ${named}`
      }),
    )
  }
}
