interface List {
  readonly isOrdered: boolean
  number: number
  openItem: string | undefined
}

/** The lists around the present place. Items outside of any are those of a list without an end. */
export class ListStack {
  private readonly lists: List[] = [{ isOrdered: false, number: 1, openItem: undefined }]

  /** The name of the item that is open in the innermost list, not in those around it. */
  get openItem(): string | undefined {
    return this.lists.at(-1)?.openItem
  }

  /** How many lists there are. */
  get depth(): number {
    return this.lists.length - 1
  }

  /** Begins a list. */
  begin(isOrdered: boolean, start: number): void {
    this.lists.push({ isOrdered, number: start, openItem: undefined })
  }

  /** Ends the innermost list. */
  end(): void {
    this.lists.pop()
  }

  /** Begins an item, and answers with what stands before it. */
  beginItem(name: string): string {
    const list = this.lists.at(-1)
    if (list === undefined) return ''
    list.openItem = name
    list.number += 1
    return list.isOrdered ? `${list.number - 1}. ` : '- '
  }

  /** Ends the open item of the innermost list. */
  endItem(): void {
    const list = this.lists.at(-1)
    if (list !== undefined) list.openItem = undefined
  }
}
