/** One of the shapes that a crash may leave, and what happened, in words. */
export interface Variant<T> {
  readonly title: string
  readonly value: T
}

/** Shapes by number, each made when it is asked for. */
export interface Variants<T> {
  readonly count: number
  /** The number of the one in which nothing was lost. */
  readonly whole: number
  at(index: number): Variant<T>
}

/** A part of them. */
export interface VariantFamily<T> {
  readonly count: number
  at(index: number): Variant<T>
}

/** Families one after the other. @param whole - the number, over all of them, of the one in which nothing was lost. */
export function joined<T>(families: readonly VariantFamily<T>[], whole: number): Variants<T> {
  const present = families.filter(({ count }) => count > 0)
  return {
    count: present.reduce((sum, { count }) => sum + count, 0),
    whole,
    at(index) {
      let left = index
      for (const family of present) {
        if (left < family.count) return family.at(left)
        left -= family.count
      }
      throw new RangeError(`there is no variant ${index}`)
    },
  }
}

/** A family over parts that each have some variants of their own, such as the places where each of several writes can be cut. */
export function overParts<P, T>(
  parts: readonly P[],
  countOf: (part: P, index: number) => number,
  at: (part: P, index: number, inner: number) => Variant<T>,
): VariantFamily<T> {
  const members = parts.map((part, index): VariantFamily<T> => ({
    count: countOf(part, index),
    at: (inner) => at(part, index, inner),
  }))
  return joined(members, 0)
}
