import type { JsonValue, ToolSchema } from '@millrace/protocol'
import { canonicalJson } from '@millrace/schema'
import { transportName, type ToolSelection } from '@millrace/tools'
import { estimatedTokens } from './token-estimate.ts'

/** What decides over the tools of requests. */
export interface SelectionBudget {
  readonly tokens: number
  readonly pinned: readonly string[]
  /** The tool that searches the others. */
  readonly search: string
}

/** A request as it was last asked for, and what it carries. */
interface Answer {
  readonly schemas: readonly ToolSchema[]
  readonly loaded: readonly string[]
  readonly offered: readonly ToolSchema[]
}

const sizes = new WeakMap<ToolSchema, number>()

/**
 * Requests carry every tool but the search as long as all of them are within the budget. Beyond it they carry the search, the
 * pinned ones, and of those that were searched for the ones found last, as far as they are within it; a transport as ever.
 */
export function budgetedSelection(budget: SelectionBudget): ToolSelection {
  const answers = new WeakMap<object, Answer>()
  const global = {}
  return {
    offer(schemas, { scope, mode, loaded }) {
      if (mode === 'code') return schemas
      const key = scope ?? global
      const names = [...loaded]
      const last = answers.get(key)
      if (last !== undefined && same(last.schemas, schemas) && same(last.loaded, names)) return last.offered
      const chosen = choose(budget, schemas, names)
      // The same choice is the same array, whatever else has changed.
      const offered = last !== undefined && same(last.offered, chosen) ? last.offered : chosen
      answers.set(key, { schemas: [...schemas], loaded: names, offered })
      return offered
    },
  }
}

function choose(
  { tokens, pinned, search }: SelectionBudget,
  schemas: readonly ToolSchema[],
  loaded: readonly string[],
): readonly ToolSchema[] {
  const tools = schemas.filter(({ name }) => name !== search)
  if (tools.reduce((sum, schema) => sum + tokensOf(schema), 0) <= tokens) return Object.freeze(tools)
  // Who cannot search would never find what is left out.
  if (tools.length === schemas.length) return schemas
  const byName = new Map(tools.map((schema) => [schema.name, schema]))
  const chosen = new Set<string>([search, transportName, ...pinned])
  let left = tokens - [...chosen].reduce((sum, name) => sum + tokensOf(byName.get(name)), 0)
  for (const name of loaded.toReversed()) {
    const schema = byName.get(name)
    if (schema === undefined || chosen.has(name)) continue
    left -= tokensOf(schema)
    if (left < 0) break
    chosen.add(name)
  }
  return Object.freeze(schemas.filter(({ name }) => chosen.has(name)))
}

/** Schemas are frozen and live as long as their tools, so each is measured once. */
function tokensOf(schema: ToolSchema | undefined): number {
  if (schema === undefined) return 0
  const known = sizes.get(schema)
  if (known !== undefined) return known
  const { name, description, parameters } = schema
  const size = estimatedTokens(canonicalJson({ name, description, parameters } as unknown as JsonValue))
  sizes.set(schema, size)
  return size
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((each, at) => each === other[at]))
}
