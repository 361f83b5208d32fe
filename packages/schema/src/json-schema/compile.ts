import { isSnapshot, snapshotJsonValue } from '../json/snapshot.ts'
import type { JsonValue } from '../json/value.ts'
import { isShallow } from './height.ts'
import { kindOf } from './kinds/index.ts'
import type { JsonSchemaNode } from './node.ts'
import { runCheck, type Plan } from './plan.ts'

/** A schema made ready once, to judge any number of values. */
export interface CompiledSchema {
  /** The schema, snapshotted and deeply frozen. */
  readonly schema: JsonSchemaNode
  /** Whether the value is accepted. Only for values that this package snapshotted: nothing is checked for loss. */
  accepts(value: JsonValue): boolean
  /** Why the value is refused, one line each; empty when it is accepted. Takes anything, never throws. */
  violations(value: unknown, path?: string): string[]
}

const compiled = new WeakMap<object, CompiledSchema>()

/**
 * Makes a schema of the enforced subset ready: closures, no generated code. The schema has passed
 * `assertSupportedJsonSchema`. The same frozen schema is compiled once.
 * @throws on a schema that was forged past that check.
 */
export function compileJsonSchema(schema: JsonSchemaNode): CompiledSchema {
  const frozen = snapshotJsonValue(schema) as JsonSchemaNode
  const cached = compiled.get(frozen)
  if (cached !== undefined) return cached
  const fresh = compileFrozen(frozen)
  compiled.set(frozen, fresh)
  return fresh
}

/**
 * Why a value is refused by a schema of the enforced subset, one line each: missing properties first, then
 * what is inside, then undeclared keys. `path` names the value; without it, it is called `arguments`.
 */
export function validateJsonSchemaValue(schema: JsonSchemaNode, value: unknown, path?: string): string[] {
  return compileJsonSchema(schema).violations(value, path)
}

function compileFrozen(schema: JsonSchemaNode): CompiledSchema {
  const root = planFor(schema)
  const explain = (value: unknown, path: string): readonly string[] =>
    runCheck(root.check(value, { place: undefined, root: path }))
  const accepts = isShallow(schema)
    ? (value: JsonValue) => root.accepts(value)
    : (value: JsonValue) => explain(value, '').length === 0
  return {
    schema,
    accepts,
    violations: (value, path = '') => (isSnapshot(value) && accepts(value) ? [] : [...explain(value, path)]),
  }
}

/** A plan that is filled in once its node's turn comes; its parts may be used before. */
class LatePlan implements Plan {
  accepts!: Plan['accepts']
  check!: Plan['check']
}

/** Plans of a schema and of everything inside it, without recursion. */
function planFor(schema: JsonSchemaNode): Plan {
  const plans = new Map<JsonSchemaNode, LatePlan>()
  const waiting: JsonSchemaNode[] = []
  const planOf = (node: JsonSchemaNode): LatePlan => {
    const known = plans.get(node)
    if (known !== undefined) return known
    const plan = new LatePlan()
    plans.set(node, plan)
    waiting.push(node)
    return plan
  }
  const root = planOf(schema)
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    Object.assign(planOf(node), kindOf(node).compile(node, planOf))
  }
  return root
}
