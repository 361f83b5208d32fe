import { describe, expect, test } from 'vitest'
import { pictureType } from './picture-type.ts'

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0))

describe('pictureType', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n\0', 'image/png'],
    ['\xff\xd8\xff\xe0\0', 'image/jpeg'],
    ['GIF87a\0', 'image/gif'],
    ['GIF89a\0', 'image/gif'],
    ['RIFF\n\r\0\xffWEBPVP8 ', 'image/webp'],
  ])('%j is %s', (start, mimeType) => {
    expect(pictureType(latin1(start))).toBe(mimeType)
  })

  test.each(['', '\x89PNG', ' GIF89a', 'GIF88a', 'RIFF\0\0\0\0WAVE', 'RIFFWEBP', '<svg></svg>', 'BM'])(
    '%j is none',
    (start) => {
      expect(pictureType(latin1(start))).toBeUndefined()
    },
  )
})
