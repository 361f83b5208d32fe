import { finishOf, piecesOf, type ScriptedAnswer } from './script.ts'
import { wordsOf, type Wire } from './wire.ts'

const reasons = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
} as const

const event = (data: { readonly type: string; readonly [key: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

/** One block of an answer: how it starts, and what is added to it. */
interface Block {
  readonly start: unknown
  readonly deltas: readonly unknown[]
}

function blocksOf(answer: ScriptedAnswer): Block[] {
  const { reasoning, signature = 'signed', text, calls = [], pieceUnits } = answer
  const blocks: Block[] = []
  if (reasoning !== undefined) {
    const words = piecesOf(reasoning, pieceUnits).map((thinking) => ({ type: 'thinking_delta', thinking }))
    const start = { type: 'thinking', thinking: '', signature: '' }
    blocks.push({ start, deltas: [...words, { type: 'signature_delta', signature }] })
  }
  if (text !== undefined) {
    const deltas = piecesOf(text, pieceUnits).map((piece) => ({ type: 'text_delta', text: piece }))
    blocks.push({ start: { type: 'text', text: '' }, deltas })
  }
  for (const [index, call] of calls.entries()) {
    const start = { type: 'tool_use', id: call.id ?? `call_${index + 1}`, name: call.name, input: {} }
    const deltas = piecesOf(call.arguments, pieceUnits).map((partial_json) => ({
      type: 'input_json_delta',
      partial_json,
    }))
    blocks.push({ start, deltas })
  }
  return blocks
}

function usageOf({ usage }: ScriptedAnswer): { input_tokens: number; output_tokens: number } {
  const cached = usage?.cachedInput ?? 0
  const counted = {
    input_tokens: (usage?.input ?? 0) - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
  }
  return { ...counted, output_tokens: usage?.output ?? 0 }
}

/** A block as it stands in an answer that is not streamed. */
function wholeBlocks(answer: ScriptedAnswer): unknown[] {
  const { reasoning, signature = 'signed', text, calls = [] } = answer
  return [
    ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning, signature }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map((call, index) => ({
      type: 'tool_use',
      id: call.id ?? `call_${index + 1}`,
      name: call.name,
      input: JSON.parse(call.arguments === '' ? '{}' : call.arguments) as unknown,
    })),
  ]
}

/** Anthropic's messages. */
export const anthropicWire: Wire = {
  events(answer, model) {
    const usage = usageOf(answer)
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null }
    const content = [
      event({ type: 'message_start', message: { ...message, usage: { ...usage, output_tokens: 0 } } }),
      ...blocksOf(answer).flatMap(({ start, deltas }, index) => [
        event({ type: 'content_block_start', index, content_block: start }),
        ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
        event({ type: 'content_block_stop', index }),
      ]),
    ]
    const delta = { stop_reason: reasons[finishOf(answer)], stop_sequence: null }
    const finish = [event({ type: 'message_delta', delta, usage })]
    return { content, finish, end: [event({ type: 'message_stop' })] }
  },
  whole: (answer, model) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: wholeBlocks(answer),
    stop_reason: reasons[finishOf(answer)],
    stop_sequence: null,
    usage: usageOf(answer),
  }),
  error: (type, message) => event({ type: 'error', error: { type, message } }),
  refusal: (status) => ({ type: 'error', error: wordsOf(status) }),
}
