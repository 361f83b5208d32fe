import { describe, expect, test } from 'vitest'
import { hostPlace, hostReach, matchesHost, resemblesHost } from './host-reach.ts'

describe('matchesHost', () => {
  test.each([
    ['example.com', 'example.com:443', true],
    ['example.com', 'EXAMPLE.com.:80', true],
    ['example.com', 'example.com', true],
    ['example.com', 'example.com:8080', false],
    ['example.com', 'www.example.com:443', false],
    ['example.com', 'evil-example.com:443', false],
    ['*.example.com', 'a.b.example.com:443', true],
    ['*.example.com', 'example.com:443', false],
    ['example.com:8080', 'example.com:8080', true],
    ['example.com:8080', 'example.com:443', false],
    ['example.com:*', 'example.com:22', true],
    ['[::1]:80', '[::1]:80', true],
  ])('"%s" about "%s": %s', (rule, host, matches) => {
    expect(matchesHost(hostReach(rule)!, hostPlace(host)!)).toBe(matches)
  })
})

describe('resemblesHost', () => {
  test.each([
    ['example.com', 'www.example.com:8080', true],
    ['*.example.com', 'example.com:443', true],
    ['example.com:8080', 'example.com:443', false],
    ['example.com:8080', 'example.com', true],
    ['example.com', 'evil-example.com', false],
  ])('"%s" about "%s": %s', (rule, host, matches) => {
    expect(resemblesHost(hostReach(rule)!, hostPlace(host)!)).toBe(matches)
  })
})

test.each(['', 'a b', 'http://x', 'x/y', 'user@x', 'x:99999999', '*', '..', 'x:'])(
  '"%s" is no host',
  (text) => {
    expect(hostPlace(text)).toBeUndefined()
    expect(hostReach(text)).toBeUndefined()
  },
)
