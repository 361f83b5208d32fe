/** Units that are compared at once, which is much faster where much is the same. */
const stretch = 4096

/** How many units of two texts are the same from these places on, at most `most`. */
export function sameAhead(a: string, aStart: number, b: string, bStart: number, most: number): number {
  let same = 0
  const alike = (length: number): boolean =>
    a.slice(aStart + same, aStart + same + length) === b.slice(bStart + same, bStart + same + length)
  while (same + stretch <= most && alike(stretch)) same += stretch
  while (same < most && a.charCodeAt(aStart + same) === b.charCodeAt(bStart + same)) same += 1
  return same
}

/** How many units of two texts are the same before these places, at most `most`. */
export function sameBehind(a: string, aEnd: number, b: string, bEnd: number, most: number): number {
  let same = 0
  const alike = (length: number): boolean =>
    a.slice(aEnd - same - length, aEnd - same) === b.slice(bEnd - same - length, bEnd - same)
  while (same + stretch <= most && alike(stretch)) same += stretch
  while (same < most && a.charCodeAt(aEnd - same - 1) === b.charCodeAt(bEnd - same - 1)) same += 1
  return same
}
