import { describe, expect, it } from 'vitest'
import { keyEdit } from './key-edit.ts'

/** The text after a key; what stands between two `|` is selected, and one alone is the caret. */
function after(marked: string, key: string, shiftKey = false): string | undefined {
  const [before = '', selected = '', rest] = marked.split('|')
  const text = rest === undefined ? before + selected : before + selected + rest
  const to = rest === undefined ? before.length : before.length + selected.length
  const edit = keyEdit(text, before.length, to, { key, shiftKey })
  if (edit === undefined) return undefined
  const edited = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const { selectFrom, selectTo } = edit
  if (selectFrom === selectTo) return `${edited.slice(0, selectFrom)}|${edited.slice(selectFrom)}`
  return `${edited.slice(0, selectFrom)}|${edited.slice(selectFrom, selectTo)}|${edited.slice(selectTo)}`
}

describe('keyEdit', () => {
  it('indents where the caret stands', () => {
    expect(after('a|b', 'Tab')).toBe('a  |b')
  })

  it('moves the lines of a selection in and out', () => {
    expect(after('a\n|b\nc|\nd', 'Tab')).toBe('a\n  |b\n  c|\nd')
    expect(after('  a\n|  b\n c|\nd', 'Tab', true)).toBe('  a\n|b\nc|\nd')
    expect(after('|a\n|b', 'Tab')).toBe('  |a\n|b')
    expect(after('  a|', 'Tab', true)).toBe('a|')
    expect(after('|a', 'Tab', true)).toBe('|a')
  })

  it('goes on as deep as the line before, and deeper behind what opens', () => {
    expect(after('  a|', 'Enter')).toBe('  a\n  |')
    expect(after('  if (a) {|', 'Enter')).toBe('  if (a) {\n    |')
    expect(after('  f({|})', 'Enter')).toBe('  f({\n    |\n  })')
  })

  it('leaves other keys alone', () => {
    expect(after('a|', 'a')).toBeUndefined()
    expect(after('a|', 'Enter', true)).toBeUndefined()
  })
})
