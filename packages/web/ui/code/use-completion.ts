import { useSignal, type Signal } from '@preact/signals'
import type { TargetedKeyboardEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { isComposing } from '../kit/is-composing.ts'
import { completionAt, type Choice, type Completion } from './completion.ts'
import { keyEdit } from './key-edit.ts'
import type { SdkEntry } from './sdk-entries.ts'
import { typed } from './typed.ts'

/** A list of choices, and which of them is chosen. */
export interface Offered {
  readonly completion: Completion
  readonly chosen: number
}

/** What completes a program while it is typed. */
export interface Completing {
  readonly offered: Signal<Offered | undefined>
  /** Offers what there is; without a word of a name only where it was asked for. */
  readonly offer: (isAsked: boolean) => void
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => void
  readonly take: (choice: Choice) => void
}

/** Completes what is typed in a field, and gives its keys their meaning. */
export function useCompletion(
  area: { readonly current: HTMLTextAreaElement | null },
  entries: readonly SdkEntry[],
  onRun: () => void,
): Completing {
  const offered = useSignal<Offered | undefined>(undefined)
  const leaves = useRef(false)
  const offer = (isAsked: boolean): void => {
    const { value = '', selectionEnd = 0 } = area.current ?? {}
    const completion = completionAt(value, selectionEnd, entries)
    const isNews = isAsked || /[\w$.["']$/.test(value.slice(0, selectionEnd))
    offered.value = completion === undefined || !isNews ? undefined : { completion, chosen: 0 }
  }
  const take = ({ text, caret }: Choice): void => {
    const now = offered.peek()
    if (now === undefined || area.current === null) return
    const { from } = now.completion
    typed(area.current, { from, to: area.current.selectionEnd, insert: text }, from + caret)
    // The arguments of the call come next.
    offer(true)
    if (offered.peek()?.completion.from === from) offered.value = undefined
  }
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return
    const left = leaves.current
    leaves.current = event.key === 'Escape' || (left && event.key === 'Shift')
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key === 'Enter') return done(event, onRun)
    if (isCommand && event.key === ' ') return done(event, () => offer(true))
    if (isCommand || event.altKey) return
    const choose = choosing(offered, take)[event.key]
    if (choose !== undefined) return done(event, choose)
    if (left) return
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const edit = keyEdit(value, selectionStart, selectionEnd, event)
    if (edit !== undefined)
      done(event, () => typed(event.currentTarget, edit, edit.selectFrom, edit.selectTo))
  }
  return { offered, offer, onKeyDown, take }
}

function done(event: Event, act: () => void): void {
  event.preventDefault()
  act()
}

/** What keys do while something is offered. */
function choosing(
  offered: Signal<Offered | undefined>,
  take: (choice: Choice) => void,
): Readonly<Record<string, () => void>> {
  const now = offered.peek()
  if (now === undefined) return {}
  const { completion, chosen } = now
  const { length } = completion.choices
  const step = (by: number) => () => {
    offered.value = { completion, chosen: (chosen + by + length) % length }
  }
  const accept = (): void => take(completion.choices[chosen]!)
  return {
    ArrowDown: step(1),
    ArrowUp: step(-1),
    Enter: accept,
    Tab: accept,
    Escape: () => (offered.value = undefined),
  }
}
