import { describe, expect, test } from 'vitest'
import { headerFault } from './header-fault.ts'

const text = (header: string) => ({ type: 'string', 'x-mcp-header': header })

describe('headerFault', () => {
  test('finds nothing where headers can be made, or none is wanted', () => {
    for (const schema of [
      true,
      'none',
      { type: 'object' },
      { properties: { a: text('A'), b: { properties: { c: { type: 'integer', 'x-mcp-header': 'C' } } } } },
      { properties: { 'x-mcp-header': { type: 'string' } } },
    ]) {
      expect(headerFault(schema), JSON.stringify(schema)).toBeUndefined()
    }
  })

  test('says why a header cannot be made', () => {
    for (const [schema, fault] of [
      [text('A'), 'all arguments'],
      [{ properties: { a: { items: text('A') } } }, 'may be absent'],
      [{ anyOf: [{ properties: { a: text('A') } }] }, 'may be absent'],
      [{ $defs: { d: text('A') } }, 'may be absent'],
      [{ properties: { a: text('A B') } }, 'name is none'],
      [{ properties: { a: text('') } }, 'name is none'],
      [{ properties: { a: { type: 'number', 'x-mcp-header': 'A' } } }, 'no text'],
      [{ properties: { a: text('A'), b: text('a') } }, 'one header'],
    ] as const) {
      expect(headerFault(schema as never), JSON.stringify(schema)).toContain(fault)
    }
  })

  test('bears any depth', () => {
    let schema: Record<string, never> = { type: 'number', 'x-mcp-header': 'A' } as never
    for (let depth = 0; depth < 100_000; depth++) schema = { properties: { a: schema } } as never
    expect(headerFault(schema)).toContain('no text')
  })
})
