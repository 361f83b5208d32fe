import {
  assertSupportedJsonSchema,
  compileForeignSchema,
  compileJsonSchema,
  JsonSchemaError,
  type JsonSchemaNode,
  type JsonValue,
} from '@millrace/schema'
import { isRecord } from '../../is-record.ts'
import { splitBounds } from './bounds.ts'

type Violations = (value: JsonValue) => readonly string[]

/** Judges values by a foreign schema, which is compiled when the first value comes. */
export class LazyJudge {
  readonly #schema: JsonValue
  readonly #label: string
  readonly #widened: (why: string) => void
  #compiling: Promise<Violations> | undefined
  #compiled: Violations | undefined

  /**
   * @param label - what violations call the value.
   * @param widened - told, once, why a schema cannot be used; then every value is accepted.
   */
  constructor(schema: JsonValue, label: string, widened: (why: string) => void) {
    this.#schema = schema
    this.#label = label
    this.#widened = widened
  }

  /** Why a snapshot is refused, a line each; empty where it is accepted. At once but for the first. Never throws. */
  violations(value: JsonValue): readonly string[] | Promise<readonly string[]> {
    if (this.#compiled !== undefined) return this.#compiled(value)
    this.#compiling ??= this.#compile()
    return this.#compiling.then((judge) => judge(value))
  }

  /** The same for one that cannot wait; `undefined` before the first verdict. */
  now(value: JsonValue): readonly string[] | undefined {
    return this.#compiled?.(value)
  }

  async #compile(): Promise<Violations> {
    const judge = this.#quick() ?? (await this.#whole())
    this.#compiled = judge
    return judge
  }

  /** Our own compiler, which is faster, where the schema but for its bounds lies within what it enforces. */
  #quick(): Violations | undefined {
    const { plain, bounds } = splitBounds(withoutDialect(this.#schema))
    try {
      assertSupportedJsonSchema(plain)
    } catch (error) {
      if (error instanceof JsonSchemaError) return undefined
      throw error
    }
    const compiled = compileJsonSchema(plain as JsonSchemaNode)
    return (value) => this.#named(compiled.accepts(value) ? bounds(value) : compiled.violations(value))
  }

  async #whole(): Promise<Violations> {
    try {
      const judge = await compileForeignSchema(this.#schema)
      return (value) => this.#named(judge(value))
    } catch (error) {
      if (!(error instanceof JsonSchemaError)) throw error
      this.#widened(error.violations.join('; '))
      return () => none
    }
  }

  /** Both judges call the whole value "arguments"; its parts go by their own names. */
  #named(violations: readonly string[]): readonly string[] {
    if (violations.length === 0) return none
    return violations.map((violation) => violation.replace(/^"arguments/, `"${this.#label}`))
  }
}

const none: readonly string[] = []

/** Dialects in which every keyword that our compiler knows means the same. */
const alike = /^https?:\/\/json-schema\.org\/(?:draft\/2020-12|draft\/2019-09|draft-07)\/schema#?$/

/** Most schemas are printed by libraries that name the dialect, and use little of it. */
function withoutDialect(schema: JsonValue): JsonValue {
  if (!isRecord(schema)) return schema
  const { $schema, ...rest } = schema
  return typeof $schema === 'string' && alike.test($schema) ? rest : schema
}
