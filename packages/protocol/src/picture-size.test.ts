import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { pictureSize } from './picture-size.ts'

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

describe('pictureSize', () => {
  test.each([
    ['image/png', '89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 08', { width: 640, height: 480 }],
    ['image/gif', '474946383961 8002 e001 00', { width: 640, height: 480 }],
    [
      'image/webp',
      '52494646 00000000 57454250 56503820 00000000 300000 9d012a 8002 e001',
      { width: 640, height: 480 },
    ],
    ['image/webp', '52494646 00000000 57454250 5650384c 00000000 2f 7fc27700', { width: 640, height: 480 }],
    [
      'image/webp',
      '52494646 00000000 57454250 56503858 00000000 00000000 7f0200 df0100',
      { width: 640, height: 480 },
    ],
    ['image/jpeg', 'ffd8 ffe0 0004 0000 ffff c0 000b 08 01e0 0280 03', { width: 640, height: 480 }],
  ])('of %s', (mimeType, bytes, expected) => {
    expect(pictureSize(hex(bytes), mimeType)).toEqual(expected)
  })

  test.each([
    ['image/png', '89504e47'],
    ['image/jpeg', 'ffd8'],
    ['image/jpeg', 'ffd8 ffe0 0000'],
    ['image/jpeg', 'ffd8 0000 0000'],
    ['image/webp', '52494646 00000000 57454250 00000000'],
    ['image/bmp', '424d'],
  ])('of a damaged %s is unknown', (mimeType, bytes) => {
    expect(pictureSize(hex(bytes), mimeType)).toBeUndefined()
  })

  test('takes any bytes', () => {
    const kinds = fc.constantFrom('image/png', 'image/gif', 'image/webp', 'image/jpeg')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), kinds, (bytes, mimeType) => {
        const size = pictureSize(bytes, mimeType)
        expect(size === undefined || Number.isInteger(size.width + size.height)).toBe(true)
      }),
    )
  })
})
