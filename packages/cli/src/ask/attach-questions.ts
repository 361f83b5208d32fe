import type { JsonValue, SecretRedactor } from '@millrace/protocol'
import type { Answer, PutQuestion, QuestionFrontEnd } from '@millrace/toolbox'
import type { Workspace } from '../workspace.ts'

/**
 * Puts what tools and servers of a folder ask to a front end, from now on. It is shown no configured secret: a server that was
 * given one may ask with it. @returns what ends that.
 */
export function attachQuestions(
  { ctx, questions }: Pick<Workspace, 'ctx' | 'questions'>,
  frontEnd: QuestionFrontEnd,
): (() => void) | undefined {
  const redactor = ctx.get('redaction')
  return questions?.attach(redactor === undefined ? frontEnd : withoutSecrets(frontEnd, redactor))
}

/** Options are chosen by what was shown of them, and answered with as they are. */
function withoutSecrets(frontEnd: QuestionFrontEnd, redactor: SecretRedactor): QuestionFrontEnd {
  return {
    ask: async (questions, request) => {
      // Questions are plain data.
      const shown = redactor.json(questions as unknown as JsonValue) as unknown as readonly PutQuestion[]
      const given = await frontEnd.ask(shown, request)
      if (given === undefined || given === 'dismissed' || shown === questions) return given
      return given.map((answer, at) => asPut(answer, shown[at]?.options ?? [], questions[at]?.options ?? []))
    },
  }
}

type Options = PutQuestion['options']

/** An answer to what was shown, as one to what was put. */
function asPut(answer: Answer, shown: Options, put: Options): Answer {
  const chosen = answer.chosen.map(
    (label) => put[shown.findIndex((option) => option.label === label)]?.label ?? label,
  )
  return { ...answer, chosen }
}
