import type { ToolSchema } from '@millrace/protocol'
import type { ToolPresentationMode } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { budgetedSelection } from './selection.ts'
import { estimatedTokens } from './token-estimate.ts'

const schema = (name: string): ToolSchema =>
  Object.freeze({
    name,
    description: 'x'.repeat(300),
    parameters: Object.freeze({ type: 'object' as const }),
  })

const schemas = ['a', 'b', 'c', 'd', 'tool_search', 'run_code'].map(schema)
const [a] = schemas
const one = estimatedTokens(JSON.stringify(a))

function offered(
  tools: number,
  {
    loaded = [],
    pinned = [],
    mode = 'native',
    of = schemas.slice(0, 5),
  }: {
    loaded?: string[]
    pinned?: string[]
    mode?: ToolPresentationMode
    of?: readonly ToolSchema[]
  } = {},
): string[] {
  const selection = budgetedSelection({ tokens: tools * (one + 5), pinned, search: 'tool_search' })
  const found = selection.offer(of, { scope: undefined, mode, loaded: new Set(loaded) })
  return found.map(({ name }) => name)
}

describe('requests carry', () => {
  test('everything but the search, where all of it is within the budget', () => {
    expect(offered(4)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('beyond it the search alone, and what is pinned or was loaded', () => {
    expect(offered(3)).toEqual(['tool_search'])
    expect(offered(3, { pinned: ['b', 'unknown'] })).toEqual(['b', 'tool_search'])
    expect(offered(3, { pinned: ['b'], loaded: ['d', 'gone'] })).toEqual(['b', 'd', 'tool_search'])
  })

  test('what was loaded last, where not all of it is within the budget', () => {
    expect(offered(2, { loaded: ['a', 'b', 'c'] })).toEqual(['b', 'c', 'tool_search'])
    expect(offered(2, { pinned: ['d'], loaded: ['a', 'b', 'c'] })).toEqual(['c', 'd', 'tool_search'])
    expect(offered(0, { pinned: ['d'], loaded: ['a'] })).toEqual(['d', 'tool_search'])
  })

  test('the way to programs in any case, and alone where nothing else is shown', () => {
    expect(offered(1, { mode: 'both', of: schemas })).toEqual(['tool_search', 'run_code'])
    expect(offered(0, { mode: 'code', of: schemas.slice(5) })).toEqual(['run_code'])
  })

  test('everything, where the scope cannot search', () => {
    expect(offered(1, { of: schemas.slice(0, 4) })).toEqual(['a', 'b', 'c', 'd'])
  })

  test('the same array for the same state', () => {
    const selection = budgetedSelection({ tokens: 0, pinned: ['a'], search: 'tool_search' })
    const ask = (loaded: string[], of: readonly ToolSchema[] = schemas): readonly ToolSchema[] =>
      selection.offer(of, { scope: undefined, mode: 'native', loaded: new Set(loaded) })
    const first = ask([])
    expect(ask([])).toBe(first)
    expect(ask([], [...schemas])).toBe(first)
    expect(ask(['zzz'])).toBe(first)
    expect(ask([], [...schemas, schema('e')])).toBe(first)
    expect(Object.isFrozen(first)).toBe(true)
  })
})
