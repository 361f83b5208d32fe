import type { Card, CardDrawing } from '@millrace/cards'
import { useMemo } from 'preact/hooks'
import { commandText } from './command-text.ts'
import { CopyButton } from './copy-button.tsx'
import { canSplit, diffLook, lookAtDiffs } from './blocks/diff-look.ts'
import { resultText } from './result-text.ts'
import { RowSpans } from './row-spans.tsx'
import { useScene } from './use-scene.ts'
import { cardWords } from './words.ts'

interface CardHeaderProps {
  readonly card: Card
  readonly drawing: CardDrawing
  readonly isOpen: boolean
  readonly isFocused: boolean
  /** All of it is shown by the question about it. */
  readonly isPinned: boolean
  /** Whether there is, or may be, anything below it. */
  readonly canOpen: boolean
}

/** What a card is in one line: how it stands, what it does and on what, how that went. A press on it unfolds the card. */
export function CardHeader({ card, drawing, isOpen, isFocused, isPinned, canOpen }: CardHeaderProps) {
  const scene = useScene()
  const words = cardWords.value
  const { state, icon, verb, object, facts, went } = drawing
  const toggle = (): void => scene.toggle(card)
  const isEmpty = object.every(({ text }) => text === '')
  return (
    <header class="card-head" onClick={(event) => canOpen && isPlainPress(event) && toggle()}>
      <button
        type="button"
        class="card-toggle"
        hidden={!canOpen}
        tabIndex={isFocused ? 0 : -1}
        aria-expanded={isOpen}
        aria-label={isOpen ? words.fold : words.unfold}
        onClick={toggle}
      >
        <span class="chevron" aria-hidden="true" />
      </button>
      <span class={`state t-${state.tone}`}>{state.text}</span>
      <span class="verb">
        <span class="icon" aria-hidden="true">
          {icon.text.trim()}
        </span>
        <b>{verb}</b>
      </span>
      {!isEmpty && (
        <code class="object">
          <RowSpans row={object} />
        </code>
      )}
      {facts.map((fact, index) => (
        <span key={index} class="fact">
          <RowSpans row={fact} />
        </span>
      ))}
      {isPinned && (
        <button type="button" class="card-asked" tabIndex={isFocused ? 0 : -1} onClick={toQuestion}>
          {words.askedBelow} <span aria-hidden="true">↓</span>
        </button>
      )}
      <span class="went">
        {went.map((each, index) => (
          <span key={index} class="fact">
            <RowSpans row={each} />
          </span>
        ))}
      </span>
      <CardActions card={card} isFocused={isFocused} />
    </header>
  )
}

/** A press that meant the header itself: no control in it, and no end of a selection. */
/** The focus goes to the question that is pinned. */
function toQuestion(): void {
  document.querySelector<HTMLElement>('.asked[data-request]')?.focus()
}

function isPlainPress(event: MouseEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || !(target instanceof Element)) return false
  if (target.closest('button, a') !== null) return false
  return getSelection()?.isCollapsed !== false
}

function CardActions({ card, isFocused }: { readonly card: Card; readonly isFocused: boolean }) {
  const { details } = useScene()
  const words = cardWords.value
  const tabIndex = isFocused ? 0 : -1
  const command = useMemo(() => commandText(card), [card.tool, card.arguments])
  return (
    <span class="card-actions">
      {isDiff(card) && canSplit.value && <DiffSwitch tabIndex={tabIndex} />}
      {command !== undefined && (
        <CopyButton text={() => command} label={words.copyCommand} sign="❯" tabIndex={tabIndex} />
      )}
      <CopyButton text={() => resultText(card)} label={words.copy} sign="❐" tabIndex={tabIndex} />
      {details !== undefined && (
        <button
          type="button"
          class="card-action"
          title={words.details}
          aria-label={words.details}
          tabIndex={tabIndex}
          onClick={() => details(card.callId)}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      )}
    </span>
  )
}

function isDiff({ call, result }: Card): boolean {
  return (result ?? call).card === 'diff'
}

function DiffSwitch({ tabIndex }: { readonly tabIndex: number }) {
  const words = cardWords.value
  const isSplit = diffLook.value === 'split'
  const label = isSplit ? words.inline : words.sideBySide
  return (
    <button
      type="button"
      class="card-action"
      title={label}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={() => lookAtDiffs(isSplit ? 'inline' : 'split')}
    >
      <span aria-hidden="true">{isSplit ? '▤' : '◫'}</span>
    </button>
  )
}
