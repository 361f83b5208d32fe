import { describe, expect, test } from 'vitest'
import { modelText } from './model-text.ts'

describe('modelText', () => {
  test.each([
    ['plain\n\ttext\n', 'plain\n\ttext\n'],
    ['\u001b[1;31merror\u001b[0m: no', 'error: no'],
    ['a\0b\u0007\u001b[2K', 'a\\u{0}b\\u{7}\\u{1b}[2K'],
    ['dos\r\nlines\r\n', 'dos\r\nlines\r\n'],
    ['old\rmac\rlines', 'old\rmac\rlines'],
    ['\r0%\r1%\r2%\r3%\r100%\ndone\n', '0%\r[3 redraws left out]\r100%\ndone\n'],
    ['👩‍👩‍👧 ❤️', '👩‍👩‍👧 ❤️'],
  ])('shows %j as %j', (output, shown) => {
    expect(modelText(output)).toBe(shown)
  })

  test('keeps what stands in brackets after a line break', () => {
    expect(modelText('a\n[0m\t[1m')).toBe('a\n[0m\t[1m')
  })
})
