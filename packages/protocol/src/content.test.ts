import { describe, expect, test } from 'vitest'
import { contentText, text, type ContentBlock } from './content.ts'

describe('contentText', () => {
  test('joins text, and names what has none', () => {
    const picture: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    expect(contentText([text('before'), picture, text('after')])).toBe('before\n[image content]\nafter')
  })

  test('of nothing is empty', () => expect(contentText([])).toBe(''))
})
