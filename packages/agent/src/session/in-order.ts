/**
 * What an act gives for each item, in the order of the items, while those that come next are under way already.
 *
 * @param limit - how many are under way at most.
 */
export async function* inOrder<T, R>(
  items: readonly T[],
  limit: number,
  act: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const under: Promise<R>[] = []
  try {
    for (const item of items) {
      under.push(quietly(act(item)))
      if (under.length >= limit) yield await (under.shift() as Promise<R>)
    }
    while (under.length > 0) yield await (under.shift() as Promise<R>)
  } finally {
    await Promise.allSettled(under)
  }
}

/** The same promise; that it fails is heard when its turn comes. */
function quietly<R>(promise: Promise<R>): Promise<R> {
  promise.catch(() => {})
  return promise
}
