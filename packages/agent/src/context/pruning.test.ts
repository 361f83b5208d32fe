import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Conversation, Entry } from '../conversation/conversation.ts'
import { pruningOf, type PruneRules } from './pruning.ts'
import { weightOf } from './size.ts'

const rules: PruneRules = {
  keepRecent: 0,
  minBytes: 0,
  unread: false,
  isRepeatable: (tool) => tool === 'grep',
}

/** A conversation whose answers each had one call, with results of these sizes; the last ones nobody read. */
function conversation(sizes: readonly number[], unread: readonly number[] = []): Conversation {
  const call = (id: string): Entry[] => [
    {
      kind: 'assistant',
      seq: 0,
      turn: 1,
      message: { role: 'assistant', content: [], toolCalls: [{ id, name: 'grep', arguments: '{}' }] },
    },
  ]
  const result = (callId: string, size: number): Entry => ({
    kind: 'result',
    seq: 0,
    turn: 1,
    callId,
    tool: 'grep',
    content: [{ type: 'text', text: 'x'.repeat(size) }],
    isError: false,
  })
  const entries = [
    ...sizes.flatMap((size, at) => [...call(`c${at}`), result(`c${at}`, size)]),
    ...call('last'),
    ...unread.map((size, at) => result(`u${at}`, size)),
  ]
  return { system: 'system', tools: [], entries }
}

const ids = (pruned: { results: readonly { callId: string }[] }): string[] =>
  pruned.results.map(({ callId }) => callId)

/** The conversation as requests carry it afterwards. */
function without(before: Conversation, results: readonly { callId: string; text: string }[]): Conversation {
  const texts = new Map(results.map(({ callId, text }) => [callId, text]))
  const entries = before.entries.map((entry) => {
    const pruned = entry.kind === 'result' ? texts.get(entry.callId) : undefined
    return pruned === undefined ? entry : ({ ...entry, pruned } as Entry)
  })
  return { ...before, entries }
}

describe('pruningOf', () => {
  test('leaves the oldest results out until enough is saved', () => {
    expect(ids(pruningOf(conversation([500, 500, 500]), rules, 600))).toEqual(['c0', 'c1'])
  })

  test('keeps the last ones, small ones, and what no model has read', () => {
    const kept = { ...rules, keepRecent: 1, minBytes: 300 }
    expect(ids(pruningOf(conversation([500, 299, 300, 500]), kept, 1e9))).toEqual(['c0', 'c2'])
    expect(ids(pruningOf(conversation([500], [9000]), rules, 1e9))).toEqual(['c0'])
  })

  test('leaves out what nobody read, the largest first, only where it may and must', () => {
    const hard = { ...rules, unread: true }
    expect(ids(pruningOf(conversation([900], [400, 9000]), hard, 500))).toEqual(['c0'])
    const { results } = pruningOf(conversation([900], [400, 9000]), hard, 5000)
    expect(results.map(({ callId }) => callId)).toEqual(['c0', 'u1'])
    expect(results[1]?.text).toBe(
      '[result of grep left out: its 9,000 bytes do not fit into what the model can take; ask for less]',
    )
  })

  test('says exactly how much is missing, and advises to call again only where that does no harm', () => {
    const [first] = pruningOf(conversation([48_213]), rules, 1).results
    expect(first?.text).toBe('[result of grep left out to save room: 48,213 bytes; call it again to see it]')
    const [other] = pruningOf(conversation([48_213]), { ...rules, isRepeatable: () => false }, 1).results
    expect(other?.text).toBe('[result of grep left out to save room: 48,213 bytes]')
  })

  test('never makes a request heavier, and saves what it says', () => {
    const size = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(
        fc.array(size, { maxLength: 8 }),
        fc.array(size, { maxLength: 3 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.boolean(),
        (sizes, unread, enough, hard) => {
          const before = conversation(sizes, unread)
          const { results, saved } = pruningOf(before, { ...rules, unread: hard }, enough)
          const after = without(before, results)
          expect(weightOf(before) - weightOf(after)).toBe(saved)
          expect(saved).toBeGreaterThanOrEqual(0)
          // What was left out once is not left out again.
          const again = pruningOf(after, { ...rules, unread: hard }, 1e9)
          const all = pruningOf(before, { ...rules, unread: hard }, 1e9)
          expect([...ids({ results }), ...ids(again)].toSorted()).toEqual(ids(all).toSorted())
        },
      ),
    )
  })
})
