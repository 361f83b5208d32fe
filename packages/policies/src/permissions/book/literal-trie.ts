interface Node<T> {
  readonly items: T[]
  readonly children: Map<string, Node<T>>
}

const emptyNode = <T>(): Node<T> => ({ items: [], children: new Map() })

/** Things by the texts that they begin with, so that finding them costs as much as they are long, however many. */
export class LiteralTrie<T> {
  private readonly top: Node<T> = emptyNode()

  /** Adds a thing behind all of these texts. */
  add(keys: readonly string[], item: T): void {
    let node = this.top
    for (const key of keys) {
      let child = node.children.get(key)
      if (child === undefined) node.children.set(key, (child = emptyNode()))
      node = child
    }
    node.items.push(item)
  }

  /** Tells of everything whose texts the given ones begin with. */
  along(keys: readonly string[], found: (item: T) => void): void {
    let node: Node<T> | undefined = this.top
    for (let at = 0; node !== undefined; at++) {
      for (const item of node.items) found(item)
      const key = keys[at]
      node = key === undefined ? undefined : node.children.get(key)
    }
  }
}
