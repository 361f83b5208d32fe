import {
  ModelError,
  type AgentModel,
  type ModelAnswer,
  type ModelCallOptions,
  type ModelRequest,
} from '@millrace/agent'
import { text, type Message, type ToolCallRequest } from '@millrace/protocol'
import { thrownValue } from '../faults/thrown-value.ts'
import type { Chance } from './chance.ts'
import { untilAborted, type World } from './world.ts'

/** Argument texts as models write them, good and bad. */
const argumentTexts = [
  '{}',
  '{}',
  '{"n":1}',
  '{"n":2,"list":[1,{"deep":"x"}]}',
  '',
  '  ',
  '{"n":',
  '{"n":1,"n":2}',
  '{"n":12345678901234567890}',
  '[1]',
  'null',
  '"text"',
  '{"n":1} and more',
  '{"__proto__":{"polluted":true}}',
  '\u0000',
]

/** A model that answers by chance: words, batches of calls of all kinds, failures, and things that are no answers. */
export function simulatedModel(world: World): AgentModel {
  const { chance, time } = world
  const used: string[] = []
  const ask = async (request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer> => {
    world.signals.add(options.signal)
    checkRequest(world, request)
    if (chance.percent(30)) await time.sleep(chance.delay())
    if (options.signal.aborted) return interrupted('')
    const said = await speak(world, options)
    if (options.signal.aborted) return interrupted(said)
    const kind = world.isCalm
      ? 'words'
      : chance.weighted({ calls: 60, words: 24, fails: 5, odd: 2, malformed: 3, waits: 3, deaf: 3 })
    if (kind === 'calls' || kind === 'words')
      return answered(said, kind === 'calls' ? batch(world, request, used) : [], chance)
    chance.did(`model ${kind}`)
    if (kind === 'waits') await untilAborted(world, options.signal)
    if (kind === 'waits') return interrupted(said)
    if (kind === 'deaf') await time.sleep(50)
    return kind === 'deaf' ? answered(said, batch(world, request, used), chance) : broken(kind, chance)
  }
  return { name: { provider: 'simulated', id: 'chance' }, price: { input: 1, output: 2 }, ask }
}

function answered(said: string, calls: ToolCallRequest[], chance: Chance): ModelAnswer {
  return {
    message: {
      role: 'assistant',
      content: said === '' ? [] : [text(said)],
      ...(calls.length > 0 && { toolCalls: calls }),
    },
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { input: 10 + chance.below(50), output: 1 + chance.below(20) },
  }
}

function broken(kind: 'fails' | 'odd' | 'malformed', chance: Chance): ModelAnswer {
  if (kind === 'fails')
    throw new ModelError(chance.pick(['MODEL_UNAVAILABLE', 'MODEL_RATE_LIMIT']), 'simulated')
  if (kind === 'odd') throw thrownValue(chance.pick(['string', 'undefined', 'revoked-proxy', 'trap']))
  return chance.pick(malformed)() as ModelAnswer
}

async function speak({ chance, time, isCalm }: World, { signal, onNews }: ModelCallOptions): Promise<string> {
  let said = ''
  for (let pieces = chance.below(3); pieces > 0 && !signal.aborted; pieces--) {
    if (chance.percent(50)) await time.sleep(chance.delay(), signal).catch(() => undefined)
    if (signal.aborted) break
    const word = chance.pick(['well', 'then', 'so\n', '…'])
    onNews?.({ kind: chance.percent(20) ? 'reasoning' : 'text', text: word })
    said += word
  }
  if (!isCalm && chance.percent(4)) {
    chance.did('model retry')
    onNews?.({ kind: 'retry', attempt: 1, code: 'MODEL_UNAVAILABLE', message: 'simulated', delayMs: 1 })
  }
  if (!isCalm && chance.percent(2)) {
    chance.did('model late news')
    void time.sleep(30).then(() => onNews?.({ kind: 'text', text: 'too late' }))
  }
  return said
}

function interrupted(said: string): ModelAnswer {
  return { message: { role: 'assistant', content: said === '' ? [] : [text(said)] }, finish: 'interrupted' }
}

/** Things that a broken provider or plugin may give for an answer. */
const malformed: readonly (() => unknown)[] = [
  () => undefined,
  () => 'text',
  () => ({}),
  () => ({ message: { role: 'user', content: 'x' }, finish: 'stop' }),
  () => ({ message: { role: 'assistant', content: 'text' }, finish: 'stop' }),
  () => ({ message: { role: 'assistant', content: [{ type: 'text', text: undefined }] }, finish: 'stop' }),
  () => ({
    message: { role: 'assistant', content: [], toolCalls: [{ id: 1, name: 2, arguments: {} }] },
    finish: 'x',
  }),
  () => ({ message: { role: 'assistant', content: [], toolCalls: 'all' }, finish: 'tool-calls' }),
  () => ({
    message: { role: 'assistant', content: [] },
    finish: 'stop',
    usage: { input: Number.NaN, output: -1 },
  }),
  () => ({ message: { role: 'assistant', content: [] }, finish: 'stop', usage: { input: 1n } }),
  () => new Proxy({}, { get: () => thrownValue('string') as never }),
]

function batch({ chance }: World, request: ModelRequest, used: string[]): ToolCallRequest[] {
  const names = request.tools.map((tool) => tool.name)
  const size = chance.percent(5) ? 12 : 1 + chance.below(5)
  const ids: string[] = []
  return Array.from({ length: size }, () => {
    const isKnown = names.length > 0 && chance.percent(93)
    const odd = isKnown ? '' : chance.pick(['unknown', '', 'ECHO', '__proto__', 'run_code'])
    if (!isKnown) chance.did('call of an unknown tool')
    const id = callId(chance, ids, used)
    ids.push(id)
    used.push(id)
    return { id, name: isKnown ? chance.pick(names) : odd, arguments: argumentsBy(chance) }
  })
}

function argumentsBy(chance: World['chance']): string {
  if (chance.percent(75)) return argumentTexts[chance.below(4)] ?? '{}'
  chance.did('odd arguments')
  return chance.pick(argumentTexts)
}

function callId(chance: World['chance'], ids: readonly string[], used: readonly string[]): string {
  const kind = chance.weighted({ fresh: 85, empty: 4, repeated: 5, reused: 6 })
  const from = kind === 'repeated' ? ids : used
  if (kind === 'fresh' || (kind !== 'empty' && from.length === 0)) return `c${used.length}`
  chance.did(`${kind} call id`)
  return kind === 'empty' ? '' : chance.pick(from)
}

/** What every provider demands: results right after the calls, one for each, in their order. */
function checkRequest({ problems }: World, { messages }: ModelRequest): void {
  let open: string[] = []
  messages.forEach((message: Message, at) => {
    if (message.role === 'tool') {
      const expected = open.shift()
      if (message.callId !== expected)
        problems.push(
          `message ${at} of a request is the result of ${message.callId}, not of ${expected ?? 'nothing'}`,
        )
      return
    }
    if (open.length > 0)
      problems.push(`message ${at} of a request comes before the results of ${open.join(', ')}`)
    open = message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.id) : []
  })
  if (open.length > 0) problems.push(`a request ends without the results of ${open.join(', ')}`)
}
