import type { AskedQuestion } from '@millrace/web/wire'
import { describe, expect, it } from 'vitest'
import { inOrder, shownIn } from './shown-question.ts'

const asked = (requestId: string, session?: string): AskedQuestion =>
  ({ requestId, ...(session !== undefined && { session }) }) as AskedQuestion

const ids = (questions: readonly AskedQuestion[]): string[] => questions.map(({ requestId }) => requestId)

describe('inOrder', () => {
  const of =
    (open: string) =>
    ({ session }: AskedQuestion): boolean =>
      session === open

  it('has the questions of the open session first', () => {
    const all = [asked('a', 's1'), asked('b'), asked('c', 's2'), asked('d', 's1')]
    expect(ids(inOrder(all, of('s1')))).toStrictEqual(['a', 'd', 'b', 'c'])
    expect(ids(inOrder(all, of('s2')))).toStrictEqual(['c', 'a', 'b', 'd'])
  })

  it('prefers none where none of their sessions is open', () => {
    expect(ids(inOrder([asked('a', 's1'), asked('b')], of('s2')))).toStrictEqual(['a', 'b'])
  })
})

describe('shownIn', () => {
  it('stays with what was looked at, whatever comes', () => {
    expect(shownIn([asked('new'), asked('old')], 'old')?.requestId).toBe('old')
  })

  it('goes on with the first one once that is gone', () => {
    expect(shownIn([asked('new')], 'old')?.requestId).toBe('new')
    expect(shownIn([], 'old')).toBeUndefined()
  })
})
