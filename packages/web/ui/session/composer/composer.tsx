import type { JSX, TargetedKeyboardEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { useKeys } from '../../app/keys.ts'
import { pinned } from '../../approval/pinned.ts'
import { isComposing } from '../../kit/is-composing.ts'
import type { OpenSession } from '../store/open-session.ts'
import { DeedProblem } from './deed-problem.tsx'
import { GrowingField } from './growing-field.tsx'
import { hindranceWords, statusWords } from './status-words.ts'
import { InterruptButton } from './interrupt-button.tsx'
import { useComposing, type Composing } from './use-composing.ts'
import { words } from './words.ts'
import './composer.css'

/** The field in which a person writes to the agent of a session, and what else can be done with that. */
export function Composer({ session }: { readonly session: OpenSession }): JSX.Element {
  return <SessionComposer key={session.id} session={session} />
}

function SessionComposer({ session }: { readonly session: OpenSession }): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null)
  const composing = useComposing(session)
  const { can, isOff, draft, send, interrupt, goOn, twice } = composing
  const submit = (): void => {
    composing.submit()
    field.current?.focus()
  }
  useComposerKeys(composing, () => field.current?.focus())
  const pressed = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      if (!event.repeat) submit()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (event.repeat) return
      const isLeft = draft.text.value === '' && (pinned.value !== undefined || !can.canInterrupt)
      if (isLeft) event.currentTarget.blur()
      else if (can.canInterrupt) twice.press()
    }
  }
  const submitted = (event: Event): void => {
    event.preventDefault()
    submit()
  }
  return (
    <form class="composer" aria-label={words.value.label} onSubmit={submitted}>
      <GrowingField
        field={field}
        label={words.value.label}
        text={draft.text.value}
        placeholder={isOff ? hindranceWords(can.words) : placeholderOf(composing)}
        isOff={isOff}
        isBusy={send.isUnderWay.value}
        onText={composing.type}
        onKey={pressed}
      />
      <ComposerRow composing={composing} />
      <DeedProblem problem={send.problem.value} told={words.value.failed} />
      <DeedProblem problem={interrupt.problem.value} told={words.value.notDone} />
      <DeedProblem problem={goOn.problem.value} told={words.value.notDone} />
    </form>
  )
}

function placeholderOf({ can }: Composing): string {
  return can.words === 'steer' ? words.value.placeholderSteer : words.value.placeholder
}

/** What is known of what was typed, and the buttons. */
function ComposerRow({ composing }: { readonly composing: Composing }): JSX.Element {
  const { can, canSubmit, isCutOff, send, goOn, interrupt, receipt, twice } = composing
  const status = statusWords(send.isUnderWay.value, receipt) || (isCutOff ? words.value.cutOff : '')
  return (
    <div class="composer-row">
      <span class="composer-status" role="status">
        {status}
      </span>
      {status === '' && (can.words === 'start' || can.words === 'steer') && (
        <span class="composer-hint">{words.value.hint}</span>
      )}
      {can.canGoOn && (
        <button
          type="button"
          class="composer-button"
          aria-disabled={goOn.isUnderWay.value}
          onClick={() => void goOn.start()}
        >
          {goOn.isUnderWay.value ? words.value.going : words.value.goOn}
        </button>
      )}
      {can.canInterrupt && <InterruptButton twice={twice} isUnderWay={interrupt.isUnderWay.value} />}
      <button type="submit" class="composer-button composer-send" aria-disabled={!canSubmit}>
        {can.words === 'steer' ? words.value.steer : words.value.send}
      </button>
    </div>
  )
}

function useComposerKeys({ can, isOff, twice }: Composing, focus: () => void): void {
  useKeys(
    {
      c: () => (isOff ? false : focus()),
      i: (event) => (can.canInterrupt && !event.repeat ? twice.press() : false),
    },
    {
      label: words.value.keys,
      words: {
        ...(!isOff && { c: words.value.compose }),
        ...(can.canInterrupt && { i: words.value.interruptKey }),
      },
    },
  )
}
