import type { ToolDefinition } from '@millrace/tools'
import { ToolCatalogue } from './tool-catalogue.ts'

/** Catalogues of arrays that were seen, so that equal ones share an index. */
const byArray = new WeakMap<readonly ToolDefinition[], ToolCatalogue>()
const mostRecent = 8
const recent: WeakRef<ToolCatalogue>[] = []

/**
 * What can be found among definitions: of one array always the same catalogue, and of one with the same definitions in the
 * same order, too. Give it what `toolDefinitions` says of a scope, and nothing is found that the scope does not see.
 */
export function catalogueOf(definitions: readonly ToolDefinition[]): ToolCatalogue {
  const known = byArray.get(definitions)
  if (known !== undefined) return known
  const catalogue = equalTo(definitions) ?? remembered(new ToolCatalogue(definitions))
  byArray.set(definitions, catalogue)
  return catalogue
}

function equalTo(definitions: readonly ToolDefinition[]): ToolCatalogue | undefined {
  for (const reference of recent) {
    const catalogue = reference.deref()
    if (catalogue?.isOf(definitions) === true) return catalogue
  }
  return undefined
}

function remembered(catalogue: ToolCatalogue): ToolCatalogue {
  recent.unshift(new WeakRef(catalogue))
  recent.length = Math.min(recent.length, mostRecent)
  return catalogue
}
