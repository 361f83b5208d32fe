import { counted, cutEnd } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { Io, Keyboard } from '../io.ts'
import { withOtherFile, withOtherRule, type Offer } from './offer.ts'
import type { RuleTrial } from './rule-trial.ts'
import { typedLine } from './typed-line.ts'

/** What changing a rule needs. */
export interface RuleEditing {
  readonly keyboard: Keyboard
  readonly io: Io
  readonly signal: AbortSignal
  /** Finds out what the rule would do. */
  readonly attempt: (rule: string) => Promise<RuleTrial>
  /** How a call is told in a few words. */
  readonly tell: (call: RuleTrial['alsoAllows'][number]) => string
}

/**
 * Lets a person change the rule, and the file that it goes to. One that would not do is refused with the reason, and
 * stands there to be changed further.
 * @returns the offer as it was where the person does not want to.
 */
export async function editRule(offer: Offer, editing: RuleEditing): Promise<Offer | 'interrupted'> {
  const { keyboard, signal, attempt } = editing
  const { stderr } = editing.io
  stderr.write(`  ${helpOf(offer)}\n`)
  let edited = offer
  let text = offer.rule
  const press = (key: string): { prompt?: string; text?: string } | undefined => {
    if (key === 'tab' && offer.files.length > 1) {
      edited = withOtherFile(edited, 1)
      return { prompt: promptOf(edited) }
    }
    if ((key !== 'up' && key !== 'down') || offer.rules.length < 2) return undefined
    edited = withOtherRule(edited, key === 'up' ? 1 : -1)
    return { text: edited.rule }
  }
  for (;;) {
    const typed = await typedLine(keyboard, stderr, promptOf(edited), signal, { text, press })
    if (typed === 'interrupted') return typed
    if (typed === 'escaped' || typed.text.trim() === '') return offer
    text = typed.text.trim()
    const { problem, alsoAllows } = await attempt(text)
    if (problem === undefined) {
      stderr.write(allowing(alsoAllows.map(editing.tell)))
      return { ...edited, rule: text }
    }
    stderr.write(`  ${escapeVisible(problem)}\n`)
  }
}

function helpOf({ rules, files }: Offer): string {
  return [
    'Enter takes the rule; Esc goes back to the question',
    ...(rules.length > 1 ? ['up and down: another rule'] : []),
    ...(files.length > 1 ? ['Tab: another file'] : []),
  ].join('; ')
}

function promptOf({ files, file }: Offer): string {
  const label = files[file]?.label
  return label === undefined ? '  rule: ' : `  rule -> ${cutEnd(label, labelWidth, '...')}: `
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
