import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { egressList, isEgressEntry, plainHost } from './egress-list.ts'

describe('egressList', () => {
  const list = egressList([
    'example.com',
    '*.example.org',
    'api.example.net:8443',
    '127.0.0.1:8080',
    '[::1]:9000',
    'BÜCHER.example',
  ])

  verifies(['security:N6'], 'has the hosts and ports that are listed, and no others', () => {
    const has = (host: string, port = 443) => list.has({ host, port })
    expect([
      has('example.com'),
      has('example.com', 8080),
      has('a.example.org'),
      has('a.b.example.org'),
    ]).toEqual([true, true, true, true])
    expect([has('api.example.net', 8443), has('127.0.0.1', 8080), has('::1', 9000)]).toEqual([
      true,
      true,
      true,
    ])
    expect(has('xn--bcher-kva.example')).toBe(true)
    expect([
      has('example.org'),
      has('badexample.com'),
      has('example.com.evil.net'),
      has('a.example.com'),
    ]).toEqual([false, false, false, false])
    expect([has('api.example.net'), has('127.0.0.1', 80), has('evilexample.org')]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('only whole places may be private', () => {
    expect(list.exact).toEqual(['api.example.net:8443', '127.0.0.1:8080', '[::1]:9000'])
  })

  test.each(['example.com', '*.example.com:443', '[::1]:9000'])(
    '%s can be told beforehand to be one',
    (entry) => {
      expect(isEgressEntry(entry)).toBe(true)
    },
  )

  test('refuses what is no host, which can be told beforehand', () => {
    for (const entry of [
      '',
      '*',
      '*.*',
      '*.127.0.0.1',
      'a b',
      'http://a',
      'a/b',
      'a:0',
      'a:99999',
      'user@a',
      'a*.com',
      '*.com:x',
      'a..b:443',
      '.a:443',
      '999.1.1.1:443',
    ]) {
      expect(isEgressEntry(entry), entry).toBe(false)
      expect(() => egressList([entry]), entry).toThrow(expect.objectContaining({ code: 'SANDBOX_INVALID' }))
    }
  })
})

describe('plainHost', () => {
  test('has one spelling for each host', () => {
    const spellings = {
      'EXAMPLE.com.': 'example.com',
      '0x7f.1': '127.0.0.1',
      '[0:0::1]': '::1',
      '2130706433': '127.0.0.1',
    }
    for (const [spelling, host] of Object.entries(spellings)) expect(plainHost(spelling)).toBe(host)
    for (const spelling of ['', 'a/b', 'a@b', 'a?b', 'a#b', 'a\\b', '[::1', 'a..b', '-', '%00']) {
      if (spelling !== '-') expect(plainHost(spelling), spelling).toBeUndefined()
    }
  })
})
