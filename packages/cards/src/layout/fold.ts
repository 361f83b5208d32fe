/** How many items a folded body keeps. */
export interface Keep {
  readonly head: number
  readonly tail: number
}

/** The items that stay before and after a fold, and how many it hides; a fold never hides just one. */
export interface Folded<T> {
  readonly head: readonly T[]
  readonly hidden: number
  readonly tail: readonly T[]
}

/** Folds a list, unless everything is to be shown. */
export function fold<T>(
  items: readonly T[],
  keep: Keep,
  { expand }: { readonly expand: boolean },
): Folded<T> {
  const hidden = items.length - keep.head - keep.tail
  if (expand || hidden <= 1) return { head: items, hidden: 0, tail: [] }
  return { head: items.slice(0, keep.head), hidden, tail: items.slice(items.length - keep.tail) }
}
