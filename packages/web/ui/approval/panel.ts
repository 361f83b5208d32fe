import { effect, signal, type Signal } from '@preact/signals'
import type { AskedQuestion } from '@millrace/web/wire'
import { open } from './answers.ts'

/** What a person has chosen and typed at a question, for as long as it waits: others may be looked at in between. */
export interface Panel {
  /** Choosing an answer, changing the rules that a wider one keeps, or typing why not. */
  readonly mode: Signal<'choosing' | 'rules' | 'why'>
  /** Whether it was unfolded or folded by hand. */
  readonly unfolded: Signal<boolean | undefined>
  /** Whether all of what is asked about is shown, however long it is. */
  readonly isWhole: Signal<boolean>
  /** A yes was not taken, as not all was shown. */
  readonly isToldToLook: Signal<boolean>
  readonly why: Signal<string>
  readonly rules: Signal<readonly string[]>
  /** The settings file that the rules go to; `undefined` where they are kept for the session only. */
  readonly file: Signal<string | undefined>
}

const panels = new Map<string, Panel>()

/** The panel of a question, the same for as long as it waits. */
export function panelOf({ requestId, offer }: AskedQuestion): Panel {
  const known = panels.get(requestId)
  if (known !== undefined) return known
  const panel: Panel = {
    mode: signal('choosing'),
    unfolded: signal(undefined),
    isWhole: signal(false),
    isToldToLook: signal(false),
    why: signal(''),
    rules: signal(offer?.suggested[0] ?? []),
    file: signal(offer?.files[0]?.path),
  }
  panels.set(requestId, panel)
  return panel
}

effect(() => {
  const waiting = new Set(open.value.map(({ requestId }) => requestId))
  for (const id of panels.keys()) if (!waiting.has(id)) panels.delete(id)
})
