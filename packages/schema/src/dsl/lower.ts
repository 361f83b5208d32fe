import type { JsonSchemaNode } from '../json-schema/node.ts'
import { authorError, type Place } from './place.ts'
import { readArray, readNode, readRecord, type AuthorNode } from './read-node.ts'

/** A part of the author's schema that is still to be read, and what to do with its node once it is there. */
interface Pending {
  readonly spec: unknown
  readonly place: Place
  /** Whether it is a property of a map, where `required` has a meaning. */
  readonly property: boolean
  readonly attach: (node: JsonSchemaNode) => void
}

/** A finished container, left on the stack so that the walk knows what it stands inside of. */
interface Leaving {
  readonly left: object
}

/** A node that was read before: an author may use one object in several places. */
interface Known {
  readonly node: JsonSchemaNode
  readonly required: boolean
}

/**
 * One walk over an author's schema, depth first and in its own order, without recursion: it stops at the
 * first mistake, and a schema nested thousands of levels deep takes no more stack than a flat one.
 */
class Lowering {
  readonly #stack: (Pending | Leaving)[] = []
  /** The containers around the node that is being read. */
  readonly #around = new Set<unknown>()
  readonly #known = new Map<unknown, Known>()

  node(spec: unknown, place: Place): JsonSchemaNode {
    let root: JsonSchemaNode = {}
    this.#visit({ spec, place, property: false, attach: (node) => (root = node) })
    this.#drain()
    return root
  }

  map(spec: unknown, place: Place): JsonSchemaNode & { type: 'object' } {
    const node: JsonSchemaNode & { type: 'object' } = { type: 'object' }
    this.#around.add(spec)
    this.#push(this.#properties(node, spec, place))
    this.#drain()
    return node
  }

  #drain(): void {
    for (let next = this.#stack.pop(); next !== undefined; next = this.#stack.pop()) {
      if ('left' in next) this.#around.delete(next.left)
      else this.#visit(next)
    }
  }

  #visit({ spec, place, property, attach }: Pending): void {
    if (this.#around.has(spec)) throw authorError(place, 'is circular: a schema cannot contain itself')
    const known = this.#known.get(spec)
    if (known !== undefined && (property || !known.required)) return attach(known.node)
    const { kind, entries } = readNode(spec, place, property)
    const node: JsonSchemaNode = {}
    this.#known.set(spec, { node, required: entries.has('required') })
    this.#around.add(spec)
    this.#stack.push({ left: spec as object })
    this.#push(this.#fill(node, kind, entries, place))
    attach(node)
  }

  /** Copies what a node says itself, and returns the nodes that stand in it. */
  #fill(
    node: JsonSchemaNode,
    kind: AuthorNode['kind'],
    entries: AuthorNode['entries'],
    place: Place,
  ): Pending[] {
    const inner: Pending[] = []
    for (const [key, value] of entries) {
      if (key === 'properties') {
        const properties = this.#properties(node, value, { outer: place, step: key })
        for (const property of properties) inner.push(property)
      } else if (key === 'items') {
        const at = { outer: place, step: key }
        inner.push({ spec: value, place: at, property: false, attach: (items) => (node.items = items) })
      } else if (key === 'oneOf') {
        for (const branch of branches(node, value, place)) inner.push(branch)
      } else if (key !== 'required' && !(key === 'type' && kind === 'json')) put(node, key, value)
    }
    return inner
  }

  #properties(node: JsonSchemaNode, spec: unknown, place: Place): Pending[] {
    const properties: NonNullable<JsonSchemaNode['properties']> = {}
    const required: string[] = []
    node.properties = properties
    const entries = readRecord(spec, place, 'an object of schema nodes by name')
    return [...entries].map(([key, value]): Pending => {
      const at = { outer: place, step: key }
      const attach = (child: JsonSchemaNode): void => {
        put(properties, key, child)
        if (this.#known.get(value)?.required !== true) return
        required.push(key)
        node.required = required
      }
      return { spec: value, place: at, property: true, attach }
    })
  }

  #push(inner: readonly Pending[]): void {
    for (const pending of inner.toReversed()) this.#stack.push(pending)
  }
}

function branches(node: JsonSchemaNode, value: unknown, place: Place): Pending[] {
  const at = { outer: place, step: 'oneOf' }
  const expected = 'an array of at least two schema nodes'
  const specs = readArray(value, at, expected)
  if (specs.length < 2) throw authorError(at, `must be ${expected}`)
  const lowered: JsonSchemaNode[] = []
  node.oneOf = lowered
  return specs.map((spec, index) => ({
    spec,
    place: { outer: at, step: index },
    property: false,
    attach: (branch) => lowered.push(branch),
  }))
}

/** Assignment would set the prototype where the key is `__proto__`. */
function put(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

/**
 * What an author's schema of one value says in the enforced subset, as far as its structure goes; `enum`,
 * `const` and annotations pass unchecked.
 * @throws JsonSchemaError at the first mistake.
 */
export function lowerValue(spec: unknown, name: string): JsonSchemaNode {
  return new Lowering().node(spec, { step: name })
}

/**
 * The same for a parameter map, which becomes an open object.
 * @throws JsonSchemaError at the first mistake.
 */
export function lowerParameters(spec: unknown, name: string): JsonSchemaNode & { type: 'object' } {
  return new Lowering().map(spec, { step: name })
}
