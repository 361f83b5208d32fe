import type { TextChange } from './text-change.ts'

/** Places that are named. */
const mostNamed = 10

/** Where a text changed, by the numbers that the lines have now, as in `lines 3-5, 9`. */
export function changedPlaces({ changedLines }: TextChange): string {
  const places = changedLines.slice(0, mostNamed).map(({ newLine, newCount }) => {
    if (newCount === 0) return `before ${newLine}`
    return newCount === 1 ? `${newLine}` : `${newLine}-${newLine + newCount - 1}`
  })
  const more = changedLines.length > mostNamed ? ' and more' : ''
  const isOne = changedLines.length === 1 && changedLines[0]?.newCount === 1
  return `${isOne ? 'line' : 'lines'} ${places.join(', ')}${more}`
}
