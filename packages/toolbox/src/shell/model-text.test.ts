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
    ['a\u202eb\u2066c\u{e0041}d', 'a\\u{202e}b\\u{2066}c\\u{e0041}d'],
    [
      '10%\rERROR: disk failing\r20%\r30%\r40%\r100%\n',
      '10%\rERROR: disk failing\r20%\r[2 redraws left out]\r100%\n',
    ],
    [
      'get [=>  ] 1 kB\r      \rget [==> ] 2 kB\r\rget [===>] 3 kB\rget [====] 4 kB\rdone\n',
      'get [=>  ] 1 kB\r[2 redraws left out]\rget [====] 4 kB\rdone\n',
    ],
    ['one\rtwo\rthree\rfour\rfive\n', 'one\rtwo\rthree\rfour\rfive\n'],
    ['1;2\r3;4\r5;6\r7;8\r', '1;2\r3;4\r5;6\r7;8\r'],
  ])('shows %j as %j', (output, shown) => {
    expect(modelText(output)).toBe(shown)
  })

  test('keeps what stands in brackets after a line break', () => {
    expect(modelText('a\n[0m\t[1m')).toBe('a\n[0m\t[1m')
  })
})
