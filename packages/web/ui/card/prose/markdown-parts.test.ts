import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownParts } from './markdown-parts.ts'

describe('markdownParts', () => {
  test('cuts at blank lines, but neither in a list nor in a fence', () => {
    const list = '1. one\n\n   ```ts\n   a\n\n   b\n   ```\n\n2. two'
    expect(markdownParts(`first\n\n${list}\n\nlast`)).toEqual([
      { kind: 'text', text: 'first' },
      { kind: 'text', text: list },
      { kind: 'text', text: 'last' },
    ])
  })

  test('takes a program between fences as it is, also one that has no end yet', () => {
    expect(markdownParts('so:\n```ts\na\n\nb\n```\nand\n~~~\n```')).toEqual([
      { kind: 'text', text: 'so:' },
      { kind: 'code', language: 'ts', text: 'a\n\nb' },
      { kind: 'text', text: 'and' },
      { kind: 'code', language: '', text: '```' },
    ])
  })

  test('never changes a part but the last one when a message grows by a line', () => {
    const line = fc.constantFrom('', 'a', '- b', '  c', '```', '~~~', '> d', '1. e', '    f')
    fc.assert(
      fc.property(fc.array(line), line, (lines, next) => {
        const before = markdownParts(lines.join('\n')).slice(0, -1)
        expect(markdownParts([...lines, next].join('\n')).slice(0, before.length)).toEqual(before)
      }),
    )
  })
})
