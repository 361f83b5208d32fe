import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstSentence } from './first-sentence.ts'
import { namespaceOf, namespacesOf } from './namespaces.ts'
import { estimatedTokens } from './token-estimate.ts'
import { stemOf, stemsOf, wordsOf } from './words.ts'

describe('wordsOf', () => {
  test.each([
    ['issues_create', ['issues', 'create']],
    ['listPRs_v2', ['list', 'prs', 'v', '2']],
    ['code-scanning_get.HTTPAlert', ['code', 'scanning', 'get', 'http', 'alert']],
    ['Zähle die Öffnungen', ['zähle', 'die', 'öffnungen']],
    ['', []],
  ])('splits %j', (text, words) => expect(wordsOf(text)).toEqual(words))
})

describe('stemOf', () => {
  test.each([
    ['issues', 'issue'],
    ['creating', 'create'],
    ['creation', 'created'],
    ['repositories', 'repository'],
    ['branches', 'branch'],
    ['statuses', 'status'],
    ['runner', 'running'],
    ['deployment', 'deployed'],
    ['contributors', 'contributed'],
  ])('brings %s and %s together', (one, other) => expect(stemOf(one)).toBe(stemOf(other)))

  test('keeps short words', () => {
    for (const word of ['add', 'is', 'us', 'red', 'bus', 'ring']) expect(stemOf(word)).toBe(word)
  })

  test('gives words, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(stemsOf(text).every((stem) => stem.length > 0)).toBe(true)
      }),
    )
  })
})

test('repo and repository, org and organisation are the same word', () => {
  expect(stemsOf('my repo of the org')).toEqual(stemsOf('your repositories: organisations'))
})

describe('namespaces', () => {
  test.each([
    ['issues_create', 'issues'],
    ['mail.send', 'mail'],
    ['github__create', 'github'],
    ['code-scanning_list', 'code-scanning'],
    ['plain-name', 'plain'],
    ['mcp__github__list_issues', 'mcp__github'],
    ['read', ''],
    ['_private', ''],
    ['mcp__', ''],
  ])('that of %s is %j', (name, namespace) => expect(namespaceOf(name)).toBe(namespace))

  test('are sorted by code unit, those of one name put together', () => {
    const names = ['b_two', 'read', 'a_x', 'b_one', 'a_y', 'web_fetch']
    expect([...namespacesOf(names)]).toEqual([
      ['', ['read', 'web_fetch']],
      ['a', ['a_x', 'a_y']],
      ['b', ['b_one', 'b_two']],
    ])
  })
})

describe('firstSentence', () => {
  test.each([
    ['Creates an issue. Needs access.', 'Creates an issue'],
    ['Reads\n  a file', 'Reads a file'],
    ['Title\n\nMore.', 'Title'],
    ['Version 1.2 is read! Now', 'Version 1.2 is read'],
    ['', ''],
  ])('of %j', (description, sentence) => expect(firstSentence(description)).toBe(sentence))

  test('cuts a long one between words, and never a character', () => {
    const cut = firstSentence(`${'word '.repeat(100)}.`)
    expect(cut.length).toBeLessThanOrEqual(161)
    expect(cut).toMatch(/word…$/)
    expect(firstSentence('😀'.repeat(200)).isWellFormed()).toBe(true)
  })
})

describe('estimatedTokens', () => {
  test('counts a third of ASCII, and every byte of the rest', () => {
    expect(estimatedTokens('abcdef')).toBe(2)
    expect(estimatedTokens('')).toBe(0)
    expect(estimatedTokens('abc日')).toBe(4)
    expect(estimatedTokens('\ud800')).toBe(3)
  })
})
