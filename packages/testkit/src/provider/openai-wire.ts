import { finishOf, piecesOf, type ScriptedAnswer } from './script.ts'
import { wordsOf, type Wire } from './wire.ts'

const reasons = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
} as const

const id = 'chatcmpl-1'
const created = 1_700_000_000

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`

function usageOf({ usage }: ScriptedAnswer): unknown {
  if (usage === undefined) return undefined
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cachedInput ?? 0 },
    prompt_cache_hit_tokens: usage.cachedInput ?? 0,
    prompt_cache_miss_tokens: usage.input - (usage.cachedInput ?? 0),
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
  }
}

function callsOf({ calls = [] }: ScriptedAnswer): { id: string; name: string; arguments: string }[] {
  return calls.map((call, index) => ({ ...call, id: call.id ?? `call_${index + 1}` }))
}

/** The deltas of one choice, in the order in which models write them. */
function deltasOf(answer: ScriptedAnswer): unknown[] {
  const { reasoning = '', text = '', pieceUnits } = answer
  return [
    { role: 'assistant', content: '' },
    ...piecesOf(reasoning, pieceUnits).map((piece) => ({ reasoning_content: piece })),
    ...piecesOf(text, pieceUnits).map((piece) => ({ content: piece })),
    ...callsOf(answer).flatMap((call, index) => [
      {
        tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }],
      },
      ...piecesOf(call.arguments, pieceUnits).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ]),
  ]
}

/** OpenAI's chat completions, with DeepSeek's reasoning. */
export const openaiWire: Wire = {
  events(answer, model) {
    const chunk = { id, object: 'chat.completion.chunk', created, model }
    const content = deltasOf(answer).map((delta) =>
      event({ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] }),
    )
    const usage = usageOf(answer)
    const finish = [
      event({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reasons[finishOf(answer)] }] }),
      ...(usage === undefined ? [] : [event({ ...chunk, choices: [], usage })]),
    ]
    return { content, finish, end: ['data: [DONE]\n\n'] }
  },
  whole(answer, model) {
    const calls = callsOf(answer).map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    }))
    const message = {
      role: 'assistant',
      content: answer.text ?? null,
      ...(answer.reasoning !== undefined && { reasoning_content: answer.reasoning }),
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    const choices = [{ index: 0, message, finish_reason: reasons[finishOf(answer)] }]
    return { id, object: 'chat.completion', created, model, choices, usage: usageOf(answer) }
  },
  error: (type, message) => event({ error: { message, type, code: null, param: null } }),
  refusal(status) {
    const { type, message } = wordsOf(status)
    return { error: { message, type, param: null, code: null } }
  },
}
