import { printPath, type PathStep } from '../json/path.ts'

/** Where a part stands, linked to what is around it: a path is printed only when there is something to say. */
export interface Place {
  readonly outer: Place | undefined
  readonly step: PathStep
}

/** The place of a part inside the one at `outer`; `undefined` is the root. */
export function within(outer: Place | undefined, step: PathStep): Place {
  return { outer, step }
}

/** The path of a place below a root, as messages print it. */
export function pathOf(place: Place | undefined, root: string): string {
  const steps: PathStep[] = []
  for (let at = place; at !== undefined; at = at.outer) steps.push(at.step)
  return printPath(steps.reverse(), root)
}
