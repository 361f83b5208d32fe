import { HarnessError } from '@millrace/schema'

/** Why a question has no answer. */
export type QuestionErrorCode =
  /** Nobody is attached who could be asked, or whoever was attached could not ask. */
  | 'NOBODY_TO_ASK'
  /** The person closed the question. */
  | 'QUESTION_DISMISSED'

/** A question that nobody answered. */
export class QuestionError extends HarnessError {
  declare readonly code: QuestionErrorCode

  constructor(code: QuestionErrorCode, message: string) {
    super(code, message)
  }
}

const advice = 'go on with the most reasonable assumption, and say which one you made'

/** The error where nobody can be asked. */
export function nobodyToAsk(why: string): QuestionError {
  return new QuestionError('NOBODY_TO_ASK', `nobody can be asked here (${why}); ${advice}`)
}

/** The error where the person does not want to answer. */
export function dismissed(): QuestionError {
  return new QuestionError('QUESTION_DISMISSED', `the user closed the question without an answer; ${advice}`)
}
