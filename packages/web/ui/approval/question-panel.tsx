import { show } from '@millrace/cards'
import type { AskedQuestion, QuestionReply } from '@millrace/web/wire'
import type { JSX, RefObject } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { useKeys, type KeyAction } from '../app/keys.ts'
import { layoutWords } from '../card/layout-words.ts'
import { language } from '../words/words.ts'
import { AnswerButtons, StripButtons } from './answer-buttons.tsx'
import { answer, answeringOf } from './answers.ts'
import { choiceKeys, choicesOf, type Choice } from './choice.ts'
import { panelOf, type Panel } from './panel.ts'
import { isUnfolded } from './pinned.ts'
import { AllArguments, bodyOf, QuestionBody, type AskedBody } from './question-body.tsx'
import { QuestionFacts } from './question-facts.tsx'
import { QuestionHeading } from './question-heading.tsx'
import { RuleEditor } from './rule-editor.tsx'
import type { StackPlace } from './stack-moves.tsx'
import { useArmed } from './use-armed.ts'
import { WhyField } from './why-field.tsx'
import { AnsweringNote } from './answering-note.tsx'
import { words } from './words.ts'

interface QuestionPanelProps extends StackPlace {
  readonly question: AskedQuestion
  /** Whether a field in which somebody typed went away as it came. */
  readonly wasTyping: () => boolean
}

/** One question: all that a yes depends on and the five answers, or a strip that says what waits. */
export function QuestionPanel(props: QuestionPanelProps): JSX.Element {
  const { question, wasTyping } = props
  const panel = panelOf(question)
  const root = useRef<HTMLElement>(null)
  const body = useMemo(
    () => bodyOf(question),
    [question.hash, question.requestId, language.value, layoutWords()],
  )
  const isWhole = isUnfolded(question)
  // What a strip did not show was not read yet when it unfolds.
  const isArmed = useArmed(`${question.requestId} ${isWhole}`, wasTyping)
  const answering = answeringOf(question)
  const isBusy = answering?.kind === 'sending'
  const choose = (choice: Choice): void => {
    if (!isArmed || isBusy) return
    if (isYes(choice) && showMore(panel, body, isWhole)) {
      // Nobody says yes to what was not shown.
      panel.isToldToLook.value = true
    } else act(question, panel, choice)
  }
  const back = (): void => {
    panel.mode.value = 'choosing'
    root.current?.focus()
  }
  const isChoosing = panel.mode.value === 'choosing'
  useQuestionKeys(question, isChoosing && !isBusy, choose, () => showMore(panel, body, isWhole))
  useLeftForm(root, panel, back)
  const unfold = (unfolded: boolean): void => {
    panel.unfolded.value = unfolded
    root.current?.focus()
  }
  return (
    <section
      ref={root}
      class={isWhole ? 'asked' : 'asked asked-strip'}
      tabIndex={-1}
      aria-labelledby="asked-title"
      data-request={question.requestId}
      data-armed={isArmed ? '' : undefined}
    >
      <QuestionHeading
        {...props}
        drawing={body.drawing}
        isUnfolded={isWhole}
        onFold={isWhole && isChoosing ? () => unfold(false) : undefined}
      />
      {isWhole && <Subject question={question} body={body} panel={panel} />}
      <div class={isWhole ? 'asked-foot asked-stays' : 'asked-foot'}>
        {isWhole ? (
          <Answers {...{ question, panel, isArmed, isBusy, choose, back }} />
        ) : (
          <StripButtons isOff={!isArmed || isBusy} onChoose={choose} onShow={() => unfold(true)} />
        )}
        <AnsweringNote answering={answering} />
      </div>
    </section>
  )
}

/** All that a yes depends on. */
function Subject({
  question,
  body,
  panel,
}: {
  readonly question: AskedQuestion
  readonly body: AskedBody
  readonly panel: Panel
}): JSX.Element {
  return (
    <>
      <QuestionBody body={body} panel={panel} />
      <QuestionFacts question={question} />
      <AllArguments question={question} />
    </>
  )
}

