import { describe, expect, test } from 'vitest'
import { looksBinary, textStart } from './encoding.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

describe('textStart', () => {
  test.each([
    [[], 'utf-8', 0],
    [[0x61], 'utf-8', 0],
    [[0xef, 0xbb, 0xbf, 0x61], 'utf-8', 3],
    [[0xff, 0xfe, 0x61, 0], 'utf-16le', 2],
    [[0xfe, 0xff, 0, 0x61], 'utf-16be', 2],
    [[0xff, 0xfe, 0, 0], 'utf-8', 0],
  ])('of %j is %s with a mark of %i bytes', (start, encoding, markBytes) => {
    expect(textStart(bytes(...start))).toEqual({ encoding, markBytes })
  })
})

describe('looksBinary', () => {
  test('a NUL near the start makes a file binary, unless a mark says UTF-16', () => {
    expect(looksBinary(bytes(0x61, 0, 0x62))).toBe(true)
    expect(looksBinary(bytes(0xff, 0xfe, 0x61, 0))).toBe(false)
    expect(looksBinary(bytes(0xff, 0xfe, 0, 0))).toBe(true)
    expect(looksBinary(new Uint8Array(8192).fill(0x61))).toBe(false)
  })
})
