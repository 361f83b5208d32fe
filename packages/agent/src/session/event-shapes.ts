import type { SessionEventMap, SessionEventType } from '@millrace/protocol'
import { compileShape, type CompiledShape, type Shape } from './shape.ts'

type RequiredOf<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]

/** A shape names all that the data of its type must have, and perhaps more. */
type Shapes = { readonly [T in SessionEventType]: Readonly<Record<RequiredOf<SessionEventMap[T]>, Shape>> }

const step = { turn: 'number', step: 'number' } as const

const totals = {
  steps: 'number',
  calls: { done: 'number', failed: 'number', denied: 'number', cancelled: 'number' },
  usage: { input: 'number', output: 'number' },
  ms: 'number',
  toolMs: 'number',
} as const

const subCall = { rootCallId: 'text', parentCallId: 'text', subCallId: 'text', name: 'text' } as const

const approval = { requestId: 'text', callId: 'text', toolName: 'text', argumentsHash: 'text' } as const

/**
 * Every type of event that this version knows, and what its data must have, so that whoever folds a log meets no surprise in
 * it. The compiler keeps the table whole.
 */
const shapes = {
  'session/resumed': { closedCalls: 'number' },
  'turn/start': { turn: 'number', principal: 'text' },
  'turn/end': { turn: 'number', reason: 'text', totals, session: totals },
  'prompt/assembled': { ...step, system: 'text', tools: 'list' },
  'step/start': { ...step, model: { provider: 'text', id: 'text' }, settings: 'record' },
  'step/end': { ...step, finish: 'text' },
  'user/message': { ...step, message: { role: 'text', content: 'words' } },
  'assistant/chunk': { ...step, kind: 'text', text: 'text' },
  'assistant/message': {
    ...step,
    message: { role: 'text', content: 'blocks', toolCalls: 'calls?' },
    finish: 'text',
  },
  'model/retry': { ...step, attempt: 'number', code: 'text', message: 'text', delayMs: 'number' },
  'model/notice': { ...step, message: 'text' },
  'context/pruned': { ...step, results: 'list', by: 'text' },
  'context/summarised': { ...step, keptFrom: 'number', summary: 'text', by: 'text' },
  'agent/started': { agentId: 'text', parentCallId: 'text', principal: 'text', description: 'text' },
  'agent/ended': { agentId: 'text', parentCallId: 'text', reason: 'text' },
  'spill/kept': { callId: 'text', path: 'text', bytes: 'number' },
  'tool/call': { ...step, callId: 'text', name: 'text', arguments: 'text' },
  'tool/result': { ...step, callId: 'text', callSeq: 'number', content: 'blocks', isError: 'flag' },
  'tool/code-dispatch-start': { ...subCall, arguments: 'any' },
  'tool/code-dispatch': { ...subCall, arguments: 'any', isError: 'flag', content: 'blocks' },
  'tool/code-console': { callId: 'text', text: 'text' },
  'tool/code-resumed': { callId: 'text', from: 'text', recorded: 'number', unknown: 'number' },
  'tools/loaded': { callId: 'text', names: 'list' },
  'tool/progress': { callId: 'text' },
  'tool/trace': { callId: 'text', status: 'text', stages: 'list' },
  'approval/asked': approval,
  'approval/decided': { ...approval, outcome: 'text', by: 'text' },
  'permission/granted': { id: 'text', rule: 'text', lasts: 'text', by: 'text', at: 'number' },
  'permission/revoked': { id: 'text', rule: 'text', by: 'text' },
} as const satisfies Shapes

/** The types that a log may have, each with the shape of its data. */
export type KnownEvents = ReadonlyMap<string, CompiledShape>

/** Those of this version, and those that plugins add: their data are objects of any shape. */
export function knownEvents(added: Iterable<string> = []): KnownEvents {
  const known = new Map<string, CompiledShape>()
  for (const [type, shape] of Object.entries<Shape>(shapes)) known.set(type, compileShape(shape))
  for (const type of added) if (!known.has(type)) known.set(type, compileShape('record'))
  return known
}