/** Shows what is not shown yet. @returns whether there was any of that. */
function showMore({ unfolded, isWhole }: Panel, body: AskedBody, isUnfolded: boolean): boolean {
  if (!isUnfolded) unfolded.value = true
  else if (body.folded !== undefined && !isWhole.value) isWhole.value = true
  else return false
  return true
}

interface AnswersProps {
  readonly question: AskedQuestion
  readonly panel: Panel
  readonly isArmed: boolean
  readonly isBusy: boolean
  readonly choose: (choice: Choice) => void
  readonly back: () => void
}

/** The answers to choose from, or what the chosen one needs to know. */
function Answers({ question, panel, isArmed, isBusy, choose, back }: AnswersProps): JSX.Element {
  const { mode, isToldToLook, why } = panel
  const { offer } = question
  const send = (reply: QuestionReply): void => void answer(question, reply)
  if (mode.value === 'rules' && offer !== undefined) {
    return <RuleEditor {...{ question, panel, isBusy, offer, onAnswer: send, onBack: back }} />
  }
  if (mode.value === 'why') {
    return <WhyField panel={panel} isBusy={isBusy} onDeny={() => send(denial(why.value))} onBack={back} />
  }
  return (
    <>
      {isToldToLook.value && (
        <p class="asked-look" role="status">
          {words.value.answerAgain}
        </p>
      )}
      <AnswerButtons question={question} isOff={!isArmed || isBusy} onChoose={choose} />
    </>
  )
}

function act(question: AskedQuestion, { mode, file }: Panel, choice: Choice): void {
  const { suggested = [], files = [] } = question.offer ?? {}
  switch (choice) {
    case 'once':
    case 'deny':
      return void answer(question, { kind: choice })
    case 'session':
      return void answer(question, { kind: 'session', rules: suggested[0] ?? [] })
    case 'always':
    case 'change':
      file.value = choice === 'always' ? (file.value ?? files[0]?.path) : undefined
      mode.value = 'rules'
      return
    case 'why':
      mode.value = 'why'
  }
}

function isYes(choice: Choice): boolean {
  return choice !== 'deny' && choice !== 'why'
}

function denial(why: string): QuestionReply {
  const message = show(why.trim())
  return message === '' ? { kind: 'deny' } : { kind: 'deny', message }
}

/** The keys of a form that lost the focus: the one that opened it leads into it again, and Esc closes it. */
function useLeftForm(root: RefObject<HTMLElement | null>, { mode }: Panel, back: () => void): void {
  const fields = '.asked-why textarea, .asked-editor input[type="text"], .asked-editor input'
  const enter: KeyAction = () =>
    isInToolForm() ? false : root.current?.querySelector<HTMLElement>(fields)?.focus()
  const opening = mode.value === 'rules' ? [...choiceKeys.always, ...choiceKeys.change] : choiceKeys.why
  useKeys(
    {
      ...Object.fromEntries(opening.map((key) => [key, enter])),
      Escape: () => (isInToolForm() ? false : back()),
    },
    { label: words.value.keys, isActive: mode.value !== 'choosing' },
  )
}

function isInToolForm(): boolean {
  return document.activeElement?.closest('.desk-form') != null
}

/** The keys of what can be chosen. A key that is held down answers nothing, and none does within the form of a tool. */
function useQuestionKeys(
  question: AskedQuestion,
  isActive: boolean,
  choose: (choice: Choice) => void,
  showMore: () => boolean,
): void {
  const { keys: label, ...names } = words.value
  const pressing =
    (act: KeyAction): KeyAction =>
    (event) => {
      if (isInToolForm()) return false
      return event.repeat ? undefined : act(event)
    }
  const of = choicesOf(question).flatMap((choice) =>
    choiceKeys[choice]
      .flatMap((key) => [key, key.toUpperCase()])
      .map((key) => [key, pressing(() => choose(choice))]),
  )
  const told = choicesOf(question).map((choice) => [choiceKeys[choice][0], names[choice]])
  useKeys(
    // A card that is to be unfolded has the same key.
    { ...Object.fromEntries(of), o: pressing(() => (showMore() ? undefined : false)) },
    { label, isActive, words: Object.fromEntries(told) },
  )
}
