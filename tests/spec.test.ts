import { describe, expect, test } from 'vitest'
import { requirements } from './spec/requirements.ts'
import { citations, citedIn } from './support/citations.ts'

const ids = Object.keys(requirements)

describe('the rules', () => {
  test('each says in one line what holds', () => {
    const unsaid = Object.entries(requirements).filter(([, rule]) => !/^[A-Z`].{20,}\.$/.test(rule))
    expect(unsaid).toEqual([])
  })

  test('each one is cited by a test', () => {
    const cited = citations()
    expect(ids.filter((id) => !cited.has(id))).toEqual([])
  })

  test('each one that is cited exists', () => {
    const unknown = [...citations()].filter(([id]) => !ids.includes(id))
    expect(unknown).toEqual([])
  })
})

describe('the gate itself', () => {
  test('reads citations over several lines and not in comments', () => {
    const source = `verifies(['a:1', 'b:2'], 'title', () => {})
      // verifies(['c:3'], 'title', () => {})
      verifies(
        [
          'd:4',
        ],`
    expect([...citedIn(source)]).toEqual(['a:1', 'b:2', 'd:4'])
  })
})
