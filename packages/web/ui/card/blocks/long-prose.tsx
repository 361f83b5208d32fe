import type { Tone } from '@millrace/cards'
import { linesShown } from '../prose/lines-shown.ts'
import { cardWords } from '../words.ts'
import { useMore } from './use-more.ts'

/** UTF-16 units that are shown at once. */
const step = { first: 40_000, more: 200_000 }

/** Text that people read, line by line. */
export function LongProse({ lines, tone }: { readonly lines: readonly string[]; readonly tone: Tone }) {
  const text = lines.join('\n')
  const { shown, left, more } = useMore(text.length, step.first, step.more)
  return (
    <>
      <p class={`prose t-${tone}`}>{linesShown(left === 0 ? text : text.slice(0, wholeEnd(text, shown)))}</p>
      {left > 0 && (
        <button type="button" class="fold" onClick={more}>
          {cardWords.value.moreCharacters(left)}
        </button>
      )}
    </>
  )
}

/** The same place, or the one before it where it would cut a character in two. */
function wholeEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? at - 1 : at
}
