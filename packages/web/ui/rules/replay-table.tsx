import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { ReplayedCall, ReplayedRules } from '@millrace/web/wire'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { addressOf } from '../app/route.ts'
import { Verdict } from './verdict.tsx'
import { rulesWords } from './words.ts'

/** What other rules would have done, session by session and call by call. */
export function ReplayTable({ replayed }: { readonly replayed: ReplayedRules }): JSX.Element {
  const words = rulesWords.value
  const onlyDiffer = useSignal(true)
  const { differ, same, unjudged, unused } = replayed
  const sessions = replayed.sessions
    .map((session) => ({
      ...session,
      calls: session.calls.filter((call) => !onlyDiffer.value || call.differs),
    }))
    .filter(({ calls }) => calls.length > 0)
  const isEmpty = differ + same + unjudged === 0
  return (
    <>
      <p class="rules-sums" role="status">
        <strong>{words.differ(count(differ))}</strong> {words.same(count(same))}
        {unjudged > 0 && <> {words.unjudged(count(unjudged))}</>}
      </p>
      <label class="rules-check">
        <input
          type="checkbox"
          checked={onlyDiffer.value}
          onChange={(event) => (onlyDiffer.value = event.currentTarget.checked)}
        />{' '}
        {words.onlyDiffer}
      </label>
      {isEmpty && <p>{words.nothingRecorded}</p>}
      {!isEmpty && sessions.length === 0 && <p>{words.nothingDiffers}</p>}
      {sessions.map(({ id, title, calls }) => (
        <section key={id} class="rules-session" aria-label={`${words.session} ${escapeVisible(title)}`}>
          <h3>
            <a href={addressOf({ page: 'session', id })}>{escapeVisible(title) || words.noTitle}</a>
          </h3>
          <CallTable session={id} calls={calls} />
        </section>
      ))}
      {unused.length > 0 && (
        <>
          <h3>{words.unused}</h3>
          <ul class="rules-unused">
            {unused.map(({ list, rule, idle }, at) => (
              <li key={at}>
                <Verdict of={list} /> <code>{escapeVisible(rule)}</code>
                {idle !== undefined && <span class="rules-idle"> {words.idle(escapeVisible(idle))}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function CallTable({
  session,
  calls,
}: {
  readonly session: string
  readonly calls: readonly ReplayedCall[]
}): JSX.Element {
  const words = rulesWords.value
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.was}</th>
          <th scope="col">{words.would}</th>
          <th scope="col">{words.call}</th>
          <th scope="col">{words.because}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.callId} data-differs={call.differs}>
            <td>
              <Verdict of={call.was} />
            </td>
            <td>
              {call.differs && <span aria-hidden="true">→ </span>}
              <Verdict of={call.would} />
            </td>
            <td>
              <a href={addressOf({ page: 'session', id: session, callId: call.callId })}>
                {escapeVisible(call.tool)} <code>{escapeVisible(call.subject)}</code>
              </a>
            </td>
            <td>{escapeVisible(call.because)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
