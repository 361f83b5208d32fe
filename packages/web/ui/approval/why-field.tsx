import type { JSX, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isComposing } from '../kit/is-composing.ts'
import type { Panel } from './panel.ts'
import { words } from './words.ts'

/** Of a longer reason a model needs the start. In UTF-16 units. */
const longest = 2_000

/** The field for why not. Enter denies, Esc goes back to the question. */
export function WhyField({
  panel,
  isBusy,
  onDeny,
  onBack,
}: {
  readonly panel: Panel
  readonly isBusy: boolean
  readonly onDeny: () => void
  readonly onBack: () => void
}): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const pressed = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onBack()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (!event.repeat) onDeny()
    }
  }
  return (
    <div class="asked-why">
      <label>
        {words.value.whyLabel}
        <textarea
          ref={field}
          rows={2}
          maxLength={longest}
          value={panel.why.value}
          aria-describedby="asked-why-hint"
          onInput={(event) => (panel.why.value = event.currentTarget.value)}
          onKeyDown={pressed}
        />
      </label>
      <div class="asked-row">
        <button type="button" class="asked-answer asked-no" aria-disabled={isBusy} onClick={onDeny}>
          {words.value.deny} <kbd>Enter</kbd>
        </button>
        <button type="button" class="asked-answer" onClick={onBack}>
          {words.value.back} <kbd>Esc</kbd>
        </button>
        <span id="asked-why-hint" class="asked-quiet">
          {words.value.whyHint}
        </span>
      </div>
    </div>
  )
}
