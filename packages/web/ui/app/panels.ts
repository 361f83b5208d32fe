import { computed, signal, type ReadonlySignal } from '@preact/signals'

/** Whether a media query holds, now and later. */
function holds(query: string): ReadonlySignal<boolean> {
  const media = window.matchMedia(query)
  const found = signal(media.matches)
  media.addEventListener('change', () => (found.value = media.matches))
  return found
}

/** The sessions are a drawer on screens that are narrower. */
export const isNarrow: ReadonlySignal<boolean> = holds('(max-width: 52rem)')

/** The details lie over the session on screens that are narrower. */
export const isTight: ReadonlySignal<boolean> = holds('(max-width: 76rem)')

const drawer = signal(false)
const details = signal(false)

/** Whether the drawer with the sessions is open; on wide screens they are always there. */
export const drawerOpen: ReadonlySignal<boolean> = computed(() => isNarrow.value && drawer.value)

/** Whether the details of the focused call are open. */
export const detailsOpen: ReadonlySignal<boolean> = details

/** Opens or closes the drawer with the sessions. */
export function showDrawer(open: boolean): void {
  drawer.value = open
}

/** Opens or closes the details. */
export function showDetails(open: boolean): void {
  details.value = open
}
