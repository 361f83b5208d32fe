import { useCopy } from '../kit/use-copy.ts'
import { cardWords } from './words.ts'

interface CopyButtonProps {
  /** Made when the button is pressed. */
  readonly text: () => string
  readonly label: string
  readonly sign: string
  readonly tabIndex?: number
}

/** Puts a text into the clipboard exactly as it is, and says whether that went well. */
export function CopyButton({ text, label, sign, tabIndex }: CopyButtonProps) {
  const [said, copy] = useCopy(text)
  const outcome = said.value
  const words = cardWords.value
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
