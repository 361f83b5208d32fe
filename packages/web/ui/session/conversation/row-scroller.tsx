import { useRef } from 'preact/hooks'
import type { ConversationState } from './conversation-state.ts'
import { RowView } from './row-view.tsx'
import { useMarks } from './search/use-marks.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useEnd } from './use-end.ts'
import { useVirtualizer } from './use-virtualizer.ts'
import { useWanted } from './use-wanted.ts'
import { conversationWords } from './words.ts'

/** The rows of a conversation. Only those near to what can be seen are there, however many there are. */
export function RowScroller({ state }: { readonly state: ConversationState }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = state.shown.value
  const focusedKey = state.focusedKey.value
  const kept = focusedKey === undefined ? -1 : rows.findIndex(({ key }) => key === focusedKey)
  const isHeld = state.isHeld.value
  const virtualizer = useVirtualizer(scroller, rows, kept, isHeld)
  const end = useEnd(scroller, virtualizer, rows.length, isHeld, state.session.id)
  useWanted(state, scroller, virtualizer)
  useRowKeys(state, scroller)
  useMarks(state, scroller)
  const words = conversationWords.value
  return (
    <div class="conversation-rows">
      <div ref={scroller} class="row-scroller" tabIndex={-1}>
        <div
          class="rows"
          role="feed"
          aria-label={words.conversation}
          aria-busy={state.session.phase.value !== 'whole'}
          style={{ height: `${virtualizer.getTotalSize()}px` }}
        >
          {virtualizer.getVirtualItems().map(({ key, index, start }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              class="row"
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
            >
              <RowView row={rows[index]!} at={index + 1} of={rows.length} />
            </div>
          ))}
        </div>
      </div>
      {!end.isAt && rows.length > 0 && (
        <button type="button" class="to-end" onClick={end.go}>
          ↓ {end.added > 0 ? words.newBelow(end.added) : words.toEnd}
        </button>
      )}
    </div>
  )
}
