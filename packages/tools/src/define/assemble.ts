import { JsonSchemaError } from '@millrace/schema'
import type { ToolDefinition } from '../contract/definition.ts'
import { checkSecrets, checkSpec } from './check-spec.ts'
import type { ErasedToolSpec } from './erased-spec.ts'
import { readOutput } from './output.ts'
import { readParameters, type ToolParameters } from './parameters.ts'

/** Turns a specification into a definition; absent members stay absent keys. */
export function assemble(spec: ErasedToolSpec): ToolDefinition {
  checkSpec(spec)
  const { name, description, finalizeContent, timeoutMs, effects, secrets } = spec
  const parameters = inField(name, 'parameters', () => readParameters(spec.parameters))
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
    ...classifierOf(spec, parameters),
    ...presentersOf(spec, parameters),
    ...(effects !== undefined && { effects }),
    ...(secrets && { secrets: [...secrets] }),
  }
}

function bodyOf({ execute }: ErasedToolSpec, parameters: ToolParameters): ToolDefinition['execute'] {
  return async (args, exec) => {
    const admitted = parameters.admit(args)
    if (!(admitted instanceof Promise)) return execute(admitted.args, exec)
    const parsed = await admitted
    // Validation took its time, and the caller may have given up meanwhile.
    exec.signal.throwIfAborted()
    return execute(parsed.args, exec)
  }
}

type Classifier = Pick<ToolDefinition, 'isConcurrencySafe' | 'touches'>

function classifierOf(spec: ErasedToolSpec, parameters: ToolParameters): Classifier {
  const { isConcurrencySafe, touches } = spec
  return {
    ...(isConcurrencySafe && {
      isConcurrencySafe: (args: unknown) => {
        const valid = parameters.inspect(args)
        return valid !== undefined && !parameters.asynchronous && isConcurrencySafe(valid.args)
      },
    }),
    ...(touches && {
      touches: (args: unknown) => {
        const valid = parameters.inspect(args)
        return valid === undefined ? {} : touches(valid.args)
      },
    }),
  }
}

type Presenters = Pick<ToolDefinition, 'presentCall' | 'presentResult'>

function presentersOf(
  { presentCall, presentResult }: ErasedToolSpec,
  parameters: ToolParameters,
): Presenters {
  return {
    ...(presentCall && {
      presentCall: (args: unknown) => {
        const valid = parameters.inspect(args)
        return valid && presentCall(valid.args)
      },
    }),
    ...(presentResult && {
      presentResult: (args: unknown, result) => {
        const valid = parameters.inspect(args)
        return valid && presentResult(valid.args, result)
      },
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
