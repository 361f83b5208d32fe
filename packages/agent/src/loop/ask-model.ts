import { contentText, text, type AssistantMessage, type Usage } from '@millrace/protocol'
import type { ModelAnswer } from '../contract/model.ts'
import { ModelError } from '../contract/model-error.ts'
import { requestOf } from '../conversation/request.ts'
import { readAnswer } from './answer.ts'
import type { LiveStep } from './coming-step.ts'
import { costOf } from './cost.ts'
import { NewsLog } from './news-log.ts'
import { openCalls, type OpenCall } from './open-calls.ts'
import type { Turn } from './turn.ts'
import { stopped, untilStopped } from './until-stopped.ts'

/** An answer that was logged, and the calls that it asks for. */
export interface Asked {
  readonly answer: ModelAnswer
  readonly calls: readonly OpenCall[]
}

/**
 * Makes the request of a step, inside the `agent/step` listeners, and logs the answer; of one that was interrupted, what
 * had arrived.
 * @throws what the model and the listeners throw.
 */
export async function askModel(turn: Turn, step: LiveStep): Promise<Asked> {
  const { model, settings } = turn.agent.config
  turn.log('step/start', { model: { provider: model.name.provider, id: model.name.id }, settings })
  const news = new NewsLog(turn)
  let answer: ModelAnswer
  try {
    const given = await untilStopped(turn, request(turn, step, news))
    answer = given === stopped ? arrived(news) : readAnswer(given)
    if (answer.finish === 'error')
      throw new ModelError('MODEL_STREAM_CUT', 'the answer of the model ended in an error')
  } catch (error) {
    if (!turn.isEnding) {
      news.end()
      turn.log('step/end', { finish: 'error' })
      throw error
    }
    answer = arrived(news)
  } finally {
    step.close()
    news.end()
  }
  return logAnswer(turn, turn.isEnding ? interrupted(answer) : answer)
}

function request(turn: Turn, step: LiveStep, news: NewsLog): Promise<unknown> {
  const { agent, signal } = turn
  const { model, settings } = agent.config
  // Made anew each time: a listener may make the past shorter and ask again.
  const ask = async (): Promise<ModelAnswer> => {
    signal.throwIfAborted()
    step.requireOpen()
    news.again()
    return model.ask(requestOf(agent.conversation, settings), { signal, onNews: news.hear })
  }
  return agent.runtime.waterfall('agent/step', agent, [step], ask)
}

/** What had arrived of an answer that has no end. */
function arrived(news: NewsLog): ModelAnswer {
  const content = news.text === '' ? [] : [text(news.text)]
  return { message: { role: 'assistant', content }, finish: 'interrupted' }
}

/** Calls of an answer that was interrupted do not run, so they are left out. */
function interrupted({ message, usage }: ModelAnswer): ModelAnswer {
  const { toolCalls: _dropped, ...rest } = message
  return { message: rest, finish: 'interrupted', ...(usage !== undefined && { usage }) }
}

function logAnswer(turn: Turn, answer: ModelAnswer): Asked {
  const { finish, usage } = answer
  const { calls, message } = openCalls(turn, answer.message)
  if (finish !== 'interrupted' || !isEmpty(message)) turn.log('assistant/message', { message, finish })
  const cost = costFor(turn, usage)
  turn.log('step/end', {
    finish,
    ...(usage !== undefined && { usage }),
    ...(cost !== undefined && { cost }),
  })
  const words = contentText(message.content)
  if (words !== '') turn.text = words
  return { answer: { ...answer, message }, calls }
}

function isEmpty({ content, reasoning = [] }: AssistantMessage): boolean {
  return content.length === 0 && reasoning.length === 0
}

function costFor(turn: Turn, usage: Usage | undefined): number | undefined {
  return usage && costOf(usage, turn.agent.config.model.price)
}
