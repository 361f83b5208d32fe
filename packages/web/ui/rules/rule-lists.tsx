import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { RuleDecision, RuleEntry, RulesReport } from '@millrace/web/wire'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { addressOf } from '../app/route.ts'
import { listNames, Verdict } from './verdict.tsx'
import { rulesWords } from './words.ts'

/** All rules by what they do, with what each decided lately. */
export function RuleLists({ report }: { readonly report: RulesReport }): JSX.Element {
  const words = rulesWords.value
  const onlyIdle = useSignal(false)
  const shown = report.rules.filter(({ fired }) => !onlyIdle.value || fired === 0)
  return (
    <section aria-label={words.lists}>
      <h2>{words.lists}</h2>
      <p class="kit-quiet">{words.lead(count(report.callsRead))}</p>
      <label class="rules-check">
        <input
          type="checkbox"
          checked={onlyIdle.value}
          onChange={(event) => (onlyIdle.value = event.currentTarget.checked)}
        />{' '}
        {words.onlyIdle}
      </label>
      {listNames.map((list) => (
        <RuleTable key={list} list={list} rules={shown.filter((rule) => rule.list === list)} />
      ))}
    </section>
  )
}

function RuleTable({
  list,
  rules,
}: {
  readonly list: RuleEntry['list']
  readonly rules: readonly RuleEntry[]
}): JSX.Element {
  const words = rulesWords.value
  return (
    <div class="rules-list" role="group" aria-label={words[list]}>
      <h3>
        <Verdict of={list} />
      </h3>
      {rules.length === 0 ? (
        <p class="kit-quiet">{words.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{words.rule}</th>
              <th scope="col">{words.source}</th>
              <th scope="col">{words.fired}</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, at) => (
              <RuleRow key={at} rule={rule} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function RuleRow({ rule }: { readonly rule: RuleEntry }): JSX.Element {
  const words = rulesWords.value
  return (
    <tr>
      <td>
        <code>{escapeVisible(rule.rule)}</code>
        {rule.reason !== undefined && <p class="kit-quiet">{escapeVisible(rule.reason, { lines: true })}</p>}
        {rule.idle !== undefined && <p class="rules-idle">{words.idle(escapeVisible(rule.idle))}</p>}
      </td>
      <td>
        {escapeVisible(rule.source ?? rule.layer)}
        {rule.source !== undefined && <span class="kit-quiet"> {escapeVisible(rule.layer)}</span>}
      </td>
      <td>
        <Fired rule={rule} />
      </td>
    </tr>
  )
}

/** How many decisions of a rule are listed. */
const most = 10

function Fired({ rule: { fired, decided } }: { readonly rule: RuleEntry }): JSX.Element {
  const words = rulesWords.value
  if (fired === 0) return <span class="kit-quiet">{words.never}</span>
  return (
    <details>
      <summary>{fired === 1 ? words.once : words.times(count(fired))}</summary>
      <ul>
        {decided.slice(0, most).map((decision) => (
          <li key={`${decision.session} ${decision.callId}`}>
            <DecisionLink decision={decision} />
          </li>
        ))}
      </ul>
      {fired > most && <p class="kit-quiet">{words.more(count(fired - most))}</p>}
    </details>
  )
}

function DecisionLink({ decision }: { readonly decision: RuleDecision }): JSX.Element {
  const { session, callId, tool, subject } = decision
  return (
    <a href={addressOf({ page: 'session', id: session, callId })}>
      {escapeVisible(tool)} <code>{escapeVisible(subject)}</code>
    </a>
  )
}
