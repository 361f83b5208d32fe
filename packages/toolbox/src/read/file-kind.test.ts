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
    ['PK\x03\x04\0', 'ZIP archive (also Office documents and Java archives)', undefined],
    ['SQLite format 3\0', 'SQLite database', undefined],
    ['\x7fELF\0', 'ELF program or library', undefined],
    ['ID3\x03\0', 'MP3 sound', undefined],
    ['anything\0', 'binary data', undefined],
  ])('%j is a %s', (head, name, image) => {
    const kind = binaryKind(latin1(head), head.includes('\0'))
    expect(kind?.name).toBe(name)
    expect(kind?.image).toBe(image)
    expect(kind?.advice).not.toBe('')
  })

  test.each(['', 'plain text', 'ID3 is a tag format', 'BZh', '<svg></svg>', 'RIFF'])('%j is text', (head) => {
    expect(binaryKind(latin1(head), false)).toBeUndefined()
  })
})
