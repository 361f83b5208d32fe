import { printPath, type PathStep } from '../json/path.ts'
import { JsonSchemaError } from '../json-schema/errors.ts'

/** Where a node stands in an author's schema: linked to the outside, so that a path is built only to be shown. */
export interface Place {
  readonly outer?: Place
  /** The key or index under which it stands; for the outermost, the name of the whole. */
  readonly step: PathStep
}

/** The place as messages name it: `parameters.filter.properties.path`. */
function pathOf(place: Place, further: readonly PathStep[]): string {
  const steps: PathStep[] = []
  let at = place
  for (; at.outer !== undefined; at = at.outer) steps.push(at.step)
  return printPath([...steps.toReversed(), ...further], String(at.step))
}

/**
 * A mistake in an author's schema.
 * @param place - the node.
 * @param problem - what is wrong with it and how to mend it.
 * @param key - the entry of the node that is wrong, if it is not the node itself.
 */
export function authorError(place: Place, problem: string, ...key: readonly PathStep[]): JsonSchemaError {
  return new JsonSchemaError([`${pathOf(place, key)} ${problem}`])
}
