import type { ContentBlock, ImageBlock, SessionEvent } from '@millrace/protocol'
import { contentText } from '@millrace/protocol'
import { streamingOf, withItem, withoutStream, withStreamed, withStreaming, type Lane } from '../fold/lane.ts'
import { stepped, type Steps } from '../fold/steps.ts'
import { eventData } from './event-data.ts'
import type { AssistantItem, NoteItem, SessionNote, TurnEndItem, UserItem } from './item.ts'

/** A lane after one more event of its agent; one whose data cannot be read leaves a note. */
export function laneAfter(lane: Lane, event: SessionEvent): Lane {
  try {
    return stepped(steps, lane, event)
  } catch {
    return withItem(lane, noteItem(event.time, { type: 'unreadable', event: event.type, seq: event.seq }))
  }
}

const steps: Steps<Lane> = {
  'turn/start': withoutStream,
  'step/start': (lane, { data }) => ({ ...withoutStream(lane), model: eventData['step/start'](data).model }),
  'turn/end': (lane, event) => withItem(withoutStream(lane), turnEnd(event, lane)),
  'user/message': (lane, event) => withItem(lane, userItem(event)),
  'assistant/chunk': (lane, event) => withStreaming(lane, streamed(event, streamingOf(lane))),
  'assistant/message': answered,
  'model/retry': (lane, { time, data }) =>
    withStreamed(lane, noteItem(time, { type: 'retry', ...eventData['model/retry'](data) })),
  'model/notice': (lane, { time, data }) =>
    withItem(lane, noteItem(time, { type: 'notice', ...eventData['model/notice'](data) })),
  'context/pruned': (lane, { time, data }) => {
    const { results, by } = eventData['context/pruned'](data)
    const bytes = results.reduce((sum, each) => sum + each.bytes, 0)
    return withItem(lane, noteItem(time, { type: 'pruned', results: results.length, bytes, by }))
  },
  'context/summarised': (lane, { time, data }) =>
    withItem(lane, noteItem(time, { type: 'summarised', ...eventData['context/summarised'](data) })),
  'session/resumed': (lane, { time, data }) =>
    withItem(withoutStream(lane), noteItem(time, { type: 'resumed', ...eventData['session/resumed'](data) })),
}

function noteItem(at: number, note: SessionNote): NoteItem {
  return { kind: 'note', at, note }
}

function userItem({ time, data }: SessionEvent<'user/message'>): UserItem {
  const { turn, message, steering } = eventData['user/message'](data)
  const { source } = message
  return {
    kind: 'user',
    at: time,
    turn,
    ...wordsOf(message.content),
    ...(steering === true && { steering }),
    ...(source?.kind === 'plugin' && { plugin: source.plugin ?? '' }),
  }
}

function streamed(
  { time, data }: SessionEvent<'assistant/chunk'>,
  before: AssistantItem | undefined,
): AssistantItem {
  const { kind, text } = eventData['assistant/chunk'](data)
  const item: AssistantItem = before ?? {
    kind: 'assistant',
    at: time,
    text: '',
    reasoning: '',
    state: 'streaming',
  }
  return { ...item, [kind]: item[kind] + text }
}

/** The whole answer takes the place of its parts; one that only calls tools is not shown. */
function answered(lane: Lane, { time, data }: SessionEvent<'assistant/message'>): Lane {
  const { message, finish } = eventData['assistant/message'](data)
  const before = streamingOf(lane)
  const item: AssistantItem = {
    kind: 'assistant',
    at: before?.at ?? time,
    ...wordsOf(message.content),
    reasoning: (message.reasoning ?? []).map(({ text }) => text).join('\n'),
    state: finish === 'interrupted' ? 'interrupted' : 'done',
    finish,
  }
  const isSilent = item.text === '' && item.reasoning === '' && (finish === 'stop' || finish === 'tool-calls')
  return before === undefined && isSilent ? lane : withStreamed(lane, item)
}

function turnEnd({ time, data }: SessionEvent<'turn/end'>, { model }: Lane): TurnEndItem {
  const { turn, reason, message, code, totals } = eventData['turn/end'](data)
  return {
    kind: 'end',
    at: time,
    turn,
    reason,
    ...(message !== undefined && { message }),
    ...(code !== undefined && { code }),
    totals,
    ...(model !== undefined && { model }),
  }
}

function wordsOf(content: string | readonly ContentBlock[]): {
  readonly text: string
  readonly images?: readonly ImageBlock[]
} {
  if (typeof content === 'string') return { text: content }
  const images = content.filter((block) => block.type === 'image')
  return { text: contentText(content), ...(images.length > 0 && { images }) }
}
