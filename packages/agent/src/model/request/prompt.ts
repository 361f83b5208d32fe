import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'
import type {
  AssistantMessage,
  ContentBlock,
  ImageBlock,
  JsonValue,
  Message,
  ToolMessage,
} from '@millrace/protocol'
import type { ModelRequest } from '../../contract/model.ts'
import { isNode } from '../dialect/reference.ts'
import { argumentInput } from './argument-input.ts'
import { isPicture, pictureOf, resultText, userParts, type Pictures } from './content.ts'

/** What the conversion has to know of the provider. */
export interface PromptTarget {
  /** The SDK's name of the provider, under which metadata goes back. */
  readonly provider: string
  readonly pictures: Pictures
  /** Whether the provider takes reasoning back only with the signature that it gave. */
  readonly signedReasoning: boolean
  /** The provider's name of a tool. */
  readonly nameOf: (tool: string) => string
}

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number]

/** The system prompt and the messages of a request, in the SDK's form. */
export function promptOf(request: ModelRequest, target: PromptTarget): LanguageModelV3Prompt {
  const prompt: LanguageModelV3Prompt = []
  if (request.system.trim() !== '') prompt.push({ role: 'system', content: request.system.toWellFormed() })
  const tools = new Map<string, string>()
  for (const group of rounds(request.messages)) appendRound(group, prompt, tools, target)
  return prompt
}

/** An answer and what came between it and the next one. */
interface Round {
  assistant?: AssistantMessage
  readonly results: ToolMessage[]
  readonly users: Extract<Message, { role: 'user' }>[]
}

// Providers want all results right after the calls: whatever else was said in between follows them.
function rounds(messages: readonly Message[]): Round[] {
  const all: Round[] = [{ results: [], users: [] }]
  for (const message of messages) {
    const last = all.at(-1)!
    if (message.role === 'assistant') all.push({ assistant: message, results: [], users: [] })
    else if (message.role === 'tool') last.results.push(message)
    else last.users.push(message)
  }
  return all
}

function appendRound(
  round: Round,
  prompt: LanguageModelV3Prompt,
  tools: Map<string, string>,
  target: PromptTarget,
): void {
  if (round.assistant !== undefined) {
    for (const call of round.assistant.toolCalls ?? []) tools.set(call.id, call.name)
    const content = assistantParts(round.assistant, target)
    if (content.length > 0) prompt.push({ role: 'assistant', content })
  }
  const followers: ImageBlock[] = []
  const results = round.results.map((result) => resultPart(result, tools, target, followers))
  if (results.length > 0) prompt.push({ role: 'tool', content: results })
  if (followers.length > 0) {
    const text = `The ${followers.length === 1 ? 'image' : 'images'} of the results above, in their order:`
    prompt.push({ role: 'user', content: [{ type: 'text', text }, ...followers.map(pictureOf)] })
  }
  for (const user of round.users)
    prompt.push({ role: 'user', content: userParts(user.content, target.pictures) })
}

function assistantParts(message: AssistantMessage, target: PromptTarget): AssistantPart[] {
  const parts: AssistantPart[] = []
  for (const { text, metadata } of message.reasoning ?? []) {
    const options = optionsOf(metadata)
    if (returns(options, target))
      parts.push({ type: 'reasoning', text, ...(options && { providerOptions: options }) })
  }
  for (const block of message.content) {
    // An answer is sent back as words: no provider takes pictures of its own.
    const [part] = userParts([block], 'none')
    if (part?.type === 'text' && !isBlank(block)) parts.push(part)
  }
  for (const call of message.toolCalls ?? []) {
    const options = optionsOf(call.metadata)
    parts.push({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: target.nameOf(call.name),
      input: argumentInput(call.arguments),
      ...(options && { providerOptions: options }),
    })
  }
  return parts
}

const isBlank = (block: ContentBlock): boolean => block.type === 'text' && block.text.trim() === ''

/** Whether reasoning goes back: to the provider that wrote it alone, and signed where that is asked for. */
function returns(options: SharedV3ProviderOptions | undefined, target: PromptTarget): boolean {
  const own = options?.[target.provider]
  if (!target.signedReasoning) return options === undefined || own !== undefined
  return typeof own?.signature === 'string' || typeof own?.redactedData === 'string'
}

/** Metadata in the SDK's form: objects by the name of a provider. Anything else is nobody's. */
function optionsOf(metadata: JsonValue | undefined): SharedV3ProviderOptions | undefined {
  if (!isNode(metadata)) return undefined
  const entries = Object.entries(metadata).flatMap(([provider, options]) =>
    isNode(options) ? [[provider, options] as const] : [],
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function resultPart(
  result: ToolMessage,
  tools: ReadonlyMap<string, string>,
  target: PromptTarget,
  followers: ImageBlock[],
): LanguageModelV3ToolResultPart {
  const tool = tools.get(result.callId) ?? 'unknown'
  const named = { type: 'tool-result' as const, toolCallId: result.callId, toolName: target.nameOf(tool) }
  const pictures = target.pictures === 'none' ? [] : result.content.filter(isPicture)
  if (target.pictures === 'results' && pictures.length > 0 && !result.isError) {
    return { ...named, output: { type: 'content', value: result.content.map(resultItem) } }
  }
  followers.push(...pictures)
  const value = resultText(result.content, pictures.length > 0)
  return { ...named, output: { type: result.isError ? 'error-text' : 'text', value } }
}

function resultItem(
  block: ContentBlock,
): Extract<LanguageModelV3ToolResultPart['output'], { type: 'content' }>['value'][number] {
  if (isPicture(block)) return { type: 'image-data', data: block.data, mediaType: block.mimeType }
  return { type: 'text', text: resultText([block], false) }
}
