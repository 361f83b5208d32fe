const empty: object = {}

/** Whether somebody gave every object an enumerable property, so that a missing key may seem to be there. */
export function isPolluted(): boolean {
  for (const _ in empty) return true
  return false
}
