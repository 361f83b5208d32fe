import { signal, type ReadonlySignal } from '@preact/signals'

/** Something that a person is told in passing. */
export interface Toast {
  readonly id: number
  readonly text: string
  /** Trouble is what a person wanted and did not get; a warning is of what nobody here did. */
  readonly kind: 'news' | 'warning' | 'trouble'
}

const shown = signal<readonly Toast[]>([])

/** What is told now, the oldest first. */
export const toasts: ReadonlySignal<readonly Toast[]> = shown

/** For how long each is told; trouble stays until it is closed. In milliseconds. */
export const toastLasts: Readonly<Record<Toast['kind'], number>> = {
  news: 6_000,
  warning: 10_000,
  trouble: Infinity,
}

const most = 3
let last = 0

/** Tells something in passing; it is shown as text. */
export function toast(text: string, kind: Toast['kind'] = 'news'): void {
  const id = ++last
  shown.value = [...shown.peek().filter((each) => each.text !== text), { id, text, kind }].slice(-most)
}

/** Closes one. */
export function closeToast(id: number): void {
  shown.value = shown.peek().filter((each) => each.id !== id)
}
