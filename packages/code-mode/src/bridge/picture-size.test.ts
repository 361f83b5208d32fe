import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureSize } from './picture-size.ts'

const hex = (text: string): string => Buffer.from(text.replaceAll(' ', ''), 'hex').toString('base64')

test.each([
  ['png', '89504e470d0a1a0a 0000000d 49484452 00000280 000001e0', { width: 640, height: 480 }],
  ['gif', '474946383961 0a00 1400', { width: 10, height: 20 }],
  ['jpeg', 'ffd8 ffe0 0004 0000 ffc0 0011 08 0014 000a 03', { width: 10, height: 20 }],
  [
    'webp, lossy',
    `52494646 00000000 57454250 56503820 ${'00'.repeat(7)} 9d012a 0a00 1400`,
    { width: 10, height: 20 },
  ],
  [
    'webp, lossless',
    '52494646 00000000 57454250 5650384c 00000000 2f 09c00400 0000000000',
    { width: 10, height: 20 },
  ],
  [
    'webp, extended',
    '52494646 00000000 57454250 56503858 00000000 00000000 090000 130000',
    { width: 10, height: 20 },
  ],
])('of a %s', (_kind, bytes, size) => {
  expect(pictureSize(hex(bytes))).toEqual(size)
})

test('of anything else is not known, and never throws', () => {
  expect(pictureSize('')).toBeUndefined()
  const heads = ['', 'ffd8', 'ffd8ffc0', '474946383961', '89504e47', '524946460000000057454250']
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 60 }), (head, rest) => {
      const size = pictureSize(Buffer.concat([Buffer.from(head, 'hex'), rest]).toString('base64'))
      expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true)
    }),
  )
})
