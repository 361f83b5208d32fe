import { describe, expect, test } from 'vitest'
import type { HostQuestion } from '@millrace/policies/approval'
import { choosingHint, isRuleLong, offerKeys, offerOf, withOtherFile, withOtherRule } from './offer.ts'

const files = [
  { label: 'millrace.jsonc', path: '/w/millrace.jsonc' },
  { label: '.millrace/local.jsonc', path: '/w/.millrace/local.jsonc' },
]

function question(suggestions: readonly string[]): HostQuestion {
  const identity = { requestId: 'ask_1', nonce: 'n', hash: 'h' }
  return { kind: 'host', ...identity, suggestions, host: 'example.com', port: 443 }
}

describe('an offer', () => {
  test('is not made where no rule is suggested, or none that a person could read', () => {
    for (const rules of [[], ['Bash(a\nb)'], ['Bash(a\u202eb)'], [`Bash(${'x'.repeat(400)})`]]) {
      expect(offerOf(question(rules), files)).toBeUndefined()
      expect(offerKeys(offerOf(question(rules), files))).toEqual([])
    }
  })

  test('begins with the narrowest rule and the usual file', () => {
    const offer = offerOf(question(['Edit(src/a.ts)', 'Edit(src/**)']), files)!
    expect(offerKeys(offer)).toEqual(['[2/s] this session', '[3/a] always: Edit(src/a.ts) -> millrace.jsonc'])
    expect(choosingHint(offer)).toBe('up and down: another rule, left and right: another file')
  })

  test('goes around through the rules and the files', () => {
    const offer = offerOf(question(['a', 'b', 'c']), files)!
    const ruleAfter = (...steps: (1 | -1)[]): string => steps.reduce(withOtherRule, offer).rule
    expect([ruleAfter(1), ruleAfter(1, 1, 1), ruleAfter(-1)]).toEqual(['b', 'a', 'c'])
    expect(withOtherRule({ ...offer, rule: 'typed' }, 1).rule).toBe('a')
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
    expect([isRuleLong(offer), offerKeys(offer)[1]]).toEqual([
      true,
      '[3/a] always: the rule above -> millrace.jsonc',
    ])
  })
})
