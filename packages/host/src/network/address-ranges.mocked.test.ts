import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { addressRefusal, isSameAddress } from './address-ranges.ts'

vi.mock('node:os', () => ({
  networkInterfaces: () => ({
    eth0: [{ address: '5.6.7.8' }, { address: '2a01::8' }, { address: 'fe80::1%eth0' }],
    none: undefined,
  }),
}))

describe('addressRefusal', () => {
  verifies(['security:N1'], 'refuses what belongs to this machine itself', () => {
    for (const address of ['5.6.7.8', '2a01::8', '2a01:0::0008']) {
      expect(addressRefusal(address)).toBe(`${address} is this machine`)
    }
    expect(addressRefusal('5.6.7.9')).toBeUndefined()
    expect(addressRefusal('2a01::9')).toBeUndefined()
  })

  verifies(['security:N1'], 'refuses every address of IPv6 that holds one of IPv4', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(byte, byte, byte, byte, (a, b, c, d) => {
        const hex = ((a * 256 + b) * 65_536 + c * 256 + d).toString(16).padStart(8, '0')
        const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`
        for (const start of ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2002:', '2001:0:']) {
          const address = start.startsWith('200') ? `${start}${groups}::1` : `${start}${groups}`
          expect(addressRefusal(address)).toBeDefined()
        }
      }),
    )
  })

  test.each(['1.1.1.1', '9.255.255.255', '11.0.0.0', '126.255.255.255', '128.0.0.1', '172.15.255.255'])(
    'lets %s pass',
    (address) => expect(addressRefusal(address)).toBeUndefined(),
  )

  test.each(['172.32.0.0', '192.167.255.255', '223.255.255.255', '2606:4700::1', '2003::1', '2a00::'])(
    'lets %s pass as well',
    (address) => expect(addressRefusal(address)).toBeUndefined(),
  )

  test.each(['', 'localhost', '1.2.3', '1.2.3.4.5', ' 1.1.1.1', 'fe80::1%eth0', '2606:4700::1%0'])(
    'takes %j for no public address',
    (address) => expect(addressRefusal(address)).toContain('no public address'),
  )
})

describe('isSameAddress', () => {
  test.each([
    ['1.1.1.1', '1.1.1.1', true],
    ['1.1.1.1', '::ffff:1.1.1.1', true],
    ['2606:4700::1', '2606:4700:0:0::1', true],
    ['1.1.1.1', '1.1.1.2', false],
    ['fe80::1%eth0', 'fe80::1', false],
    ['', '', true],
    ['', '1.1.1.1', false],
  ])('of %j and %j is %j', (one, other, same) => expect(isSameAddress(one, other)).toBe(same))
})
