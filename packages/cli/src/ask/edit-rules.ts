import { counted, cutEnd } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { Io, Keyboard } from '../io.ts'
import { withOtherFile, type Offer } from './offer.ts'
import type { RuleTrial } from './rule-trial.ts'
import { typedLine } from './typed-line.ts'

/** What changing a rule needs. */
export interface RuleEditing {
  readonly keyboard: Keyboard
  readonly io: Io
  readonly signal: AbortSignal
  /** Finds out what rules would do. */
  readonly attempt: (rules: readonly string[]) => RuleTrial
  /** How a call is told in a few words. */
  readonly tell: (call: RuleTrial['alsoAllows'][number]) => string
}

/**
 * Lets a person change the rules, one after the other, and the file that they go to. One with which they would not do is
 * refused with the reason, and stands there to be changed further.
 * @returns the offer as it was where the person does not want to.
 */
export async function editRules(offer: Offer, editing: RuleEditing): Promise<Offer | 'interrupted'> {
  const { stderr } = editing.io
  stderr.write(`  ${helpOf(offer)}\n`)
  let edited = offer
  let allowed: readonly string[] = []
  for (const [at] of offer.rules.entries()) {
    const next = await editOne(edited, at, editing)
    if (next === 'interrupted') return next
    if (next === 'given up') return offer
    edited = next.offer
    allowed = next.allowed
  }
  stderr.write(allowing(allowed))
  return edited
}

interface Edited {
  readonly offer: Offer
  /** The other calls that its rules would have allowed, in words. */
  readonly allowed: readonly string[]
}

async function editOne(
  offer: Offer,
  at: number,
  editing: RuleEditing,
): Promise<Edited | 'interrupted' | 'given up'> {
  const { keyboard, signal, attempt, tell } = editing
  const { stderr } = editing.io
  let edited = offer
  let text = offer.rules[at] ?? ''
  const other = otherRules(offer, at)
  const press = (key: string): { prompt?: string; text?: string } | undefined => {
    if (key === 'tab' && offer.files.length > 1) {
      edited = withOtherFile(edited, 1)
      return { prompt: promptOf(edited, at) }
    }
    return key === 'up' || key === 'down' ? other(key === 'up' ? 1 : -1) : undefined
  }
  for (;;) {
    const typed = await typedLine(keyboard, stderr, promptOf(edited, at), signal, { text, press })
    if (typed === 'interrupted') return typed
    if (typed === 'escaped' || typed.text.trim() === '') return 'given up'
    text = typed.text.trim()
    const rules = offer.rules.with(at, text)
    const { problem, alsoAllows } = attempt(rules)
    if (problem === undefined) return { offer: { ...edited, rules }, allowed: alsoAllows.map(tell) }
    stderr.write(`  ${escapeVisible(problem)}\n`)
  }
}

/** Goes around through what is suggested in the place of one of the rules. */
function otherRules({ rules, suggested }: Offer, at: number): (by: 1 | -1) => { text: string } | undefined {
  const alike = suggested.filter(({ length }) => length === rules.length).map((set) => set[at] ?? '')
  const choices = [...new Set(alike)]
  let chosen = Math.max(0, choices.indexOf(rules[at] ?? ''))
  return (by) => {
    if (choices.length < 2) return undefined
    chosen = (chosen + by + choices.length) % choices.length
    return { text: choices[chosen] ?? '' }
  }
}

function helpOf({ rules, suggested, files }: Offer): string {
  return [
    `Enter takes the ${rules.length === 1 ? 'rule' : 'rule and goes on to the next'}; Esc goes back to the question`,
    ...(suggested.length > 1 ? ['up and down: another rule'] : []),
    ...(files.length > 1 ? ['Tab: another file'] : []),
  ].join('; ')
}

function promptOf({ rules, files, file }: Offer, at: number): string {
  const label = files[file]?.label
  const rule = rules.length === 1 ? 'rule' : `rule ${at + 1} of ${rules.length}`
  return label === undefined ? `  ${rule}: ` : `  ${rule} -> ${cutEnd(label, labelWidth, '...')}: `
}

const labelWidth = 40
const mostNamed = 5

function allowing(calls: readonly string[]): string {
  if (calls.length === 0) return '  of the calls so far it would have allowed no other one\n'
  const rows = calls.slice(0, mostNamed).map((each) => `    ${each}\n`)
  const more = calls.length - rows.length
  const rest = more > 0 ? [`    and ${more} more\n`] : []
  return [`  it would have allowed ${counted(calls.length, 'other call')} so far:\n`, ...rows, ...rest].join(
    '',
  )
}
