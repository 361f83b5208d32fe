import type { SessionEventType } from '@millrace/protocol'
import type { ProviderScript, ScriptedAnswer } from '@millrace/testkit/provider'

/** What a process is doing when it is asked to end. */
export type Doing =
  | 'starts'
  | 'streams'
  | 'runs calls'
  | 'is between steps'
  | 'flushes'
  | 'asks'
  | 'is asked twice'

/** A moment in the life of a process. */
export interface Point {
  readonly doing: Doing
  /** Counted from the start of the process, or after what happens in its log so often. */
  readonly after:
    | { readonly type: SessionEventType; readonly times: number }
    | 'start'
    | 'question'
    | 'effects'
  readonly ms: number
}

/** Numbers from 0 to 1; the same seed gives the same ones. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const order: readonly Doing[] = [
  'runs calls',
  'flushes',
  'streams',
  'is between steps',
  'starts',
  'flushes',
  'asks',
  'runs calls',
  'is between steps',
  'is asked twice',
]

/** Random points, of every kind that a machine can have. @param hasTerminal - whether somebody can be asked. */
export function shutdownPoints(count: number, hasTerminal: boolean): Point[] {
  const random = numbers(21)
  const below = (limit: number): number => Math.floor(random.next().value * limit)
  return Array.from({ length: count }, (_, index) => {
    const doing = order[index % order.length] ?? 'starts'
    return pointOf(doing === 'asks' && !hasTerminal ? 'streams' : doing, below)
  })
}

function pointOf(doing: Doing, below: (limit: number) => number): Point {
  const times = 1 + below(5)
  switch (doing) {
    case 'starts':
      return { doing, after: 'start', ms: below(1_200) }
    case 'streams':
      return { doing, after: { type: 'assistant/chunk', times: 1 + below(2) }, ms: below(150) }
    case 'runs calls':
      return { doing, after: { type: 'tool/progress', times }, ms: below(60) }
    case 'is between steps':
      return {
        doing,
        after: { type: below(2) === 0 ? 'step/end' : 'tool/result', times: 1 + below(2) },
        ms: below(25),
      }
    case 'flushes':
      return {
        doing,
        after: { type: below(2) === 0 ? 'tool/call' : 'tool/result', times: 1 + below(3) },
        ms: below(flushMs),
      }
    case 'asks':
      return { doing, after: 'question', ms: below(200) }
    case 'is asked twice':
      return { doing, after: 'effects', ms: below(100) }
  }
}

/** How long a disk takes where the process is to be found in its flush. */
export const flushMs = 200

const call = (id: string, name: string, args: object) => ({ id, name, arguments: JSON.stringify(args) })

/** A command that leaves a trace of having run. */
const bash = (id: string, rest = ''): ReturnType<typeof call> =>
  call(id, 'bash', { command: `echo ${id} >> effects${rest}` })

/** A turn in which all of it happens; the ids of calls are unique, and those of commands stand in the file `effects`. */
export function turnFor({ doing }: Point): ProviderScript {
  const stays = {
    'runs calls': '; sleep 600 & sleep 600',
    'is asked twice': `; trap "" TERM INT HUP; while :; do sleep 1; done`,
  }
  const rest = doing in stays ? stays[doing as keyof typeof stays] : '; sleep 0.1'
  const streaming: ScriptedAnswer = { text: 'I look at it first. '.repeat(160), pieceUnits: 8, delayMs: 12 }
  const answers: ScriptedAnswer[] = [
    {
      ...(doing === 'streams' && streaming),
      calls: [bash('c1'), call('c2', 'read', { path: 'notes.md' }), call('c3', 'grep', { pattern: 'TODO' })],
    },
    { text: 'Now I change it.', calls: [call('c4', 'read', { path: 'notes.md' }), bash('c5', rest)] },
    { calls: [bash('c6')] },
  ]
  return ({ index }) => answers[index] ?? { text: 'Done.' }
}

/** The call of a turn that does not end by itself. */
export const stayingCall = 'c5'
