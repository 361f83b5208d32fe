import { computed, signal } from '@preact/signals'
import { store, stored } from '../../kit/stored.ts'

/** How changes are shown: in one column, or the old lines beside the new ones. */
export type DiffLook = 'inline' | 'split'

const kept = 'diff'
const chosen = signal<DiffLook>(stored(kept) === 'split' ? 'split' : 'inline')

/** Two columns have no room on such a screen. */
const narrow = matchMedia('(max-width: 720px)')
const isNarrow = signal(narrow.matches)
narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches
})

/** How changes are shown now. */
export const diffLook = computed<DiffLook>(() => (isNarrow.value ? 'inline' : chosen.value))

/** Whether there is room for a choice. */
export const canSplit = computed(() => !isNarrow.value)

/** Shows changes in another way from now on, and when the page is opened again. */
export function lookAtDiffs(look: DiffLook): void {
  chosen.value = look
  store(kept, look)
}
