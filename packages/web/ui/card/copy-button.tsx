import { useEffect, useState } from 'preact/hooks'
import { cardWords } from './words.ts'

interface CopyButtonProps {
  /** Made when the button is pressed. */
  readonly text: () => string
  readonly label: string
  readonly sign: string
  readonly tabIndex?: number
}

/** For how many milliseconds the button says how it went. */
const told = 1_600

/** Puts a text into the clipboard exactly as it is, and says whether that went well. */
export function CopyButton({ text, label, sign, tabIndex }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | undefined>(undefined)
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), told)
    return () => clearTimeout(timer)
  }, [outcome])
  const words = cardWords.value
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    )
  }
  return (
    <button
      type="button"
      class="card-action"
      title={label}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={copy}
    >
      <span aria-hidden="true">{outcome === undefined ? sign : outcome === 'copied' ? '✓' : '✗'}</span>
      <span class="said" role="status">
        {outcome === undefined ? '' : words[outcome]}
      </span>
    </button>
  )
}
