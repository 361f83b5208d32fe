import type {
  ForeignSchema,
  InferArgs,
  InferForeignInput,
  InferForeignOutput,
  InferValue,
  ParameterSchemaSpec,
  ValueSchemaSpec,
} from '@millrace/schema'
import type { ContentBlock, JsonValue, ToolCallView, ToolResult, ToolResultView } from '@millrace/protocol'
import type { ToolDefinition, ToolEffects, ToolTouches } from '../contract/definition.ts'
import type { ToolRunContext } from '../contract/execution.ts'

/** How a tool's parameters may be declared: a map of schema nodes, or the schema of another library. */
export type ParametersSource = ParameterSchemaSpec | ForeignSchema

/** How a tool's output may be declared: a schema node, or the schema of another library. */
export type OutputSource = ValueSchemaSpec | ForeignSchema

/** The arguments as the caller wrote them: what policies see, and every function here but the body. */
export type ArgsOf<P> = P extends ForeignSchema ? InferForeignInput<P> : InferArgs<P>

/** The arguments as the body gets them: parsed, where the schema of another library parses. */
export type BodyArgsOf<P> = P extends ForeignSchema ? InferForeignOutput<P> : InferArgs<P>

/** The canonical value. A foreign schema checks it and never rewrites it, so it is what that schema takes in. */
export type ValueOf<O> = O extends ForeignSchema ? KnownOrJson<InferForeignInput<O>> : InferValue<O>

type KnownOrJson<T> = unknown extends T ? JsonValue : T

/** Nothing extends it, so a condition on it is decided only once the type in question is known. */
declare const nobody: unique symbol
type Nobody = typeof nobody

/**
 * A declaration whose type `P` is inferred from it. Once `P` is known, a declaration in our own language is
 * checked against `Own`, and so has no unknown keys: what a type parameter stands for is exempt from that.
 */
type Declared<P, Own> = [P] extends [Nobody] ? P : [P] extends [ForeignSchema] ? P : Own

/** Literal types of any depth. TypeScript keeps literals where a literal type is expected. */
type Literals = '' | 0 | true | null | Literals[] | { [key: string]: Literals }

/**
 * The canonical value as a body returns it. While `O` is not known yet, both branches are expected, and
 * {@link Literals} keeps `{ kind: 'file' }` from widening to a string.
 */
type ReturnedBy<O> = [O] extends [Nobody] ? Literals : ValueOf<O>

/** A tool's output: its schema, and how a value is shown to the model. */
export interface ToolOutputSpec<P, O> {
  /** The schema of the canonical value. */
  readonly schema: Declared<O, ValueSchemaSpec>
  /** Turns arguments and value into the model's content. Pure. */
  render(this: void, args: NoInfer<ArgsOf<P>>, value: NoInfer<ValueOf<O>>): ContentBlock[]
  /** What a card needs to show this result again from the log. Pure; asked of top-level calls only. */
  presentationMeta?(this: void, args: NoInfer<ArgsOf<P>>, value: NoInfer<ValueOf<O>>): JsonValue
}

/** What a tool is, apart from its output and its body. All functions but the body see the arguments as written. */
export interface ToolFacts<P> {
  /** 1 to 128 letters, digits, `_`, `.` or `-`. */
  readonly name: string
  /** For the model: what the tool does and when to use it. */
  readonly description: string
  /** What it takes. */
  readonly parameters: Declared<P, ParameterSchemaSpec>
  /**
   * Refuses arguments that are not declared, so that none is ignored in silence; without it they are let through.
   * Only beside parameters of our own language: the schema of another library says it itself.
   */
  readonly additionalProperties?: false
  /** Last word on the model's content of every outcome; passed on as it is. */
  finalizeContent?: NonNullable<ToolDefinition['finalizeContent']>
  /** Cooperative time budget in milliseconds; positive and finite. */
  readonly timeoutMs?: number
  /** Whether a call with these arguments may overlap with its siblings. Pure; not asked for invalid arguments. */
  isConcurrencySafe?(this: void, args: NoInfer<ArgsOf<P>>): boolean
  /** How to show the pending call. Pure; not asked for invalid arguments. */
  presentCall?(this: void, args: NoInfer<ArgsOf<P>>): ToolCallView | undefined
  /** How to show the finished call. Pure; not asked for invalid arguments. */
  presentResult?(this: void, args: NoInfer<ArgsOf<P>>, result: ToolResult): ToolResultView | undefined
  /** What the tool changes; `other` when absent. */
  readonly effects?: ToolEffects
  /** What a call with these arguments touches, for policies. Pure; not asked for invalid arguments. */
  touches?(this: void, args: NoInfer<ArgsOf<P>>): ToolTouches
  /** JSON Pointers into the arguments that are redacted wherever they are shown or stored. */
  readonly secrets?: readonly string[]
}

/** Everything that `defineTool` takes. */
export interface ToolSpec<P, O> extends ToolFacts<P> {
  /** What it returns. */
  readonly output: ToolOutputSpec<P, O>
  /**
   * Runs one call with valid arguments, which are frozen unless the schema of another library parsed them.
   * It observes or forwards `exec.signal`, and settles only once all that it started has come to rest.
   */
  execute(this: void, args: NoInfer<BodyArgsOf<P>>, exec: ToolRunContext): Promise<ReturnedBy<O>>
}
