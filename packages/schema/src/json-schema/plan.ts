import type { Place } from '../json/path.ts'
import type { Check } from './check.ts'
import type { JsonSchemaNode } from './node.ts'

/** A schema node made ready to judge values; built once, from the leaves up. */
export interface Plan {
  /** How many levels of schema there are from here down, this one included. */
  readonly height: number
  /** The `typeof` that a snapshot must have and that is enough; empty where more is asked. */
  readonly typeOf: '' | 'string' | 'number' | 'boolean'
  /** Whether a snapshot is accepted; recurses as deep as the plan is high. */
  readonly accepts: (value: unknown) => boolean
  /** Reports what is wrong with the value itself, and hands its parts on to be checked. */
  readonly check: (value: unknown, place: Place | undefined, check: Check) => void
}

/** Finds the plan of a child, which is always made before that of the node that holds it. */
export type PlanOf = (child: JsonSchemaNode) => Plan

/** The height of a node above some children. */
export function heightAbove(children: Iterable<Plan>): number {
  let height = 0
  for (const child of children) height = Math.max(height, child.height)
  return height + 1
}
