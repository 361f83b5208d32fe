/** Things by the texts that they begin with, so that finding them costs as much as they are long, however many. */
export class LiteralTrie<T> {
  private readonly items: T[] = []
  private readonly children = new Map<string, LiteralTrie<T>>()

  /** Adds a thing behind all of these texts. */
  add(keys: readonly string[], item: T): void {
    let node: LiteralTrie<T> = this
    for (const key of keys) {
      let child = node.children.get(key)
      if (child === undefined) node.children.set(key, (child = new LiteralTrie()))
      node = child
    }
    node.items.push(item)
  }

  /** Tells of everything whose texts the given ones begin with. */
  along(keys: readonly string[], found: (item: T) => void): void {
    let node: LiteralTrie<T> | undefined = this
    for (let at = 0; node !== undefined; at++) {
      for (const item of node.items) found(item)
      const key = keys[at]
      node = key === undefined ? undefined : node.children.get(key)
    }
  }
}
