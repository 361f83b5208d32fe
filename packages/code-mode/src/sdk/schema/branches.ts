import type { TypeNode } from './type-node.ts'
import type { Allowance } from './allowance.ts'

/** One alternative of a union, and where it stands: by the 1-based positions on the way to it. */
export interface Branch<Place> {
  readonly node: TypeNode
  readonly place: Place
}

/** Whether a union has few alternatives, and no union among them. */
export function isFlat(branches: readonly TypeNode[]): boolean {
  return branches.length <= 8 && branches.every((branch) => branch.oneOf === undefined)
}

/**
 * The alternatives of a union in their order, those of unions inside it among them, at any depth.
 * @param inside - the place of a branch, from the place of its union and its 1-based position.
 */
export function branchesOf<Place>(
  node: TypeNode,
  place: Place,
  allowance: Allowance,
  inside: (place: Place, position: number) => Place,
): readonly Branch<Place>[] {
  const branches: Branch<Place>[] = []
  const waiting: Branch<Place>[] = [{ node, place }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    allowance.node()
    const { oneOf } = next.node
    if (oneOf === undefined) branches.push(next)
    else {
      for (let index = oneOf.length - 1; index >= 0; index--) {
        const branch = oneOf[index]
        if (branch !== undefined) waiting.push({ node: branch, place: inside(next.place, index + 1) })
      }
    }
  }
  return branches
}

/** An array's innermost items, and how many arrays are around them. */
export function innermostItems(
  node: TypeNode,
  allowance: Allowance,
): { readonly items: TypeNode | undefined; readonly depth: number } {
  let items: TypeNode | undefined = node
  let depth = 0
  for (; items?.type === 'array'; items = items.items) {
    allowance.node()
    depth += 1
  }
  return { items, depth }
}
