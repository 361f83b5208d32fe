import { count, show, widthOf } from '@millrace/cards'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { ChoiceList } from './choice-list.tsx'
import type { Choice } from './completion.ts'
import type { SdkEntry } from './sdk-entries.ts'
import { useCompletion, type Offered } from './use-completion.ts'
import { codeWords } from './words.ts'

/** A field for programs: lines with numbers, keys that indent, and a list of what can be called. */
export function ProgramEditor({
  code,
  entries,
  onChange,
  onRun,
}: {
  readonly code: string
  readonly entries: readonly SdkEntry[]
  readonly onChange: (code: string) => void
  readonly onRun: () => void
}): JSX.Element {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLPreElement>(null)
  const scrolled = useSignal({ left: 0, top: 0 })
  const { offered, offer, onKeyDown, take } = useCompletion(area, entries, onRun)
  const words = codeWords.value
  const now = offered.value
  return (
    <div class="code-editor">
      <pre class="code-gutter" aria-hidden="true" ref={gutter}>
        {lineNumbers(code)}
      </pre>
      <textarea
        ref={area}
        class="code-area"
        aria-label={words.program}
        aria-describedby={`${id}-hint`}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={now === undefined ? undefined : `${id}-list`}
        aria-activedescendant={now === undefined ? undefined : `${id}-list-${now.chosen}`}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        wrap="off"
        rows={14}
        value={code}
        onInput={(event) => {
          onChange(event.currentTarget.value)
          offer(false)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => (offered.value = undefined)}
        onClick={() => (offered.value = undefined)}
        onScroll={({ currentTarget: { scrollLeft, scrollTop } }) => {
          scrolled.value = { left: scrollLeft, top: scrollTop }
          if (gutter.current !== null) gutter.current.scrollTop = scrollTop
        }}
      />
      <Offers id={`${id}-list`} code={code} offered={now} scrolled={scrolled.value} onChoose={take} />
      <p id={`${id}-hint`} class="kit-quiet code-hint">
        {words.hint}
      </p>
    </div>
  )
}

interface Scrolled {
  readonly left: number
  readonly top: number
}

function Offers({
  id,
  code,
  offered,
  scrolled,
  onChoose,
}: {
  readonly id: string
  readonly code: string
  readonly offered: Offered | undefined
  readonly scrolled: Scrolled
  readonly onChoose: (choice: Choice) => void
}): JSX.Element {
  const length = offered?.completion.choices.length
  return (
    <>
      {offered !== undefined && (
        <ChoiceList
          id={id}
          choices={offered.completion.choices}
          chosen={offered.chosen}
          {...placeOf(code, offered.completion.from, scrolled)}
          onChoose={onChoose}
        />
      )}
      <p class="visually-hidden" role="status">
        {length === undefined ? '' : codeWords.value.completions(count(length))}
      </p>
    </>
  )
}

function lineNumbers(code: string): string {
  return code
    .split('\n')
    .map((_, at) => at + 1)
    .join('\n')
}

/** Where a list belongs that is about a place in the text: below its line. */
function placeOf(
  code: string,
  at: number,
  scrolled: Scrolled,
): { readonly left: string; readonly top: string } {
  const before = code.slice(0, at)
  const line = before.split('\n').length
  const column = widthOf(show(before.slice(before.lastIndexOf('\n') + 1).replaceAll('\t', '  ')))
  return {
    left: `calc(3.5rem + ${column}ch - ${scrolled.left}px)`,
    top: `calc(var(--space-2) + ${line} * var(--code-line) - ${scrolled.top}px)`,
  }
}
