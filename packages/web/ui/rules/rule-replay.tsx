import { escapeVisible } from '@millrace/protocol'
import type {
  PermissionModeName,
  ReplayedRules,
  ReplayRules,
  RuleListName,
  RulesReport,
} from '@millrace/web/wire'
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { post } from '../api/api.ts'
import { deed } from '../kit/deed.ts'
import { Problem } from '../kit/problem.tsx'
import { ReplayTable } from './replay-table.tsx'
import { listNames } from './verdict.tsx'
import { rulesWords } from './words.ts'

type Lists = Readonly<Record<RuleListName, string>>

const modes: readonly PermissionModeName[] = ['default', 'accept-edits', 'plan', 'bypass']

/** What was written instead of the rules and the mode of the folder, and what came of it, as long as the page is there. */
const written = signal<Lists | undefined>(undefined)
const chosenMode = signal<PermissionModeName | undefined>(undefined)
const replayed = signal<ReplayedRules | undefined>(undefined)

const replaying = deed(async (request: ReplayRules) => {
  replayed.value = await post<ReplayedRules>('/api/rules/replay', request)
})

/** Tries rules on what is recorded, before they count. */
export function RuleReplay({ report }: { readonly report: RulesReport }): JSX.Element {
  const words = rulesWords.value
  const lists = written.value ?? listsOf(report)
  const mode = chosenMode.value ?? report.mode
  const isBusy = replaying.isUnderWay.value
  const begin = (): void => {
    const { allow, ask, deny } = lists
    const rules = { allow: rulesIn(allow), ask: rulesIn(ask), deny: rulesIn(deny) }
    void replaying.start({ rules, mode })
  }
  return (
    <section class="rules-replay" aria-label={words.replay}>
      <h2>{words.replay}</h2>
      <p class="kit-quiet">{words.replayLead}</p>
      <div class="rules-editor">
        {listNames.map((list) => (
          <label key={list}>
            {words.replayList(words[list])}
            <textarea
              spellcheck={false}
              autocomplete="off"
              rows={6}
              value={lists[list]}
              onInput={(event) => (written.value = { ...lists, [list]: event.currentTarget.value })}
            />
          </label>
        ))}
      </div>
      <div class="kit-tools">
        <ModeChoice mode={mode} onChoose={(chosen) => (chosenMode.value = chosen)} />
        <button type="button" class="kit-button main" disabled={isBusy} onClick={begin}>
          {isBusy ? words.running : words.run}
        </button>
        <button type="button" class="kit-button" onClick={() => (written.value = undefined)}>
          {words.current}
        </button>
      </div>
      <Problem problem={replaying.problem.value} />
      {replayed.value?.problems.map((each) => (
        <p key={each} class="rules-idle">
          {escapeVisible(each, { lines: true })}
        </p>
      ))}
      {replayed.value !== undefined && <ReplayTable replayed={replayed.value} />}
    </section>
  )
}

function ModeChoice({
  mode,
  onChoose,
}: {
  readonly mode: PermissionModeName
  readonly onChoose: (mode: PermissionModeName) => void
}): JSX.Element {
  return (
    <label>
      {rulesWords.value.replayMode}{' '}
      <select
        value={mode}
        onChange={(event) => {
          const chosen = modes.find((each) => each === event.currentTarget.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        {modes.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  )
}

function listsOf({ rules }: RulesReport): Lists {
  const lines = (list: RuleListName): string =>
    [...new Set(rules.filter((rule) => rule.list === list).map(({ rule }) => rule))].join('\n')
  return { allow: lines('allow'), ask: lines('ask'), deny: lines('deny') }
}

function rulesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
