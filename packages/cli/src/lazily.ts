/** Something that is made when it is first needed. */
export interface Lazy<T> {
  /** Makes it the first time; the same from then on. */
  readonly get: () => T
  /** Ends it where it was made. Where that failed there is nothing to end, and whoever wanted it was told. */
  readonly close: (end: (made: Awaited<T>) => Promise<void>) => Promise<void>
}

/** @param make - called once at most, unless it throws; a promise counts as made, whatever becomes of it. */
export function lazily<T>(make: () => T): Lazy<T> {
  let kept: { readonly made: T } | undefined
  return {
    get: () => (kept ??= { made: make() }).made,
    close: async (end) => {
      if (kept === undefined) return
      const [settled] = await Promise.allSettled([kept.made])
      if (settled.status === 'fulfilled') await end(settled.value)
    },
  }
}
