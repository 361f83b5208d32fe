import { escapeVisible } from '@millrace/protocol'
import type { RulesReport } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { onChanged } from '../desk/desk.ts'
import { Problem } from '../kit/problem.tsx'
import { useResource } from '../kit/resource.ts'
import { kitWords } from '../kit/words.ts'
import { Grants } from './grants.tsx'
import { RuleLists } from './rule-lists.tsx'
import { RuleReplay } from './rule-replay.tsx'
import { RuleTester } from './rule-tester.tsx'
import { Verdict } from './verdict.tsx'
import { rulesWords } from './words.ts'
import './rules.css'

/** The permission rules of the folder: what they are, what they decided, and what others would have. */
export function RulesPage(): JSX.Element {
  const words = rulesWords.value
  const { value, problem, reload } = useResource<RulesReport>('/api/rules')
  useEffect(() => onChanged('rules', reload), [])
  useEffect(() => onChanged('about', reload), [])
  const report = value.value
  return (
    <div class="rules">
      <h1>{words.title}</h1>
      <Problem problem={problem.value} onRetry={reload} />
      {report === undefined && problem.value === undefined && (
        <p class="kit-quiet">{kitWords.value.loading}</p>
      )}
      {report !== undefined && <Report report={report} onRevoked={reload} />}
    </div>
  )
}

function Report({
  report,
  onRevoked,
}: {
  readonly report: RulesReport
  readonly onRevoked: () => void
}): JSX.Element {
  const words = rulesWords.value
  return (
    <>
      <p class="rules-head">
        <span>
          {words.mode} <strong>{report.mode}</strong>{' '}
          <span class="kit-quiet">{escapeVisible(report.modeSource)}</span>
        </span>
        <span>
          {words.sandbox} <strong>{escapeVisible(report.sandbox)}</strong>
        </span>
      </p>
      <Problems problems={report.problems} />
      <RuleTester />
      <RuleLists report={report} />
      <Grants grants={report.grants} onRevoked={onRevoked} />
      <RuleReplay report={report} />
    </>
  )
}

function Problems({ problems }: Pick<RulesReport, 'problems'>): JSX.Element | null {
  const words = rulesWords.value
  if (problems.length === 0) return null
  return (
    <section class="kit-problem" aria-label={words.problems}>
      <h2>{words.problems}</h2>
      <ul>
        {problems.map(({ list, rule, source, problem }, at) => (
          <li key={at}>
            <Verdict of={list} /> <code>{escapeVisible(rule)}</code>{' '}
            {source !== undefined && <span class="kit-quiet">{escapeVisible(source)}</span>}{' '}
            {escapeVisible(problem, { lines: true })}
          </li>
        ))}
      </ul>
    </section>
  )
}
