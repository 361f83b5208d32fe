import type { JsonObject, JsonValue } from '@millrace/schema'
import { hidesSomething } from './visible.ts'

/** What there is to know of a foreign schema before it is used. */
export interface SchemaSurvey {
  /** Levels of objects and lists; one more than was asked about where there are more. */
  readonly depth: number
  /** Objects and lists that are no data. */
  readonly parts: number
  /** References that lead out of the document, or to nothing in it; each once. */
  readonly dangling: readonly string[]
  /** UTF-16 units of its names and texts, and a few for each part. */
  readonly units: number
  /** Whether any text in it, a name of a property too, has hidden characters. */
  readonly hidden: boolean
}

/** What a value within a schema is: a schema or a list of such, schemas by names that may be any, or no schema at all. */
export type Part = 'schema' | 'named' | 'data'

const partsUnder: ReadonlyMap<string, Part> = new Map<string, Part>([
  ...['const', 'enum', 'default', 'examples'].map((key) => [key, 'data'] as const),
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'].map(
    (key) => [key, 'named'] as const,
  ),
])

/** What stands under a key of a part; each entry of a list goes by the key `''`. */
export function partUnder(part: Part, key: string): Part {
  if (part === 'schema') return partsUnder.get(key) ?? 'schema'
  // A name is no keyword, whatever it is.
  return part === 'named' ? 'schema' : 'data'
}

/** Looks at a schema once, level by level, and no deeper than it has to. */
export function surveySchema(root: JsonObject, deepest: number): SchemaSurvey {
  const references = new Set<string>()
  const anchors = new Set<string>()
  const ids = new Set<string>()
  let hidden = false
  let units = 0
  let depth = 0
  let parts = 0
  let level: { readonly node: JsonValue; readonly part: Part }[] = [{ node: root, part: 'schema' }]
  while (level.length > 0 && depth <= deepest) {
    depth += 1
    const next: typeof level = []
    for (const { node, part } of level) {
      if (part !== 'data') parts += 1
      for (const [key, value] of entriesOf(node)) {
        units += key.length + (typeof value === 'string' ? value.length : 0) + 4
        hidden ||= hidesSomething(key) || (typeof value === 'string' && hidesSomething(value))
        if (typeof value === 'object' && value !== null)
          next.push({ node: value, part: partUnder(part, key) })
        else if (typeof value === 'string' && part === 'schema')
          note(key, value, { references, anchors, ids })
      }
    }
    level = next
  }
  const dangling = [...references].filter((reference) => !leadsSomewhere(reference, root, anchors, ids))
  return { depth, parts, dangling, units, hidden }
}

function entriesOf(node: JsonValue): Iterable<[string, JsonValue]> {
  if (Array.isArray(node)) return node.map((part): [string, JsonValue] => ['', part])
  return Object.entries(node as JsonObject)
}

interface Names {
  readonly references: Set<string>
  readonly anchors: Set<string>
  readonly ids: Set<string>
}

function note(key: string, value: string, { references, anchors, ids }: Names): void {
  if (key === '$ref') references.add(value)
  else if (key === '$anchor' || key === '$dynamicAnchor') anchors.add(value)
  else if (key === '$id' || key === 'id') {
    const fragment = /^#(.+)$/.exec(value)?.[1]
    if (fragment === undefined) ids.add(value.replace(/#$/, ''))
    // As drafts before 2019-09 named places.
    else anchors.add(fragment)
  }
}

function leadsSomewhere(
  reference: string,
  root: JsonObject,
  anchors: Set<string>,
  ids: Set<string>,
): boolean {
  const at = reference.indexOf('#')
  const document = at < 0 ? reference : reference.slice(0, at)
  const fragment = at < 0 ? '' : reference.slice(at + 1)
  // A pointer into a part with a name of its own is for the validator to follow.
  if (document !== '') return ids.has(document)
  if (fragment === '') return true
  if (!fragment.startsWith('/')) return anchors.has(fragment)
  return ids.size > 0 || hasPlace(root, fragment)
}

function hasPlace(root: JsonValue, pointer: string): boolean {
  let found: JsonValue | undefined = root
  for (const step of pointer.split('/').slice(1)) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return false
    found = (found as JsonObject)[key]
  }
  return found !== undefined
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return step
  }
}
