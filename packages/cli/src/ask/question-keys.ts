import type { Offer } from './offer.ts'

/** What a person can do at a question. */
export type Choice =
  | 'once'
  | 'session'
  | 'always'
  | 'deny'
  | 'deny and say why'
  | 'edit'
  | 'show all'
  | 'next rule'
  | 'last rule'
  | 'next file'
  | 'last file'

const always: readonly (readonly [string, Choice])[] = [
  ['1', 'once'],
  ['y', 'once'],
  ['4', 'deny'],
  ['n', 'deny'],
  ['\u001b', 'deny'],
  ['\u0004', 'deny'],
  ['5', 'deny and say why'],
  ['t', 'deny and say why'],
]

/** Both ways in which terminals send an arrow. */
function arrow(letter: string, choice: Choice): (readonly [string, Choice])[] {
  return [
    [`\u001b[${letter}`, choice],
    [`\u001bO${letter}`, choice],
  ]
}

/** What the keys mean at a question: nothing that is not offered. Letters count in either case. */
export function keysOf(offer: Offer | undefined, isCut: boolean): ReadonlyMap<string, Choice> {
  const { suggested = [], files = [], isEditable = false } = offer ?? {}
  const keys: (readonly [string, Choice])[] = [...always]
  if (offer !== undefined) keys.push(['2', 'session'], ['s', 'session'])
  if (files.length > 0) keys.push(['3', 'always'], ['a', 'always'])
  if (isEditable) keys.push(['e', 'edit'])
  if (isCut) keys.push(['o', 'show all'])
  if (suggested.length > 1) keys.push(...arrow('A', 'next rule'), ...arrow('B', 'last rule'))
  if (files.length > 1) keys.push(...arrow('C', 'next file'), ...arrow('D', 'last file'))
  return new Map(keys)
}
