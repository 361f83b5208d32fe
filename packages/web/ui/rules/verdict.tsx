import type { RuleListName } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { rulesWords } from './words.ts'

/** The strictest first: that is how they count. */
export const listNames: readonly RuleListName[] = ['deny', 'ask', 'allow']

/** What happens to a call, in a word and a colour. */
export function Verdict({ of }: { readonly of: RuleListName | undefined }): JSX.Element {
  if (of === undefined) return <span class="rules-verdict">{rulesWords.value.unknown}</span>
  return <span class={`rules-verdict ${of}`}>{rulesWords.value[of]}</span>
}
