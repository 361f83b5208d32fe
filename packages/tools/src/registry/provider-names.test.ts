import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { providerNames } from './provider-names.ts'

const acceptable = /^[A-Za-z0-9_-]{1,64}$/

describe('providerNames', () => {
  verifies(['contract:R8', 'fault:B021'], 'leaves a name that fits as it is', () => {
    expect([...providerNames(['read', 'mcp__x__search'])]).toEqual([
      ['read', 'read'],
      ['mcp__x__search', 'mcp__x__search'],
    ])
  })

  verifies(
    ['contract:R8', 'fault:B021'],
    'keeps names apart that differ only in what is cleaned away',
    () => {
      const names = providerNames(['admin.tools.list', 'admin_tools.list', 'admin.tools_list'])
      expect(new Set(names.values()).size).toBe(3)
      for (const name of names.values()) expect(name).toMatch(/^admin_tools_list_[0-9a-f]{8}$/)
    },
  )

  verifies(['contract:R8'], 'gives a name the same form whatever other tools there are', () => {
    const alone = providerNames(['a.b']).get('a.b')
    expect(providerNames(['z', 'a.b', 'a.c']).get('a.b')).toBe(alone)
  })

  test('makes room for a name that looks like a cleaned one', () => {
    const [cleaned = ''] = providerNames(['a.b']).values()
    const names = providerNames(['a.b', cleaned])
    expect(names.get(cleaned)).toBe(cleaned)
    expect(names.get('a.b')).not.toBe(cleaned)
  })

  verifies(['contract:R8', 'fault:B021'], 'maps any set of names to distinct acceptable ones', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/)
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const mapped = [...providerNames(names).values()]
        expect(new Set(mapped).size).toBe(names.length)
        for (const each of mapped) expect(each).toMatch(acceptable)
      }),
    )
  })
})
