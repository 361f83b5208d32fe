import type { JsonValue, SecretRedactor } from '@millrace/protocol'
import type { Answer, PutQuestion, QuestionFrontEnd } from '@millrace/toolbox'

/**
 * The same front end, which is shown no configured secret: a server that was given one may ask with it. Options are chosen by
 * what was shown of them, and answered with as they are.
 */
export function questionsWithoutSecrets(
  frontEnd: QuestionFrontEnd,
  redactor: SecretRedactor | undefined,
): QuestionFrontEnd {
  if (redactor === undefined) return frontEnd
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
