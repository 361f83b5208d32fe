/** Code points from the first to the second of each pair, sorted, without overlaps, and never a line feed. */
export type CharacterSet = readonly (readonly [low: number, high: number])[]

const lineFeed = 0x0a
const highest = 0x10ffff

/** Every character that a line may hold. */
export const anyCharacter: CharacterSet = [
  [0, lineFeed - 1],
  [lineFeed + 1, highest],
]

/** The characters of these ranges, in any order. */
export function characters(ranges: CharacterSet): CharacterSet {
  const sorted = [...ranges].sort(([a], [b]) => a - b)
  const joined: [number, number][] = []
  for (const [low, high] of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high)
    else joined.push([low, high])
  }
  return without(joined, lineFeed)
}

/** A set without one character. */
export function without(set: CharacterSet, codePoint: number): CharacterSet {
  return set.flatMap(([low, high]): [number, number][] => {
    if (codePoint < low || codePoint > high) return [[low, high]]
    const parts: [number, number][] = [
      [low, codePoint - 1],
      [codePoint + 1, high],
    ]
    return parts.filter(([from, to]) => from <= to)
  })
}

/** Every character that is not in the set. */
export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = []
  let from = 0
  for (const [low, high] of set) {
    if (low > from) gaps.push([from, low - 1])
    from = high + 1
  }
  if (from <= highest) gaps.push([from, highest])
  return without(gaps, lineFeed)
}

/** Whether a set holds a character. */
export function holds(set: CharacterSet, codePoint: number): boolean {
  return set.some(([low, high]) => codePoint >= low && codePoint <= high)
}

/**
 * The set with both cases of each ASCII letter in it, and the two characters beyond ASCII that stand for one of them
 * where case does not matter: the long s and the Kelvin sign. Undefined where it holds others beyond ASCII, whose
 * cases depend on the version of Unicode.
 */
export function bothCases(set: CharacterSet): CharacterSet | undefined {
  if (set.some(([, high]) => high > 0x7f)) return undefined
  const more: [number, number][] = []
  for (const [low, high] of set) {
    for (let codePoint = low; codePoint <= high; codePoint += 1) {
      if (!/[A-Za-z]/.test(String.fromCodePoint(codePoint))) continue
      more.push([codePoint ^ 0x20, codePoint ^ 0x20])
    }
  }
  const both = characters([...set, ...more])
  if (holds(both, 0x73)) more.push([0x17f, 0x17f])
  if (holds(both, 0x6b)) more.push([0x212a, 0x212a])
  return characters([...both, ...more])
}
