import { count, duration, runTimeOf, type Card } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { exactTime } from '../../words/times.ts'
import type { OpenSession } from '../store/open-session.ts'
import type { CallRecord } from './call-record.ts'
import { FactList } from './fact-list.tsx'
import { detailsWords } from './words.ts'

/** Ids, times and where everything is. */
export function CallFacts({
  record,
  card,
  session,
}: {
  readonly record: CallRecord
  readonly card: Card | undefined
  readonly session: OpenSession
}): JSX.Element {
  const words = detailsWords.value
  const { result, parent, agent, turn, step, spills, progress } = record
  const code = (text: string): JSX.Element => <code>{escapeVisible(text)}</code>
  return (
    <FactList
      facts={[
        [words.callId, code(record.callId)],
        [words.session, code(session.id)],
        [
          words.event,
          result === undefined ? count(record.seq) : `${count(record.seq)} – ${count(result.seq)}`,
        ],
        turn === undefined ? undefined : [words.turn, `${turn}, ${step}`],
        agent === undefined ? undefined : [words.agent, code(agent)],
        parent === undefined
          ? undefined
          : [
              words.parent,
              <button
                key="parent"
                type="button"
                class="kit-button"
                onClick={() => (session.focused.value = parent)}
              >
                {escapeVisible(parent)}
              </button>,
            ],
        [words.askedFor, exactTime(record.at)],
        result === undefined ? undefined : [words.ended, exactTime(result.at)],
        card?.endedAt === undefined ? undefined : [words.runTime, duration(runTimeOf(card, card.endedAt))],
        result?.error === undefined
          ? undefined
          : [words.code, code(`${result.error.name} ${result.error.code}`)],
        progress === 0 ? undefined : [words.progress, words.times(count(progress))],
        ...spills.map(
          ({ path, bytes }) =>
            [
              words.spill,
              <>
                {code(path)} {words.bytes(count(bytes))}
              </>,
            ] as const,
        ),
      ]}
    />
  )
}
