import { messageBlocks } from '@millrace/protocol'
import type { ToolRuntime } from '@millrace/tools'
import { answerAll, concludes, type Asked } from '../call/answer-all.ts'
import type { Answer } from '../call/batch.ts'
import { dataUrl, isPicture, partsOf, resultText } from '../content/blocks.ts'
import type { AnswerOptions } from '../contract.ts'
import type { OpenAIAnswer, OpenAIMessage, OpenAIPart, OpenAIToolCall } from './contract.ts'

/**
 * Makes the calls of one chat completion through the whole pipeline, side by side where they may overlap. Failures,
 * denials and arguments that cannot be read are answered to the model. Tool messages take no pictures: these follow in
 * a message of their own.
 * @param calls - `message.tool_calls`.
 * @throws AdapterError `CALL_ID_MISSING` before anything runs, where a call has no id.
 */
export async function callOpenAI(
  tools: ToolRuntime,
  calls: readonly OpenAIToolCall[] | null | undefined,
  options: AnswerOptions = {},
): Promise<OpenAIAnswer> {
  const answers = await answerAll(tools, (calls ?? []).map(asked), options)
  const after = answers.flatMap(afterwards)
  const messages = answers.map(({ id, result }): OpenAIMessage => {
    const content = resultText(
      result.content,
      ({ mimeType }) => `[image, ${mimeType}: shown after the results]`,
    )
    return { role: 'tool', tool_call_id: id, content }
  })
  return {
    messages: after.length === 0 ? messages : [...messages, { role: 'user', content: after }],
    concludesTurn: concludes(answers),
  }
}

function asked({ id, type = 'function', function: called }: OpenAIToolCall): Asked {
  if (type === 'function' && typeof called === 'object' && called !== null) {
    return { id, name: called.name, arguments: { text: called.arguments } }
  }
  return {
    id,
    unsupported: `calls of type ${JSON.stringify(type)} are not made here; call one of the functions`,
  }
}

/** The pictures of a result, and the messages that the call adds after it. */
function afterwards({ id, result }: Answer): OpenAIPart[] {
  const pictures = result.content.filter(isPicture)
  const contexts = messageBlocks(result.additionalContexts)
  const lead: OpenAIPart[] =
    pictures.length === 0 ? [] : [{ type: 'text', text: `Images of the result of ${id}:` }]
  const blocks = [...pictures, ...contexts]
  return blocks.length === 0 ? [] : [...lead, ...partsOf(blocks, part)]
}

const part = {
  text: (text: string): OpenAIPart => ({ type: 'text', text }),
  picture: (picture: Parameters<typeof dataUrl>[0]): OpenAIPart => ({
    type: 'image_url',
    image_url: { url: dataUrl(picture) },
  }),
}
