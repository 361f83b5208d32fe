import type { Found, Legality } from './legality.ts'
import type { JsonSchemaNode } from './node.ts'
import type { Plan, PlanOf } from './plan.ts'

/** One kind of schema node with its three faces, which stand together so that they cannot drift apart. */
export interface NodeKind {
  /** The constraining keywords that may stand in such a node, beside `type` or `oneOf`. */
  readonly keywords: readonly string[]
  /** Is it legal? Notes every violation among the node's own keywords. */
  readonly legal: (node: Found, legality: Legality) => void
  /** The nodes inside a legal one. */
  readonly children: (node: JsonSchemaNode) => readonly JsonSchemaNode[]
  /** What does it compile to, and what does it accept? */
  readonly plan: (node: JsonSchemaNode, planOf: PlanOf) => Plan
}
