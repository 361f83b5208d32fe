import { describe, expect, test } from 'vitest'
import { binaryKind } from './file-kind.ts'

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))

describe('binaryKind', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n\0', 'PNG picture', 'image/png'],
    ['\xff\xd8\xff\xe0\0', 'JPEG picture', 'image/jpeg'],
    ['GIF89a\0', 'GIF picture', 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'WebP picture', 'image/webp'],
    ['%PDF-1.7\n', 'PDF document', undefined],
    ['PK\x03\x04\0', 'binary data', undefined],
    ['RIFF\0\0\0\0WAVE', 'binary data', undefined],
    ['Support WEBP images\0', 'binary data', undefined],
    ['anything\0', 'binary data', undefined],
  ])('%j is a %s', (head, name, mimeType) => {
    const kind = binaryKind(latin1(head), head.includes('\0'))
    expect(kind).toMatchObject(
      mimeType === undefined ? { name, advice: expect.stringMatching(/./) } : { name, mimeType },
    )
  })

  test.each([
    '',
    'plain text',
    'ID3 is a tag format',
    'BZh',
    '<svg></svg>',
    'RIFF',
    'GIF89a is the newer format',
    'Support WEBP images in the editor',
    'RIFFs, a WEBP',
    'The ftyp box comes first',
  ])('%j is text', (head) => {
    expect(binaryKind(latin1(head), false)).toBeUndefined()
  })
})
