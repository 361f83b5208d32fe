import fc from 'fast-check'
import type { JsonValue } from '@millrace/protocol'
import { expect, test } from 'vitest'
import { prettyJson } from './pretty-json.ts'

test('is that of JSON.stringify up to five levels', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      expect(prettyJson(value as JsonValue)).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('puts what would be indented by more than ten on one line, at any depth', () => {
  const six = { a: { b: { c: { d: { e: { f: [1, 2] } } } } } }
  expect(prettyJson(six)).toContain('          "e": {"f":[1,2]}')
  expect(JSON.parse(prettyJson(six))).toEqual(six)
  let deep: JsonValue = 1
  for (let level = 0; level < 20_000; level++) deep = [deep]
  expect(prettyJson(deep).replaceAll(/\s/g, '')).toBe('['.repeat(20_000) + '1' + ']'.repeat(20_000))
})
