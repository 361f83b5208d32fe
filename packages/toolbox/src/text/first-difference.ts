/** The first place where two texts differ; the length of the shorter one where that is all there is. */
export function firstDifference(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}
