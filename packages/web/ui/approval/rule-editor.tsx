import { cutMiddle, show } from '@millrace/cards'
import type { AskedQuestion, QuestionReply, RuleOffer } from '@millrace/web/wire'
import type { JSX, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isComposing } from '../kit/is-composing.ts'
import type { Panel } from './panel.ts'
import { TrialReport } from './trial-report.tsx'
import { useTrial } from './use-trial.ts'
import { sessionWords, words } from './words.ts'

/** More rules are nothing that a person reads before saying yes. */
const mostRules = 4

interface Editing {
  readonly panel: Panel
  readonly offer: RuleOffer
}

/** Shows what a wider answer keeps, where, and what else that would allow; lets it be changed before it is saved. */
export function RuleEditor({
  question,
  panel,
  offer,
  isBusy,
  onAnswer,
  onBack,
}: Editing & {
  readonly question: AskedQuestion
  readonly isBusy: boolean
  readonly onAnswer: (reply: QuestionReply) => void
  readonly onBack: () => void
}): JSX.Element {
  const rules = panel.rules.value.map((rule) => rule.trim()).filter((rule) => rule !== '')
  const trial = useTrial(question.requestId, offer.isEditable ? rules : [])
  const isTried = trial.kind === 'tried' && trial.trial.problem === undefined
  const canSave = rules.length > 0 && (isTried || !offer.isEditable) && !isBusy
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input[type="text"], input')?.focus(), [])
  const file = panel.file.value
  const save = (event: Event): void => {
    event.preventDefault()
    if (!canSave) return
    onAnswer(file === undefined ? { kind: 'session', rules } : { kind: 'always', rules, file })
  }
  const pressed = (event: TargetedKeyboardEvent<HTMLFormElement>): void => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onBack()
    } else if (event.key === 'Enter' && event.repeat) event.preventDefault()
  }
  return (
    <form ref={form} class="asked-editor" aria-label={words.value.editor} onSubmit={save} onKeyDown={pressed}>
      <Suggestions panel={panel} offer={offer} />
      <Rules panel={panel} offer={offer} />
      <Places panel={panel} offer={offer} kind={question.kind} />
      {offer.isEditable && <TrialReport trial={rules.length === 0 ? undefined : trial} />}
      <div class="asked-row">
        <button type="submit" class="asked-answer asked-yes" aria-disabled={!canSave}>
          {file === undefined ? sessionWords(question.kind).allowSession : words.value.save} <kbd>Enter</kbd>
        </button>
        <button type="button" class="asked-answer" onClick={onBack}>
          {words.value.back} <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  )
}

function Suggestions({ panel, offer }: Editing): JSX.Element | null {
  if (offer.suggested.length < 2) return null
  const chosen = JSON.stringify(panel.rules.value)
  return (
    <fieldset>
      <legend>{words.value.suggestions}</legend>
      {offer.suggested.map((set) => {
        const key = JSON.stringify(set)
        return (
          <label key={key} class="asked-choice">
            <input
              type="radio"
              name="asked-suggestion"
              checked={key === chosen}
              onChange={() => (panel.rules.value = set)}
            />
            <code>{show(set.join(', '))}</code>
          </label>
        )
      })}
    </fieldset>
  )
}

function Rules({ panel, offer }: Editing): JSX.Element | null {
  const rules = panel.rules.value
  if (!offer.isEditable) {
    return offer.suggested.length < 2 ? <code class="asked-rule">{show(rules.join(', '))}</code> : null
  }
  return (
    <div class="asked-rules">
      {rules.map((rule, at) => (
        <div key={at} class="asked-rule">
          <label>
            <span>{words.value.ruleNumber(at + 1, rules.length)}</span>
            <input
              type="text"
              value={rule}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => (panel.rules.value = rules.with(at, event.currentTarget.value))}
            />
          </label>
          {rules.length > 1 && (
            <button
              type="button"
              class="asked-small"
              aria-label={words.value.removeRule(at + 1)}
              onClick={() => (panel.rules.value = rules.toSpliced(at, 1))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {rules.length < mostRules && (
        <button type="button" class="asked-small" onClick={() => (panel.rules.value = [...rules, ''])}>
          + {words.value.addRule}
        </button>
      )}
    </div>
  )
}

/** A longer name of a file is cut in its middle. In columns. */
const longestPlace = 60

function Places({ panel, offer, kind }: Editing & Pick<AskedQuestion, 'kind'>): JSX.Element {
  const places = [
    ...offer.files.map(({ path, label }) => ({ path, label: cutMiddle(label, longestPlace, '…') })),
    { path: undefined, label: sessionWords(kind).sessionOnly },
  ]
  return (
    <fieldset class="asked-places">
      <legend>{words.value.keepIn}</legend>
      {places.map(({ path, label }) => (
        <label key={path ?? ''} class="asked-choice" title={path === undefined ? undefined : show(path)}>
          <input
            type="radio"
            name="asked-place"
            checked={panel.file.value === path}
            onChange={() => (panel.file.value = path)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
