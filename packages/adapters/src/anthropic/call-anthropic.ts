import { messageBlocks } from '@millrace/protocol'
import type { ToolRuntime } from '@millrace/tools'
import { answerAll, concludes, type Asked } from '../call/answer-all.ts'
import type { Answer } from '../call/batch.ts'
import { partsOf, resultText, type Picture } from '../content/blocks.ts'
import type { AnswerOptions } from '../contract.ts'
import type { AnthropicAnswer, AnthropicBlock, AnthropicPart, AnthropicToolResult } from './contract.ts'

/**
 * Makes the calls of one answer through the whole pipeline, side by side where they may overlap. Failures, denials and
 * arguments that cannot be read are answered to the model.
 * @param content - `message.content`; blocks that are no calls are passed over.
 * @throws AdapterError `CALL_ID_MISSING` before anything runs, where a call has no id.
 */
export async function callAnthropic(
  tools: ToolRuntime,
  content: readonly AnthropicBlock[],
  options: AnswerOptions = {},
): Promise<AnthropicAnswer> {
  const answers = await answerAll(tools, content.filter(isCall).map(asked), options)
  const contexts = answers.flatMap(({ result }) => messageBlocks(result.additionalContexts))
  const after = contexts.length === 0 ? [] : partsOf(contexts, part)
  return {
    messages: answers.length === 0 ? [] : [{ role: 'user', content: [...answers.map(resultOf), ...after] }],
    concludesTurn: concludes(answers),
  }
}

interface ToolUse extends AnthropicBlock {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

function isCall(block: AnthropicBlock): block is ToolUse {
  return block.type === 'tool_use'
}

function asked({ id, name, input }: ToolUse): Asked {
  return { id, name, arguments: { parsed: input } }
}

function resultOf({ id, result }: Answer): AnthropicToolResult {
  const { content, isError } = result
  return {
    type: 'tool_result',
    tool_use_id: id,
    // The API refuses pictures in a result that is an error.
    content: isError ? [part.text(resultText(content))] : partsOf(content, part),
    is_error: isError,
  }
}

const part = {
  text: (text: string): AnthropicPart => ({ type: 'text', text }),
  picture: ({ mimeType, data }: Picture): AnthropicPart => ({
    type: 'image',
    source: { type: 'base64', media_type: mimeType, data },
  }),
}
