import type {
  CallCounts,
  ContentBlock,
  ModelName,
  SessionEvent,
  Totals,
  TurnEndReason,
  Usage,
} from '@millrace/protocol'
import { content } from '../view/content.ts'
import {
  amount,
  either,
  list,
  literal,
  natural,
  optional,
  record,
  string,
  type Read,
} from '../view/reader.ts'

interface Message {
  readonly content: string | ContentBlock[]
}

interface Source {
  readonly kind: 'user' | 'plugin'
  readonly plugin?: string
}

const usage = record<Usage>({
  input: amount,
  output: amount,
  cachedInput: optional(amount),
  reasoning: optional(amount),
})

/** What was used, as a log has it. */
export const totals: Read<Totals> = record<Totals>({
  steps: amount,
  calls: record<CallCounts>({ done: amount, failed: amount, denied: amount, cancelled: amount }),
  usage,
  cost: optional(amount),
  ms: amount,
  toolMs: amount,
})

const model = record<ModelName>({ provider: string, id: string })

/** The data of the events that a session shows beside its calls, as far as it is shown. */
export const eventData = {
  'session/resumed': record<{ closedCalls: number; torn?: { bytes: number; file: string } }>({
    closedCalls: natural,
    torn: optional(record<{ bytes: number; file: string }>({ bytes: natural, file: string })),
  }),
  'turn/start': record<{ turn: number }>({ turn: natural }),
  'turn/end': record<{
    turn: number
    reason: TurnEndReason
    message?: string
    code?: string
    totals: Totals
    session: Totals
  }>({
    turn: natural,
    reason: literal('done', 'concluded', 'interrupted', 'limit', 'denied', 'failed'),
    message: optional(string),
    code: optional(string),
    totals,
    session: totals,
  }),
  'step/start': record<{ turn: number; step: number; model: ModelName }>({
    turn: natural,
    step: natural,
    model,
  }),
  'user/message': record<{
    turn: number
    message: Message & { source?: Source }
    steering?: true
  }>({
    turn: natural,
    message: record<Message & { source?: Source }>({
      content: either(string, content),
      source: optional(record<Source>({ kind: literal('user', 'plugin'), plugin: optional(string) })),
    }),
    steering: optional(literal(true)),
  }),
  'assistant/chunk': record<{ kind: 'text' | 'reasoning'; text: string }>({
    kind: literal('text', 'reasoning'),
    text: string,
  }),
  'assistant/message': record<{
    message: { reasoning?: { text: string }[]; content: ContentBlock[] }
    finish: SessionEvent<'assistant/message'>['data']['finish']
  }>({
    message: record<{ reasoning?: { text: string }[]; content: ContentBlock[] }>({
      reasoning: optional(list(record<{ text: string }>({ text: string }))),
      content,
    }),
    finish: literal('stop', 'tool-calls', 'length', 'content-filter', 'interrupted', 'error', 'other'),
  }),
  'model/retry': record<{ attempt: number; code: string; message: string; delayMs: number }>({
    attempt: natural,
    code: string,
    message: string,
    delayMs: amount,
  }),
  'model/notice': record<{ message: string }>({ message: string }),
  'context/pruned': record<{ results: { bytes: number }[]; by: string }>({
    results: list(record<{ bytes: number }>({ bytes: natural })),
    by: string,
  }),
  'context/summarised': record<{ keptFrom: number; summary: string; by: string }>({
    keptFrom: natural,
    summary: string,
    by: string,
  }),
} as const
