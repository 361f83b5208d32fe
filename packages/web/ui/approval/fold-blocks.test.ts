import type { Block } from '@millrace/cards'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { extentOf, foldBlocks } from './fold-blocks.ts'

const code = (lines: readonly string[]): Block => ({
  kind: 'code',
  language: 'bash',
  lines: lines.map((text) => ({ pieces: [{ text, tone: 'plain' }] })),
})

const textsIn = (block: Block): string[] => {
  if (block.kind === 'code') return block.lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''))
  if (block.kind === 'prose') return [...block.lines]
  if (block.kind === 'labelled') return [block.label, ...block.body.flatMap(textsIn)]
  if (block.kind === 'item') return [block.name, ...block.body.flatMap(textsIn)]
  return [block.kind === 'link' ? block.address : `${block.text}${block.subject ?? ''}`]
}

const joined = (blocks: readonly Block[]): string => blocks.flatMap(textsIn).join('')

describe('foldBlocks', () => {
  it('leaves what can be seen at once as it is', () => {
    expect(foldBlocks([code(Array.from({ length: 20 }, (_, at) => `line ${at}`))])).toBeUndefined()
  })

  verifies(['fault:B150'], 'shows both ends of a long script and counts what is between them', () => {
    const lines = Array.from({ length: 200 }, (_, at) => `echo ${at}`)
    const folded = foldBlocks([code(lines)])!
    expect(joined(folded.head)).toBe(lines.slice(0, 8).join(''))
    expect(joined(folded.tail)).toBe(lines.slice(-6).join(''))
    expect(folded.hidden).toStrictEqual({ lines: 186, characters: lines.slice(8, -6).join('').length })
  })

  it('shows both ends of one endless line, and no half of a character', () => {
    const line = '𝒳'.repeat(5_001)
    const folded = foldBlocks([code([`a${line}`])])!
    expect(folded.hidden.lines).toBe(0)
    expect(`${joined(folded.head)}${joined(folded.tail)}`.isWellFormed()).toBe(true)
    const shown = Array.from(joined(folded.head) + joined(folded.tail)).length
    expect(folded.hidden.characters).toBe(5_002 - shown)
  })

  it('shows the end of what stands within other things', () => {
    const details: Block = { kind: 'labelled', label: 'arguments', body: [code(['x', 'y', 'the end'])] }
    const folded = foldBlocks([code(Array.from({ length: 90 }, String)), details])!
    expect(joined(folded.tail)).toMatch(/argumentsxythe end$/)
  })

  it('hides nothing that it does not count, whatever there is', () => {
    const text = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 20 }))
    const leaf: fc.Arbitrary<Block> = fc.oneof(
      fc.array(text, { maxLength: 60 }).map(code),
      fc.array(text, { maxLength: 60 }).map((lines): Block => ({ kind: 'prose', lines, tone: 'plain' })),
      text.map((said): Block => ({ kind: 'note', text: said })),
    )
    const block = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 4 }).map((body): Block => ({ kind: 'labelled', label: 'l', body })),
    )
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const folded = foldBlocks(blocks)
        if (folded === undefined) return
        const [all, head, tail] = [blocks, folded.head, folded.tail].map(extentOf)
        expect(head!.characters + folded.hidden.characters + tail!.characters).toBe(all!.characters)
        const whole = blocks.flatMap(textsIn).join('')
        expect(whole.startsWith(joined(folded.head))).toBe(true)
        expect(whole.endsWith(joined(folded.tail).replace(/^l/, ''))).toBe(true)
      }),
    )
  })
})
