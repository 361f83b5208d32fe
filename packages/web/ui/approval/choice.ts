import type { AskedQuestion } from '@millrace/web/wire'

/** What a person can do at a question. */
export type Choice = 'once' | 'session' | 'always' | 'change' | 'deny' | 'why'

/** The keys of each, the one that stands in its label first. They are those of the terminal. */
export const choiceKeys: Readonly<Record<Choice, readonly string[]>> = {
  once: ['y', '1'],
  session: ['s', '2'],
  always: ['a', '3'],
  change: ['e'],
  deny: ['n', '4'],
  why: ['t', '5'],
}

/** What can be done at a question: nothing that is not offered. */
export function choicesOf({ offer }: Pick<AskedQuestion, 'offer'>): readonly Choice[] {
  if (offer === undefined || offer.suggested.length === 0) return ['once', 'deny', 'why']
  const canBeSaved = offer.files.length > 0
  const canBeChanged = offer.isEditable || offer.suggested.length > 1
  return [
    'once',
    'session',
    ...(canBeSaved ? (['always'] as const) : []),
    ...(canBeChanged && !canBeSaved ? (['change'] as const) : []),
    'deny',
    'why',
  ]
}
