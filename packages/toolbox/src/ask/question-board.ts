import type { Agent } from '@millrace/tools'
import type { Answer } from './answer.ts'
import { OpenQuestion } from './open-question.ts'
import type { Question } from './question.ts'

/** A question as front ends are given it. One that knows nothing of the further members puts it as any other. */
export type PutQuestion = Question & {
  /** Labels of what is chosen unless the person says otherwise. */
  readonly byDefault?: readonly string[]
  /** Where the answer is rather typed than chosen: which options a line of `-` alone and Esc choose, by their labels. */
  readonly typed?: { readonly dash?: string; readonly escape: string }
}

/** What belongs to the questions of one call. */
export interface QuestionRequest {
  readonly callId: string
  readonly agent?: Agent & object
  /** Whether the same person was just asked for the same reason: nothing has to be introduced anew. */
  readonly goesOn?: boolean
  /** Aborts when the answer is not wanted any more: somebody else gave one, or the call was cancelled. */
  readonly signal: AbortSignal
}

/** Somebody who can put questions to a person: a terminal, a page, an editor. */
export interface QuestionFrontEnd {
  /**
   * Asks, and waits for the person. The texts come from a model and are escaped before they are shown.
   * @returns one answer for each question, in their order; `dismissed` where the person closed them;
   *   `undefined` where this front end cannot ask now.
   */
  ask(
    questions: readonly PutQuestion[],
    request: QuestionRequest,
  ): Promise<readonly Answer[] | 'dismissed' | undefined>
}

/**
 * Where questions meet front ends. All that are attached are asked at once, those that come later as well; the first
 * answer counts, and the signals of the others abort.
 */
export class QuestionBoard {
  private readonly frontEnds = new Set<QuestionFrontEnd>()
  private readonly open = new Set<OpenQuestion>()

  /**
   * Attaches a front end; it is asked what is open.
   * @returns what detaches it; a question that it was asked is withdrawn from it.
   */
  attach(frontEnd: QuestionFrontEnd): () => void {
    // Its own identity, so that one that is attached twice leaves one at a time.
    const attached: QuestionFrontEnd = { ask: (questions, request) => frontEnd.ask(questions, request) }
    this.frontEnds.add(attached)
    for (const question of this.open) question.offer(attached)
    return () => {
      this.frontEnds.delete(attached)
      for (const question of this.open) question.withdraw(attached)
    }
  }

  /**
   * Puts questions to whoever is attached, and waits for the first answer.
   * @throws QuestionError where nobody is attached, nobody who was asked could answer, or the person did not want to;
   *   the reason of `request.signal` once that aborts.
   */
  async ask(questions: readonly PutQuestion[], request: QuestionRequest): Promise<readonly Answer[]> {
    const question = new OpenQuestion(questions, request)
    this.open.add(question)
    try {
      return await question.answer(this.frontEnds)
    } finally {
      this.open.delete(question)
    }
  }
}
