import { createScanner } from 'jsonc-parser'

/** Settings nest seven deep; the parser follows brackets by calling itself. */
const deepest = 64

const opening = new Set<number>([1, 3])
const closing = new Set<number>([2, 4])
const endOfText = 17

/** Where brackets nest deeper than any settings do, so that the parser need not follow them. */
export function nestingProblem(
  text: string,
): { readonly offset: number; readonly problem: string } | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  for (let kind: number = scanner.scan(); kind !== endOfText; kind = scanner.scan()) {
    if (opening.has(kind) && ++depth > deepest) {
      return { offset: scanner.getTokenOffset(), problem: `brackets nest deeper than ${deepest}` }
    }
    if (closing.has(kind)) depth--
  }
  return undefined
}
