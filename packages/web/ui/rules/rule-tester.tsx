import { escapeVisible } from '@millrace/protocol'
import type { PartEntry, TestedCall, WireProblem } from '@millrace/web/wire'
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { post } from '../api/api.ts'
import { problemIn } from '../kit/problem-in.ts'
import { Problem } from '../kit/problem.tsx'
import { Verdict } from './verdict.tsx'
import { rulesWords } from './words.ts'

/** The call that was written, and what was said of the last one, as long as the page is there. */
const call = signal('')
const tested = signal<{ readonly call: string; readonly result: TestedCall } | undefined>(undefined)
const problem = signal<WireProblem | undefined>(undefined)
const isBusy = signal(false)
let latest = 0

async function test(): Promise<void> {
  const asked = call.value
  const own = ++latest
  isBusy.value = true
  try {
    const result = await post<TestedCall>('/api/rules/test', { call: asked })
    if (own !== latest) return
    tested.value = { call: asked, result }
    problem.value = undefined
  } catch (error) {
    if (own !== latest) return
    tested.value = undefined
    problem.value = problemIn(error)
  }
  isBusy.value = false
}

/** Says what would happen to a call, part by part, and what would allow it. */
export function RuleTester(): JSX.Element {
  const words = rulesWords.value
  return (
    <section class="rules-tester" aria-label={words.tester}>
      <h2>{words.tester}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (call.value.trim() !== '') void test()
        }}
      >
        <input
          type="text"
          aria-label={words.testerLabel}
          placeholder={words.testerHint}
          spellcheck={false}
          autocomplete="off"
          value={call.value}
          onInput={(event) => (call.value = event.currentTarget.value)}
        />
        <button type="submit" class="kit-button main" disabled={call.value.trim() === ''}>
          {isBusy.value ? words.testing : words.test}
        </button>
      </form>
      <Problem problem={problem.value} />
      <div role="status">{tested.value !== undefined && <Tested {...tested.value} />}</div>
    </section>
  )
}

function Tested({ call, result }: { readonly call: string; readonly result: TestedCall }): JSX.Element {
  const words = rulesWords.value
  return (
    <>
      <p>
        <span class="visually-hidden">{words.verdict}: </span>
        <Verdict of={result.verdict} /> <code>{escapeVisible(call)}</code>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.verdict}</th>
            <th scope="col">{words.part}</th>
            <th scope="col">{words.because}</th>
          </tr>
        </thead>
        <tbody>
          {result.parts.map((part, at) => (
            <PartRow key={at} part={part} />
          ))}
        </tbody>
      </table>
      {result.suggestions.length > 0 && <Suggestions suggestions={result.suggestions} />}
    </>
  )
}

function PartRow({ part }: { readonly part: PartEntry }): JSX.Element {
  const words = rulesWords.value
  return (
    <tr>
      <td>
        <Verdict of={part.verdict} />
      </td>
      <td>
        <code>{escapeVisible(part.part)}</code>
        {part.via.length > 0 && (
          <p class="kit-quiet">{words.via(part.via.map((name) => escapeVisible(name)).join(', '))}</p>
        )}
      </td>
      <td>
        {part.rule !== undefined && (
          <>
            <code>{escapeVisible(part.rule)}</code>{' '}
          </>
        )}
        {part.source !== undefined && <span class="kit-quiet">{escapeVisible(part.source)} </span>}
        {escapeVisible(part.reason)}
        {part.overruled.map((rule) => (
          <p key={rule} class="kit-quiet">
            {words.overruled}: <code>{escapeVisible(rule)}</code>
          </p>
        ))}
      </td>
    </tr>
  )
}

function Suggestions({ suggestions }: Pick<TestedCall, 'suggestions'>): JSX.Element {
  const words = rulesWords.value
  return (
    <>
      <h3>{words.suggestions}</h3>
      <ul class="rules-suggestions">
        {suggestions.map((rules, at) => (
          <li key={at}>
            {rules.map((rule, index) => (
              <span key={rule}>
                {index > 0 && ` ${words.and} `}
                <code>{escapeVisible(rule)}</code>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
