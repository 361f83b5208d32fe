import {
  compileJsonSchema,
  compileParameters,
  isForeignSchema,
  isSnapshot,
  readForeignSchema,
  snapshotJsonValue,
  ToolArgsError,
  toSubsetSchema,
  validateStandard,
  withObjectRoot,
  type CompiledSchema,
  type ForeignSchema,
  type ParameterSchemaSpec,
  type StandardSchema,
} from '@millrace/schema'
import type { JsonValue, ToolSchema } from '@millrace/protocol'
import type { ParametersSource } from './spec.ts'

/** What the body is given. In a box, because a parsed value may itself have a `then`. */
export interface Admitted {
  readonly args: unknown
}

/** A tool's parameters made ready: what the model is told, and the two ways of judging arguments. */
export interface ToolParameters {
  readonly schema: ToolSchema['parameters']
  /** Whether validation takes its time; known from the first arguments that were judged. */
  readonly asynchronous: boolean
  /** The arguments as they were written, frozen; `undefined` when they are invalid. Never throws. */
  inspect(args: unknown): { readonly args: JsonValue } | undefined
  /**
   * The arguments for the body: frozen, or what the schema of another library made of them.
   * @throws ToolArgsError when they are invalid; a promise rejects with it.
   */
  admit(args: unknown): Admitted | Promise<Admitted>
}

/**
 * Makes a declaration of parameters ready.
 * @param isClosed - whether arguments that it does not declare are refused.
 * @throws JsonSchemaError when the declaration is malformed, or gives no JSON Schema with an object root.
 */
export function readParameters(source: ParametersSource, isClosed: boolean): ToolParameters {
  return isForeignSchema(source) ? new ForeignParameters(source) : new OwnParameters(source, isClosed)
}

class OwnParameters implements ToolParameters {
  readonly asynchronous = false
  readonly #compiled: CompiledSchema

  constructor(spec: ParameterSchemaSpec, isClosed: boolean) {
    const open = compileParameters(spec)
    this.#compiled = isClosed ? compileJsonSchema({ ...open.schema, additionalProperties: false }) : open
  }

  get schema(): ToolSchema['parameters'] {
    return this.#compiled.schema as ToolSchema['parameters']
  }

  inspect(args: unknown): { readonly args: JsonValue } | undefined {
    const frozen = frozenOrUndefined(args)
    return frozen !== undefined && this.#compiled.accepts(frozen) ? { args: frozen } : undefined
  }

  admit(args: unknown): Admitted {
    const valid = this.inspect(args)
    if (valid === undefined) throw new ToolArgsError(this.#violations(args))
    return valid
  }

  /** Arguments that are not lossless are judged as they are: the total path says where the loss is. */
  #violations(args: unknown): readonly string[] {
    const violations = this.#compiled.violations(frozenOrUndefined(args) ?? args)
    return violations.length > 0 ? violations : unstable
  }
}

class ForeignParameters implements ToolParameters {
  readonly schema: ToolSchema['parameters']
  readonly #schema: StandardSchema
  #widened?: CompiledSchema
  #asynchronous = false

  constructor(source: ForeignSchema) {
    const { schema, jsonSchema } = readForeignSchema(source, 'parameters')
    this.#schema = schema
    this.schema = withObjectRoot(jsonSchema, 'parameters')
  }

  get asynchronous(): boolean {
    return this.#asynchronous
  }

  /** An asynchronous validator gives no answer in time, so that the JSON Schema has to do. */
  inspect(args: unknown): { readonly args: JsonValue } | undefined {
    const frozen = frozenOrUndefined(args)
    if (frozen === undefined) return undefined
    const verdict = this.#asynchronous ? undefined : validateStandard(this.#schema, frozen, 'arguments')
    this.#asynchronous ||= verdict instanceof Promise
    const valid =
      verdict === undefined || verdict instanceof Promise ? this.#fitsJsonSchema(frozen) : 'value' in verdict
    return valid ? { args: frozen } : undefined
  }

  admit(args: unknown): Admitted | Promise<Admitted> {
    const frozen = frozenOrUndefined(args)
    if (frozen === undefined) throw new ToolArgsError(unstable)
    const verdict = validateStandard(this.#schema, frozen, 'arguments')
    if (!(verdict instanceof Promise)) return admitted(verdict)
    this.#asynchronous = true
    return verdict.then(admitted)
  }

  #fitsJsonSchema(args: JsonValue): boolean {
    this.#widened ??= compileJsonSchema(toSubsetSchema(this.schema))
    return this.#widened.accepts(args)
  }
}

const unstable: readonly string[] = ['"arguments" must be a lossless JSON object']

function admitted(verdict: Awaited<ReturnType<typeof validateStandard>>): Admitted {
  if ('violations' in verdict) throw new ToolArgsError(verdict.violations)
  return { args: verdict.value }
}

function frozenOrUndefined(args: unknown): JsonValue | undefined {
  if (isSnapshot(args)) return args
  try {
    return snapshotJsonValue(args)
  } catch {
    // Not lossless, or a getter threw: either way these are no arguments, and the caller says so.
    return undefined
  }
}
