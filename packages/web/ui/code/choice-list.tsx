import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Choice } from './completion.ts'
import { codeWords } from './words.ts'

/** What can be chosen, at its place below the caret. */
export function ChoiceList({
  id,
  choices,
  chosen,
  left,
  top,
  onChoose,
}: {
  readonly id: string
  readonly choices: readonly Choice[]
  readonly chosen: number
  /** CSS lengths within the editor. */
  readonly left: string
  readonly top: string
  readonly onChoose: (choice: Choice) => void
}): JSX.Element {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' }), [chosen])
  const description = choices[chosen]?.description ?? ''
  return (
    <div class="code-choices" style={{ left, top }}>
      <ul id={id} ref={list} role="listbox" aria-label={codeWords.value.choices}>
        {choices.map((choice, at) => (
          <li
            key={choice.label}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(choice)
            }}
          >
            <b>{escapeVisible(choice.label)}</b> <span>{escapeVisible(choice.signature)}</span>
          </li>
        ))}
      </ul>
      {description !== '' && <p>{escapeVisible(description, { lines: true })}</p>}
    </div>
  )
}
