import type { JSX, RefObject, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** A field for text that is as high as its text, up to a limit of the style sheet. While it is empty, a question takes its focus. */
export function GrowingField({
  field,
  label,
  text,
  placeholder,
  isOff,
  isBusy,
  onText,
  onKey,
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  readonly text: string
  readonly placeholder: string
  readonly isOff: boolean
  /** Its text is under way: it stands there and cannot be changed. */
  readonly isBusy: boolean
  readonly onText: (text: string) => void
  readonly onKey: (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => void
}): JSX.Element {
  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
  }, [text])
  return (
    <textarea
      ref={field}
      class="composer-field"
      data-yields
      rows={1}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      aria-disabled={isOff}
      readOnly={isOff || isBusy}
      onInput={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKey}
    />
  )
}
