import { messageBlocks, type ContentBlock } from '@millrace/protocol'
import type { ToolRuntime } from '@millrace/tools'
import { answerAll, concludes, type Asked } from '../call/answer-all.ts'
import { dataUrl, isPicture, partsOf, resultText } from '../content/blocks.ts'
import type { AnswerOptions } from '../contract.ts'
import type { OpenAIInputItem, OpenAIInputPart, OpenAIOutputItem, OpenAIResponsesAnswer } from './contract.ts'

/**
 * Makes the calls of one response through the whole pipeline, side by side where they may overlap. Failures, denials
 * and arguments that cannot be read are answered to the model.
 * @param output - `response.output`; items that are no function calls are passed over.
 * @throws AdapterError `CALL_ID_MISSING` before anything runs, where a call has no id.
 */
export async function callOpenAIResponses(
  tools: ToolRuntime,
  output: readonly OpenAIOutputItem[],
  options: AnswerOptions = {},
): Promise<OpenAIResponsesAnswer> {
  const answers = await answerAll(tools, output.filter(isCall).map(asked), options)
  const contexts = answers.flatMap(({ result }) => messageBlocks(result.additionalContexts))
  const items = answers.map(({ id, result }): OpenAIInputItem => ({
    type: 'function_call_output',
    call_id: id,
    output: outputOf(result.content),
  }))
  return {
    items: contexts.length === 0 ? items : [...items, { role: 'user', content: partsOf(contexts, part) }],
    concludesTurn: concludes(answers),
  }
}

interface FunctionCall extends OpenAIOutputItem {
  readonly call_id: string
  readonly name: string
  readonly arguments: string
}

function isCall(item: OpenAIOutputItem): item is FunctionCall {
  return item.type === 'function_call'
}

function asked({ call_id: id, name, arguments: text }: FunctionCall): Asked {
  return { id, name, arguments: { text } }
}

function outputOf(content: readonly ContentBlock[]): string | OpenAIInputPart[] {
  return content.some(isPicture) ? partsOf(content, part) : resultText(content)
}

const part = {
  text: (text: string): OpenAIInputPart => ({ type: 'input_text', text }),
  picture: (picture: Parameters<typeof dataUrl>[0]): OpenAIInputPart => ({
    type: 'input_image',
    image_url: dataUrl(picture),
    detail: 'auto',
  }),
}
