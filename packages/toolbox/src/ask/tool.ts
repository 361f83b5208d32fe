import { text } from '@millrace/protocol'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { reportingAbort } from '../failures/reporting-abort.ts'
import { answersSchema, type AnswersValue } from './answer.ts'
import { presentAskCall, presentAskResult } from './present.ts'
import type { QuestionBoard } from './question-board.ts'
import { checkQuestions, questionLimits, questionSchema } from './question.ts'

const { questions: most, leastOptions, mostOptions } = questionLimits

const description =
  'Asks the user and waits for the answers. Use it where only the user can decide; otherwise assume and say so. ' +
  `1 to ${most} questions, each with ${leastOptions} to ${mostOptions} options; the user can always answer in own ` +
  'words, so add no option for that.'

/** A person may be away from the screen, but not for ever. */
const longestWaitMs = 24 * 60 * 60 * 1000

/** The `ask_user` tool: whoever is attached to the board is asked. */
export function askTool(board: QuestionBoard): ToolDefinition {
  return defineTool({
    name: 'ask_user',
    description,
    additionalProperties: false,
    parameters: { questions: { type: 'array', required: true, items: questionSchema } },
    output: {
      schema: answersSchema,
      render: (_, value) => [text(rendered(value))],
    },
    timeoutMs: longestWaitMs,
    // A person answers one call at a time, so it runs alone.
    effects: 'none',
    presentCall: presentAskCall,
    presentResult: presentAskResult,
    execute: async ({ questions }, { callId, agent, signal }) => {
      checkQuestions(questions)
      const answers = await reportingAbort(signal, () =>
        board.ask(questions, { callId, signal, ...(agent !== undefined && { agent }) }),
      )
      return {
        answers: questions.map(({ question }, index) => {
          const { chosen = [], text: words } = answers[index] ?? {}
          return { question, chosen: [...chosen], ...(words !== undefined && { text: words }) }
        }),
      }
    },
  })
}

function rendered({ answers }: AnswersValue): string {
  return answers
    .map(({ question, chosen, text: words }) => {
      const picked = chosen.map((label) => JSON.stringify(label)).join(', ')
      const said = words === undefined ? '' : `in own words: ${words}`
      const answer = [picked, said].filter((part) => part !== '').join('; ')
      return `${question}\n  ${answer === '' ? '(no answer)' : answer}`
    })
    .join('\n')
}
