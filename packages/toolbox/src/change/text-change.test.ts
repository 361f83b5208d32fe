import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { byteDifference, changedRanges } from './changed-ranges.ts'
import { changeLimits } from './limits.ts'
import { composed, spliced, splicedLength, type Region, type Splice } from './splice.ts'
import { describeChange, type TextChange } from './text-change.ts'
import { Pace } from '../workspace/pace.ts'
import { difference, trimmed } from './trimmed.ts'

const unit = fc.constantFrom('a', 'b', '\n', '\r\n', '😀', 'é', '\ud83d\ude01')
const anyText = fc.string({ unit, maxLength: 40 })

/** Replacements that are in order and apart, for a text of any length. */
function splicesIn(text: string, cuts: readonly number[], texts: readonly string[]): Splice[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b)
  const splices: Splice[] = []
  for (let at = 0; at + 1 < places.length; at += 2) {
    splices.push({ start: places[at]!, end: places[at + 1]!, text: texts[at % texts.length]! })
  }
  return splices
}

const cuts = fc.array(fc.nat(1000), { maxLength: 8 })
const texts = fc.array(fc.string({ unit, maxLength: 4 }), { minLength: 1, maxLength: 4 })

/** The original with every region replaced by what the newest form has there. */
function rebuilt(before: string, after: string, regions: readonly Region[]): string {
  return spliced(
    before,
    regions.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
      start: oldStart,
      end: oldEnd,
      text: after.slice(newStart, newEnd),
    })),
  )
}

describe('composed', () => {
  test('tells of several rounds of replacements what differs from the original, exactly', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.tuple(cuts, texts), { maxLength: 4 }), (original, rounds) => {
        let [text, regions] = [original, [] as Region[]]
        for (const [places, replacements] of rounds) {
          const splices = splicesIn(text, places, replacements)
          expect(spliced(text, splices).length).toBe(splicedLength(text, splices))
          regions = composed(regions, splices)
          text = spliced(text, splices)
        }
        expect(rebuilt(original, text, regions)).toBe(text)
        expect(rebuilt(original, text, trimmed(original, text, regions))).toBe(text)
        for (const [index, { oldStart }] of regions.entries()) {
          expect(oldStart).toBeGreaterThan(regions[index - 1]?.oldEnd ?? -1)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('describeChange', () => {
  const pace = new Pace(new AbortController().signal)
  const replaced = fc.tuple(anyText, cuts, texts).map(([before, places, replacements]) => {
    const splices = splicesIn(before, places, replacements)
    return { before, after: spliced(before, splices), regions: composed([], splices) }
  })

  /** The lines of `before` with every hunk put in its place. */
  function patched(before: string, hunks: TextChange['hunks']): string {
    const lines = before.match(/[^\n]*\n|[^\n]+/g) ?? []
    for (const { oldLine, oldText, newText } of hunks.toReversed()) {
      const old = oldText.match(/[^\n]*\n|[^\n]+/g) ?? []
      expect(lines.slice(oldLine - 1, oldLine - 1 + old.length).join('')).toBe(oldText)
      lines.splice(oldLine - 1, old.length, newText)
    }
    return lines.join('')
  }

  verifies(['fault:B084'], 'its hunks lead from the text before to the text after', async () => {
    await fc.assert(
      fc.asyncProperty(replaced, async ({ before, after, regions }) => {
        const change = await describeChange(before, after, trimmed(before, after, regions), pace)
        expect(patched(before, change.hunks)).toBe(after)
        const lines = (text: string): number => (text.match(/[^\n]*\n|[^\n]+/g) ?? []).length
        expect(lines(before) + change.added - change.removed).toBe(lines(after))
        for (const { newLine, newText } of change.hunks) {
          const all = after.match(/[^\n]*\n|[^\n]+/g) ?? []
          expect(
            all
              .slice(newLine - 1)
              .join('')
              .startsWith(newText),
          ).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('leaves out of a rewritten text the lines that are the same', async () => {
    const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join('')
    const after = before.replace('line 2\n', 'two\n').replace('line 39\n', '')
    const change = await describeChange(before, after, difference(before, after), pace)
    expect(change).toMatchObject({ added: 1, removed: 2 })
    expect(change.changedLines).toEqual([
      { oldLine: 2, oldCount: 1, newLine: 2, newCount: 1 },
      { oldLine: 39, oldCount: 1, newLine: 39, newCount: 0 },
    ])
    expect(change.hunks).toEqual([
      {
        oldLine: 1,
        oldText: 'line 1\nline 2\nline 3\nline 4\nline 5\n',
        newLine: 1,
        newText: 'line 1\ntwo\nline 3\nline 4\nline 5\n',
      },
      {
        oldLine: 36,
        oldText: 'line 36\nline 37\nline 38\nline 39\nline 40\n',
        newLine: 36,
        newText: 'line 36\nline 37\nline 38\nline 40\n',
      },
    ])
  })

  test('shows of a huge change its start, and counts the rest exactly', async () => {
    const before = Array.from({ length: 20_000 }, (_, index) => `old line ${index}\n`).join('')
    const after = before.replaceAll('old', 'new')
    const { hunks, omittedLines, added, removed } = await describeChange(
      before,
      after,
      difference(before, after),
      pace,
    )
    expect([added, removed]).toEqual([20_000, 20_000])
    const shown = hunks.reduce((sum, { oldText, newText }) => sum + oldText.length + newText.length, 0)
    expect(shown).toBeLessThan(changeLimits.hunkUnits * 1.1)
    const lines = hunks.map(({ oldText, newText }) => (oldText + newText).split('\n').length - 1)
    expect(omittedLines).toBe(40_000 - lines.reduce((sum, count) => sum + count, 0))
  })

  test('shows of a very long line what stands around the change, and says that it is cut', async () => {
    const before = `${'x'.repeat(100_000)}old${'y'.repeat(100_000)}\n`
    const after = before.replace('old', 'new')
    const { hunks, cutLines } = await describeChange(before, after, difference(before, after), pace)
    expect(cutLines).toBe(2)
    expect(hunks[0]?.oldText).toMatch(/^…x{100}oldy+…\n$/)
    expect(hunks[0]?.newText).toMatch(/^…x{100}newy+…\n$/)
    expect(hunks[0]?.oldText.length).toBeLessThanOrEqual(changeLimits.lineUnits)
  })
})

describe('changedRanges', () => {
  test('are the bytes that differ, in the encoding of the file', () => {
    const text = 'aé😀b'
    const after = 'aéXb'
    const regions = difference(text, after)
    expect(changedRanges({ text, encoding: 'utf-8', hasMark: true }, after, regions)).toEqual([
      { offset: 6, oldBytes: 4, newBytes: 1 },
    ])
    expect(changedRanges({ text, encoding: 'utf-16le', hasMark: true }, after, regions)).toEqual([
      { offset: 6, oldBytes: 4, newBytes: 2 },
    ])
  })

  test('of whole contents are one range from the first to the last difference', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ max: 2, maxLength: 9 }),
        fc.uint8Array({ max: 2, maxLength: 9 }),
        (a, b) => {
          const { offset, oldBytes, newBytes } = byteDifference(a, b)
          const joined = [
            ...a.slice(0, offset),
            ...b.slice(offset, offset + newBytes),
            ...a.slice(offset + oldBytes),
          ]
          expect(joined).toEqual([...b])
        },
      ),
    )
  })
})
