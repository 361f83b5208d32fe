import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWords } from './parse-words.ts'
import { foldedWords, matchesWords, resemblesWords, type WordsReach } from './words.ts'

function reach(text: string): WordsReach {
  const words = parseWords(text)
  if ('problem' in words) throw new Error(words.problem)
  return words
}

const vector = (text: string): string[] => text.split(' ')

describe('matchesWords', () => {
  test.each([
    ['git push *', 'git push', true],
    ['git push *', 'git push origin main', true],
    ['git push *', 'git -C x push', false],
    ['git push', 'git push origin', false],
    ['git * main', 'git push main', true],
    ['git * main', 'git main', false],
    ['git * main', 'git push origin main', false],
    ['npm run test:*', 'npm run test:unit', true],
    ['npm run test:*', 'npm run test', false],
    ['a*b*c x', 'aXbYc x', true],
    ['a*b*c x', 'ac x', false],
    ['ab*ba x', 'aba x', false],
    ['git push *', '/usr/bin/git push', false],
    ['git push *', 'GIT push', false],
  ])('"%s" about "%s": %s', (rule, argv, matches) => {
    expect(matchesWords(reach(rule), vector(argv))).toBe(matches)
  })
})

describe('resemblesWords', () => {
  const resembles = (rule: string, argv: string): boolean =>
    resemblesWords(foldedWords(reach(rule)), vector(argv.toLowerCase()))

  test.each([
    ['git push *', 'git -C x push', true],
    ['git push *', '/opt/GIT --no-pager -c a=b push x', true],
    ['git push *', 'git stash push', false],
    ['npm publish', 'npm publish --access public', true],
    ['npm publish', 'npm publish folder', false],
    ['rm -rf *', 'rm -v -rf x', true],
    ['*', 'anything at all', true],
  ])('"%s" about "%s": %s', (rule, argv, matches) => {
    expect(resembles(rule, argv)).toBe(matches)
  })

  test('is at least as wide as matching', () => {
    const word = fc.constantFrom('git', 'push', '-f', '--force', 'main', 'origin', '-C')
    const pattern = fc.array(fc.oneof(word, fc.constant('*')), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(pattern, fc.array(word, { minLength: 1, maxLength: 6 }), (words, argv) => {
        const rule = words.join(' ')
        if (matchesWords(reach(rule), argv)) expect(resembles(rule, argv.join(' '))).toBe(true)
      }),
    )
  })

  test('thousands of options hold nothing up', () => {
    const argv = ['git', ...Array.from({ length: 20_000 }, () => '-a'), 'x']
    expect(resemblesWords(foldedWords(reach('git a b c d *')), argv)).toBe(false)
  })
})
