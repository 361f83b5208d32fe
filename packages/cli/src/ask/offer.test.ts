import { describe, expect, test } from 'vitest'
import type { HostQuestion } from '@millrace/policies/approval'
import { choosingHint, longRules, offerKeys, offerOf, withOtherFile, withOtherRules } from './offer.ts'

const files = [
  { label: 'millrace.jsonc', path: '/w/millrace.jsonc' },
  { label: '.millrace/local.jsonc', path: '/w/.millrace/local.jsonc' },
]

/** Each text is a rule that allows alone, each list what allows together. */
function question(suggested: readonly (string | readonly string[])[]): HostQuestion {
  const suggestions = suggested.map((rules) => (typeof rules === 'string' ? [rules] : rules))
  const identity = { requestId: 'ask_1', nonce: 'n', hash: 'h' }
  return { kind: 'host', ...identity, suggestions, host: 'example.com', port: 443 }
}

describe('an offer', () => {
  test('is not made where no rule is suggested, or none that a person could read', () => {
    for (const rules of [
      [],
      ['Bash(a\nb)'],
      ['Bash(a\u202eb)'],
      [`Bash(${'x'.repeat(400)})`],
      [['Bash(a)', 'Bash(a\nb)']],
    ]) {
      expect(offerOf(question(rules), files)).toBeUndefined()
      expect(offerKeys(offerOf(question(rules), files))).toEqual([])
    }
  })

  test('begins with the narrowest rule and the usual file', () => {
    const offer = offerOf(question(['Edit(src/a.ts)', 'Edit(src/**)']), files)!
    expect(offerKeys(offer)).toEqual(['[2/s] this session', '[3/a] always: Edit(src/a.ts) -> millrace.jsonc'])
    expect(choosingHint(offer)).toBe('up and down: another rule, left and right: another settings file')
  })

  test('goes around through the rules and the files', () => {
    const offer = offerOf(question(['a', 'b', 'c']), files)!
    const after = (...steps: (1 | -1)[]) => steps.reduce(withOtherRules, offer).rules
    expect([after(1), after(1, 1, 1), after(-1)]).toEqual([['b'], ['a'], ['c']])
    expect(withOtherRules({ ...offer, rules: ['typed'] }, 1).rules).toEqual(['a'])
    expect(withOtherFile(withOtherFile(offer, 1), 1).file).toBe(0)
    expect(withOtherFile(offer, -1).file).toBe(1)
    expect(withOtherFile({ ...offer, files: [] }, 1).file).toBe(0)
  })

  test('is for the session alone where no file can hold the rule', () => {
    const offer = offerOf(question(['Edit(a)']), [])!
    expect([offerKeys(offer), choosingHint(offer)]).toEqual([['[2/s] this session: Edit(a)'], undefined])
  })

  test('never cuts a rule: a long one stands elsewhere', () => {
    const offer = offerOf(question([`Bash(${'x'.repeat(60)})`]), files)!
    expect([longRules(offer), offerKeys(offer)[1]]).toEqual([
      [`rule: Bash(${'x'.repeat(60)})`],
      '[3/a] always: the rule above -> millrace.jsonc',
    ])
  })

  test('keeps all the rules that are needed together', () => {
    const narrow = ['Bash(npm test)', 'Bash(npm run lint)']
    const wide = ['Bash(npm test --workspace packages/a *)', 'Bash(npm run lint *)']
    const offer = offerOf(question([narrow, wide]), files)!
    expect(offerKeys(offer)[1]).toBe('[3/a] always: Bash(npm test), Bash(npm run lint) -> millrace.jsonc')
    expect([longRules(offer), choosingHint(offer)?.startsWith('up and down: other rules,')]).toEqual([
      [],
      true,
    ])
    const wider = withOtherRules(offer, 1)
    expect(offerKeys(wider)[1]).toBe('[3/a] always: the 2 rules above -> millrace.jsonc')
    expect(longRules(wider)).toEqual([`rule 1: ${wide[0]}`, `rule 2: ${wide[1]}`])
  })
})
