import type * as acp from '@agentclientprotocol/sdk'
import type { SessionNote } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import { boundedText, titleText } from './text.ts'

/** What a person should know of how a session goes, for an editor that has a place for it. */
export function noticeOf(note: SessionNote): acp.SessionUpdate {
  const [severity, title, description] = wordsOf(note)
  const told =
    description === '' ? {} : { description: escapeVisible(boundedText(description), { lines: true }) }
  return { sessionUpdate: 'notice', severity, title: titleText(title), ...told }
}

function wordsOf(note: SessionNote): readonly [acp.NoticeSeverity, title: string, description: string] {
  switch (note.type) {
    case 'retry':
      return [
        'warning',
        `The model is asked again in ${Math.ceil(note.delayMs / 1000)} s (${note.code})`,
        note.message,
      ]
    case 'notice':
      return ['info', note.message, '']
    case 'pruned':
      return ['info', `${note.results} older results are sent to the model in short`, '']
    case 'summarised':
      return ['info', 'The model reads the beginning of this session as a summary', note.summary]
    case 'resumed': {
      const unknown = note.closedCalls === 0 ? '' : `The outcome of ${note.closedCalls} calls is unknown.`
      return ['info', 'The session goes on', unknown]
    }
    case 'unreadable':
      return ['warning', `Event ${note.seq} of the log (${note.event}) cannot be read`, '']
  }
}
