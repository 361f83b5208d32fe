import type { CodeBlock, Line } from '@millrace/cards'

/** One line of one side; its number is absent where nobody knows its place. */
export interface SideLine {
  readonly line: Line
  readonly kind: 'same' | 'removed' | 'added'
  readonly number?: number
}

/** What stands beside each other; a side is empty where nothing of it does. */
export interface SidePair {
  readonly before?: SideLine
  readonly after?: SideLine
}

/** The lines of a stretch of a diff, the old ones beside the new ones that took their place. */
export function diffSides({ lines, header }: CodeBlock): SidePair[] {
  const pairs: SidePair[] = []
  const numbers = numbersIn(header)
  let removed: SideLine[] = []
  let added: SideLine[] = []
  const close = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      pairs.push(pairOf(removed[at], added[at]))
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.sign === '-') removed.push(numbered(line, 'removed', numbers?.before()))
    else if (line.sign === '+') added.push(numbered(line, 'added', numbers?.after()))
    else if (line.sign === ' ') {
      close()
      pairs.push({
        before: numbered(line, 'same', numbers?.before()),
        after: numbered(line, 'same', numbers?.after()),
      })
    } else if (added.length > 0) added.push(numbered(line, 'added', undefined))
    else if (removed.length > 0) removed.push(numbered(line, 'removed', undefined))
    else pairs.push({ before: { line, kind: 'same' }, after: { line, kind: 'same' } })
  }
  close()
  return pairs
}

function pairOf(before: SideLine | undefined, after: SideLine | undefined): SidePair {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

function numbered(line: Line, kind: SideLine['kind'], number: number | undefined): SideLine {
  return { line, kind, ...(number !== undefined && { number }) }
}

/** Counts the lines of both sides from where the header of the stretch says that they begin. */
function numbersIn(header: string | undefined): { before(): number; after(): number } | undefined {
  const [, first, second] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header ?? '') ?? []
  if (first === undefined || second === undefined) return undefined
  let before = Number(first)
  let after = Number(second)
  return { before: () => before++, after: () => after++ }
}
