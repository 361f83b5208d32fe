import { cutEnd, show, widthOf, type Shown } from '@millrace/cards'
import type { ApprovalQuestion, SuggestedRules } from '@millrace/policies/approval'
import type { RuleFile } from '../settings.ts'

/** The wider answers that a person can give now. */
export interface Offer {
  /** The rules that they would keep: all of them together allow what is asked about. */
  readonly rules: SuggestedRules
  /** The suggested ones, narrowest first. */
  readonly suggested: readonly SuggestedRules[]
  /** Where a rule can be kept for good; none where it cannot. */
  readonly files: readonly RuleFile[]
  /** The chosen one of them. */
  readonly file: number
  /** Whether the rules can be changed. */
  readonly isEditable: boolean
}

/** A longer rule is no rule that a person reads before saying yes. In UTF-16 units. */
const longestRule = 300

/** What can be offered beside this once; `undefined` where no rule is suggested. */
export function offerOf(
  { suggestions, kind }: ApprovalQuestion,
  files: readonly RuleFile[],
): Offer | undefined {
  // What has to be escaped to be seen is not what would be saved.
  const suggested = suggestions.filter((set) =>
    set.every((rule) => rule.length <= longestRule && show(rule) === rule),
  )
  const [rules] = suggested
  // A host is allowed by a rule of another kind, which the settings keep apart.
  return rules && { rules, suggested, files, file: 0, isEditable: kind === 'call' }
}

/** The next suggestion, or the one before; the first one where the rules are none of them. */
export function withOtherRules(offer: Offer, by: 1 | -1): Offer {
  const { rules, suggested } = offer
  const at = suggested.findIndex((each) => isSame(each, rules))
  return { ...offer, rules: suggested[at < 0 ? 0 : (at + by + suggested.length) % suggested.length] ?? rules }
}

function isSame(a: SuggestedRules, b: SuggestedRules): boolean {
  return a.length === b.length && a.every((rule, index) => rule === b[index])
}

/** The next file, or the one before. */
export function withOtherFile(offer: Offer, by: 1 | -1): Offer {
  const { files, file } = offer
  return files.length === 0 ? offer : { ...offer, file: (file + by + files.length) % files.length }
}

/** Rules as a person reads them on one line. */
export function rulesLine(rules: SuggestedRules): Shown {
  return show(rules.join(', '))
}

/** What fits into a key's label, in columns; longer rules stand in the frame. */
const labelWidth = 48

/** Whether they have to be shown outside of the keys. */
function areRulesLong({ rules }: Offer): boolean {
  return widthOf(rulesLine(rules)) > labelWidth
}

/** The keys for the wider answers. */
export function offerKeys(offer: Offer | undefined): string[] {
  if (offer === undefined) return []
  const { rules, files, file, isEditable } = offer
  const label = files[file]?.label
  const above = rules.length === 1 ? 'the rule above' : `the ${rules.length} rules above`
  const kept = areRulesLong(offer) ? above : rulesLine(rules)
  const change = isEditable ? '  (e to change)' : ''
  if (label === undefined) return [`[2/s] this session: ${kept}${change}`]
  return ['[2/s] this session', `[3/a] always: ${kept} -> ${cutEnd(label, labelWidth, '...')}${change}`]
}

/** The rules that no key's label has room for, each in a row of its own. */
export function longRules(offer: Offer | undefined): string[] {
  if (offer === undefined || !areRulesLong(offer)) return []
  const { rules } = offer
  return rules.map((rule, index) => `${rules.length === 1 ? 'rule' : `rule ${index + 1}`}: ${show(rule)}`)
}

/** Keys that choose among rules and files, where there is a choice. */
export function choosingHint({ suggested, files }: Offer): string | undefined {
  const some = suggested.some(({ length }) => length > 1) ? 'other rules' : 'another rule'
  const hints = [
    ...(suggested.length > 1 ? [`up and down: ${some}`] : []),
    ...(files.length > 1 ? ['left and right: another settings file'] : []),
  ]
  return hints.length === 0 ? undefined : hints.join(', ')
}
