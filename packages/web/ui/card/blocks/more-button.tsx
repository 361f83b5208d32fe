import { cardWords } from '../words.ts'
import type { More } from './use-more.ts'

/** `show 200 more of 9,000`; nothing where all are shown. */
export function MoreButton({ next, left, more }: More) {
  if (left === 0) return null
  return (
    <button type="button" class="fold" onClick={more}>
      {cardWords.value.more(next, left)}
    </button>
  )
}
