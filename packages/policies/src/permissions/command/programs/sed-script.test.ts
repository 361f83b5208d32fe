import { describe, expect, test } from 'vitest'
import { isPlainSedScript } from './sed-script.ts'

describe('isPlainSedScript', () => {
  test.each([
    's/a/b/',
    's/a/b/g;s|c/d|e|2p',
    '1,20p',
    '/start/,/end/p',
    '/start/,+3d',
    '$d',
    '0~2!d',
    '10q',
    '/a\\/b/d',
    's/[a-z]*/x/',
    's/[[:space:]]*$//',
    'y/abc/xyz/',
    '/x/{s/a/b/;p}',
    ':a;N;$!ba;s/\\n/ /g',
    '1!G;h;$!d',
    's/\\(.*\\)@/\\1/I',
    '',
  ])('%j only changes lines', (script) => {
    expect(isPlainSedScript(script)).toBe(true)
  })

  test.each([
    'e',
    '1e pwn',
    's/a/b/e',
    's/a/b/ge',
    's/a/b/w f',
    'w f',
    'W f',
    'r f',
    'R f',
    'p;1e pwn',
    's/a/b/\n1e pwn',
    '/x/{e pwn\n}',
    's/[/]/;e pwn/',
    's/[^]/]/e/',
    's/[\\/]/e/',
    's,a,b,;e',
    'a text',
    's/a/b',
    's/a',
    '\\,a,e',
    '#n',
    'v',
    's a b e',
    'y/a/b/e',
    `s/a/b/${';p'.repeat(5000)}`,
  ])('%j may do more', (script) => {
    expect(isPlainSedScript(script)).toBe(false)
  })
})
