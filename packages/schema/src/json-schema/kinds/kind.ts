import type { JsonSchemaNode } from '../node.ts'
import type { NodeReader } from '../node-reader.ts'
import type { Plan } from '../plan.ts'

/** The three faces of one kind of node, on one screen so that they cannot drift apart. */
export interface Kind {
  /** The constraint keywords that may stand in it. */
  readonly keywords: readonly string[]
  /** Is the node legal? Reports every problem of its own and names the nodes inside it. */
  legal(reader: NodeReader): void
  /** What it compiles to: what it accepts, and why it refuses the rest. `planOf` gives the plans of its parts. */
  compile(node: JsonSchemaNode, planOf: (part: JsonSchemaNode) => Plan): Plan
}
