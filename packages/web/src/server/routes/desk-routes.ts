import type { ServerResponse } from 'node:http'
import type { AnswerForm, AnswerQuestion, QuestionReply, TryRules } from '../../wire/questions.ts'
import { kinds, list, oneOf, optional, record, text, words } from '../http/shape.ts'
import { WorkbenchError } from '../http/workbench-error.ts'
import { DeskViewer } from '../streams/desk-viewer.ts'
import type { ApiRoute, RouteRequest } from './route.ts'

const rules = list(words, 20)

const reply = kinds<QuestionReply>({
  once: record<Extract<QuestionReply, { kind: 'once' }>>({ kind: oneOf('once') }),
  session: record<Extract<QuestionReply, { kind: 'session' }>>({ kind: oneOf('session'), rules }),
  always: record<Extract<QuestionReply, { kind: 'always' }>>({
    kind: oneOf('always'),
    rules,
    file: optional(words),
  }),
  deny: record<Extract<QuestionReply, { kind: 'deny' }>>({ kind: oneOf('deny'), message: optional(text) }),
})

const answer = record<AnswerQuestion>({ hash: text, nonce: text, reply })

type Answered = Extract<AnswerForm, { kind: 'answered' }>

const formAnswer = kinds<AnswerForm>({
  answered: record<Answered>({
    kind: oneOf('answered'),
    answers: list(
      record<Answered['answers'][number]>({ chosen: list(text, 100), text: optional(text) }),
      100,
    ),
  }),
  dismissed: record<Extract<AnswerForm, { kind: 'dismissed' }>>({ kind: oneOf('dismissed') }),
})

/** What waits for the person, and the answers. */
export const deskRoutes: readonly ApiRoute[] = [
  { name: 'watch desk', method: 'GET', path: '/api/desk', stream: watch },
  {
    name: 'answer question',
    method: 'POST',
    path: '/api/questions/:requestId/answer',
    answer: async ({ host, param, body }) => host.desk.answer(param('requestId'), await body(answer)),
  },
  {
    name: 'try rules',
    method: 'POST',
    path: '/api/questions/:requestId/try',
    answer: async ({ host, param, body }) => {
      const tried = await body(record<TryRules>({ rules }))
      const trial = await host.desk.try(param('requestId'), tried.rules)
      if (trial !== undefined) return trial
      throw new WorkbenchError('NOT_FOUND', 'this question does not wait any more')
    },
  },
  {
    name: 'answer form',
    method: 'POST',
    path: '/api/forms/:formId/answer',
    answer: async ({ host, param, body }) => host.desk.answerForm(param('formId'), await body(formAnswer)),
  },
]

async function watch({ host, seats, warn }: RouteRequest, response: ServerResponse): Promise<void> {
  const seat = seats.take()
  const viewer = new DeskViewer(host.desk, seat.open(response))
  void viewer
    .run()
    .catch((error: unknown) => warn('what waits for the person could not be told', error))
    .finally(() => seat.release())
}
