import { signal, type ReadonlySignal } from '@preact/signals'

/** Something that a person is told in passing. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'news' | 'trouble'
}

const shown = signal<readonly Toast[]>([])

/** What is told now, the oldest first. */
export const toasts: ReadonlySignal<readonly Toast[]> = shown

/** Trouble stays until it is closed. */
const newsLasts = 6_000
const most = 4
let last = 0

/** Tells something in passing; it is shown as text. */
export function toast(text: string, kind: Toast['kind'] = 'news'): void {
  const id = ++last
  shown.value = [...shown.peek().filter((each) => each.text !== text), { id, text, kind }].slice(-most)
  if (kind === 'news') setTimeout(() => closeToast(id), newsLasts)
}

/** Closes one. */
export function closeToast(id: number): void {
  shown.value = shown.peek().filter((each) => each.id !== id)
}
