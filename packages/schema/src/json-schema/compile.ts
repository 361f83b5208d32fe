import { Capture } from '../json/capture.ts'
import { isSnapshot, snapshotJsonValue } from '../json/snapshot.ts'
import type { JsonValue } from '../json/value.ts'
import { acceptsValue, explainValue } from './check.ts'
import { kindOf } from './kinds.ts'
import type { JsonSchemaNode } from './node.ts'
import type { Plan } from './plan.ts'

/** A schema made ready once, to judge any number of values. */
export interface CompiledSchema {
  /** The schema, snapshotted and deeply frozen. */
  readonly schema: JsonSchemaNode
  /** Whether a snapshot is accepted; of any other value nothing would be checked for loss. */
  readonly accepts: (value: JsonValue) => boolean
  /**
   * Why a value is refused, one line each, or nothing when it is accepted. Takes any value, looks at each of its
   * properties once, and never throws.
   *
   * @param path - what stands before every path; without it the root is called `arguments`.
   */
  readonly violations: (value: unknown, path?: string) => string[]
}

/** What was compiled before, by the schema itself: only schemas that cannot change are kept. */
const compiled = new WeakMap<object, CompiledSchema>()

/**
 * Makes a schema ready to judge values. The cost of judging is linear in the value, and depth is limited by
 * memory alone.
 *
 * @param schema - a schema that `assertSupportedJsonSchema` found legal; a snapshot is compiled only once.
 * @throws JsonSchemaError for a type that does not exist.
 */
export function compileJsonSchema(schema: JsonSchemaNode): CompiledSchema {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const fixed = snapshotJsonValue(schema) as JsonSchemaNode
  const fresh = compile(fixed)
  compiled.set(fixed, fresh)
  return fresh
}

/**
 * Why a value does not match a schema, one line each, or nothing when it does; see
 * {@link CompiledSchema.violations}.
 */
export function validateJsonSchemaValue(schema: JsonSchemaNode, value: unknown, path?: string): string[] {
  return compileJsonSchema(schema).violations(value, path)
}

function compile(schema: JsonSchemaNode): CompiledSchema {
  const plan = planOf(schema)
  const accepts = (value: unknown): boolean => acceptsValue(plan, value)
  return Object.freeze({
    schema,
    accepts,
    violations(value: unknown, path = ''): string[] {
      if (isSnapshot(value)) return accepts(value) ? [] : explainValue(plan, value, path)
      const capture = new Capture(value, true)
      if (capture.lossless && accepts(capture.value)) return []
      return explainValue(plan, capture.value, path, capture)
    },
  })
}

/** Plans a schema from the leaves up, without recursion; a node that stands in two places is planned once. */
function planOf(schema: JsonSchemaNode): Plan {
  const plans = new Map<JsonSchemaNode, Plan>()
  const waiting = [schema]
  for (let node = waiting.at(-1); node !== undefined; node = waiting.at(-1)) {
    const kind = kindOf(node)
    const missing = plans.has(node) ? [] : kind.children(node).filter((child) => !plans.has(child))
    for (const child of missing) waiting.push(child)
    if (missing.length > 0) continue
    if (!plans.has(node)) {
      const plan = kind.plan(node, (child) => plans.get(child) as Plan)
      plans.set(node, plan)
    }
    waiting.pop()
  }
  return plans.get(schema) as Plan
}
