/** At most so many places are marked at once. */
const most = 2_000

/** Elements in which the text of a line goes on. */
const inline: ReadonlySet<string> = new Set(['A', 'B', 'CODE', 'DEL', 'EM', 'I', 'SPAN', 'STRONG'])

/** Where the words are within an element, in the order of reading; a line that consists of several elements is one text. */
export function rangesIn(element: Element, sought: RegExp): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let nodes: Text[] = []
  let line: Element | null = null
  const close = (): void => {
    if (nodes.length > 0) ranges.push(...rangesAmong(nodes, sought, most - ranges.length))
    nodes = []
  }
  for (let node = walker.nextNode(); node instanceof Text && ranges.length < most; node = walker.nextNode()) {
    const own = lineOf(node)
    if (own !== line) close()
    line = own
    nodes.push(node)
  }
  close()
  return ranges
}

/** The element that a text is a line of, or stands in a line of. */
function lineOf(node: Text): Element | null {
  let element = node.parentElement
  while (element !== null && inline.has(element.tagName) && !element.classList.contains('line'))
    element = element.parentElement
  return element
}

function rangesAmong(nodes: readonly Text[], sought: RegExp, room: number): Range[] {
  const text = nodes.map(({ data }) => data).join('')
  const ranges: Range[] = []
  sought.lastIndex = 0
  for (const { 0: found, index } of text.matchAll(sought)) {
    if (ranges.length >= room) break
    const range = document.createRange()
    const [start, end] = [placeAt(nodes, index, false), placeAt(nodes, index + found.length, true)]
    range.setStart(start.node, start.offset)
    range.setEnd(end.node, end.offset)
    ranges.push(range)
  }
  return ranges
}

/** The node that holds a place of the joined text. @param isEnd - whether the end of a node is still within it. */
function placeAt(nodes: readonly Text[], at: number, isEnd: boolean): { node: Text; offset: number } {
  let left = at
  for (const node of nodes) {
    if (left < node.length || (isEnd && left === node.length)) return { node, offset: left }
    left -= node.length
  }
  const last = nodes.at(-1)!
  return { node: last, offset: last.length }
}

/** Marks places, without a change of the page; a browser that cannot marks nothing. The rows that were found still are told. */
export function mark(name: 'found' | 'found-here', ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}
