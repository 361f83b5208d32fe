import type { Client, ElicitResult } from '@modelcontextprotocol/client'
import { headOf } from '@millrace/schema'
import { messageOf } from '@millrace/protocol'
import type { McpAnswer, McpQuestion, McpQuestions } from '../../contract/question.ts'
import { isRecord } from '../../is-record.ts'
import { connectionLimits } from './limits.ts'
import { flatFields, type AskedFields } from './question-fields.ts'

const messageLength = 4000
const declined: ElicitResult = { action: 'decline' }

/** Puts what a server asks to the person: only while a call runs, a few at a time; everything else is declined. */
export class Asking {
  private readonly server: string
  private readonly questions: McpQuestions
  private readonly odd: (text: string) => void
  private hasCalls = false
  /** Aborted when no call runs any more; made for the first question. */
  private calls: AbortController | undefined
  private open = 0

  constructor(server: string, questions: McpQuestions, odd: (text: string) => void) {
    this.server = server
    this.questions = questions
    this.odd = odd
  }

  get isOpen(): boolean {
    return this.open > 0
  }

  attach(client: Client): void {
    client.setRequestHandler('elicitation/create', (request, { mcpReq }) =>
      this.ask(request.params, mcpReq.signal),
    )
  }

  callsBegin(): void {
    this.hasCalls = true
  }

  callsEnd(): void {
    this.hasCalls = false
    this.calls?.abort('no call runs any more')
    this.calls = undefined
  }

  private async ask(params: unknown, asked: AbortSignal): Promise<ElicitResult> {
    if (this.open >= connectionLimits.questions) return this.decline('more questions at once than are asked')
    this.open++
    const done = new AbortController()
    try {
      const question = await questionOf(this.server, params)
      if (typeof question === 'string') return this.decline(question)
      if (!this.hasCalls) return this.decline('a question outside of any call')
      this.calls ??= new AbortController()
      const signal = AbortSignal.any([this.calls.signal, asked, done.signal])
      const answer = await Promise.race([this.questions.ask(question.shown, signal), given(signal)])
      return this.answerOf(answer, question.fields)
    } catch (error) {
      return this.decline(`a question could not be asked: ${messageOf(error)}`)
    } finally {
      this.open--
      done.abort('it was answered')
    }
  }

  private answerOf(answer: McpAnswer, fields: AskedFields | undefined): ElicitResult {
    if (answer.action !== 'accept') return { action: answer.action === 'cancel' ? 'cancel' : 'decline' }
    if (fields === undefined) return { action: 'accept' }
    const content = { ...answer.content }
    const problems = fields.judge(content)
    if (problems.length > 0)
      return this.decline(`an answer that does not fit its question: ${problems.join('; ')}`)
    // Every value is of a primitive type, or a list of texts, as the fields are.
    return { action: 'accept', content: content as NonNullable<ElicitResult['content']> }
  }

  private decline(why: string): ElicitResult {
    this.odd(`declined: ${why}`)
    return declined
  }
}

interface Question {
  readonly shown: McpQuestion
  readonly fields: AskedFields | undefined
}

/** What is asked, or why it cannot be. */
async function questionOf(server: string, params: unknown): Promise<Question | string> {
  if (!isRecord(params) || typeof params['message'] !== 'string') return 'a question without a message'
  const message = headOf(params['message'], messageLength)
  if (params['mode'] === 'url') {
    const { url } = params
    const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
    if (address === undefined || !/^https?:$/.test(address.protocol))
      return 'a question with an address that is no http or https one'
    if (address.username !== '' || address.password !== '')
      return 'a question with credentials in its address'
    return { shown: { kind: 'url', server, message, url: address.href }, fields: undefined }
  }
  const fields = await flatFields(params['requestedSchema'])
  if (typeof fields === 'string') return fields
  return { shown: { kind: 'form', server, message, fields: fields.fields }, fields }
}

/** A `cancel` once the question is over without an answer. */
function given(signal: AbortSignal): Promise<McpAnswer> {
  return new Promise((resolve) => {
    const end = () => resolve({ action: 'cancel' })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
