import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { madeCodes } from './support/error-codes.ts'
import { root } from './support/workspace.ts'

const made = madeCodes(root)

describe.each(['en', 'ja'])('the page of errors, %s', (language) => {
  const text = readFileSync(join(root, 'docs', language, 'guide/errors.md'), 'utf8')
  const entries = [...text.matchAll(/^### (\S+)$/gm)].map((match) => match[1] ?? '')

  test('has an entry for every code that the sources make', () => {
    const missing = [...made].filter(([code]) => !entries.includes(code))
    expect(missing.map(([code, place]) => `${code} is made at ${place}`)).toEqual([])
  })

  test('has entries only of codes that the sources make', () => {
    expect(entries.filter((code) => !made.has(code))).toEqual([])
  })

  test('has each code once, in the order of the alphabet within its group', () => {
    expect(new Set(entries).size).toBe(entries.length)
    for (const group of text.split(/^## /m).slice(1)) {
      const codes = [...group.matchAll(/^### (\S+)$/gm)].map((match) => match[1] ?? '')
      expect(codes).toEqual(codes.toSorted((a, b) => (a < b ? -1 : 1)))
    }
  })

  test('says something in each entry', () => {
    const empty = text.split(/^### /m).filter((entry) => entry.split('\n').slice(1).join('').trim() === '')
    expect(empty).toEqual([])
  })
})

test('codes come from the packages, the page, and what stands around programs', () => {
  expect(made.size).toBeGreaterThan(150)
  // Each of these is made in another way: an argument, a default, a table, a choice, a tuple, a constant, and in JavaScript.
  const ways = [
    'INVALID_CALL',
    'USAGE',
    'FOREIGN_REQUEST',
    'ACP_EDITOR_NO_FILE',
    'DISK_FULL',
    'NOTHING_INTERRUPTED',
    'TOOL_TIMEOUT',
    'PENDING_LIMIT',
    'UNREACHABLE',
  ]
  expect(ways.filter((code) => !made.has(code))).toEqual([])
})
