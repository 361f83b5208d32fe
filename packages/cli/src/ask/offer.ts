import { cutEnd, show, widthOf } from '@millrace/cards'
import type { ApprovalQuestion } from '@millrace/policies/approval'
import type { RuleFile } from '../settings.ts'

/** The wider answers that a person can give now. */
export interface Offer {
  /** The rule that they would keep. */
  readonly rule: string
  /** The suggested rules, narrowest first. */
  readonly rules: readonly string[]
  /** Where a rule can be kept for good; none where it cannot. */
  readonly files: readonly RuleFile[]
  /** The chosen one of them. */
  readonly file: number
  /** Whether the rule can be changed. */
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
  const rules = suggestions.filter((rule) => rule.length <= longestRule && show(rule) === rule)
  const [rule] = rules
  // A host is allowed by a rule of another kind, which the settings keep apart.
  return rule === undefined ? undefined : { rule, rules, files, file: 0, isEditable: kind === 'call' }
}

/** The next suggested rule, or the one before; the first one where the rule is none of them. */
export function withOtherRule(offer: Offer, by: 1 | -1): Offer {
  const { rules, rule } = offer
  const at = rules.indexOf(rule)
  return { ...offer, rule: rules[at < 0 ? 0 : (at + by + rules.length) % rules.length] ?? rule }
}

/** The next file, or the one before. */
export function withOtherFile(offer: Offer, by: 1 | -1): Offer {
  const { files, file } = offer
  return files.length === 0 ? offer : { ...offer, file: (file + by + files.length) % files.length }
}

/** What fits into a key's label, in columns; a longer rule stands in the frame. */
const labelWidth = 48

/** Whether the rule has to be shown outside of the keys. */
export function isRuleLong({ rule }: Offer): boolean {
  return widthOf(show(rule)) > labelWidth
}

/** The keys for the wider answers. */
export function offerKeys(offer: Offer | undefined): string[] {
  if (offer === undefined) return []
  const { files, file, isEditable } = offer
  const label = files[file]?.label
  const rule = isRuleLong(offer) ? 'the rule above' : show(offer.rule)
  const change = isEditable ? '  (e to change)' : ''
  if (label === undefined) return [`[2/s] this session: ${rule}${change}`]
  return ['[2/s] this session', `[3/a] always: ${rule} -> ${cutEnd(label, labelWidth, '...')}${change}`]
}

/** Keys that choose among rules and files, where there is a choice. */
export function choosingHint({ rules, files }: Offer): string | undefined {
  const hints = [
    ...(rules.length > 1 ? ['up and down: another rule'] : []),
    ...(files.length > 1 ? ['left and right: another file'] : []),
  ]
  return hints.length === 0 ? undefined : hints.join(', ')
}
