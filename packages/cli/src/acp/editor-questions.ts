import type { Editor, EditorForm, FormField } from '@millrace/acp'
import { escapeVisible } from '@millrace/protocol'
import type { Answer, Question, QuestionFrontEnd } from '@millrace/toolbox'

/** Puts the questions of tools to whoever sits before the editor; `undefined` where the editor has no forms. */
export function editorQuestions({ askForm }: Pick<Editor, 'askForm'>): QuestionFrontEnd | undefined {
  if (askForm === undefined) return undefined
  return {
    async ask(questions, { callId, signal }) {
      const filled = await askForm(formOf(questions, callId), signal)
      if (filled === undefined || filled === 'dismissed') return filled
      return questions.map((_, index) => answerOf(filled[chosenId(index)], filled[textId(index)]))
    },
  }
}

function formOf(questions: readonly Question[], callId: string): EditorForm {
  return { message: 'A tool asks you', callId, fields: questions.flatMap(fieldsOf) }
}

const chosenId = (index: number): string => `answer_${index + 1}`
const textId = (index: number): string => `words_${index + 1}`

function fieldsOf({ question, header, options, multiple }: Question, index: number): FormField[] {
  const choice: FormField = {
    id: chosenId(index),
    title: escapeVisible(header ?? question),
    description: escapeVisible(question, { lines: true }),
    options: options.map(({ label, description }) => ({
      value: label,
      ...(description !== undefined && { description: escapeVisible(description) }),
    })),
    ...(multiple === true && { multiple }),
  }
  return [choice, { id: textId(index), title: 'or in your own words' }]
}

/** What the person chose and wrote; whoever asked refuses what was not offered. */
function answerOf(chosen: unknown, words: unknown): Answer {
  const given: readonly unknown[] = Array.isArray(chosen) ? chosen : chosen === undefined ? [] : [chosen]
  return { chosen: given as string[], ...(words !== undefined && words !== '' && { text: words as string }) }
}
