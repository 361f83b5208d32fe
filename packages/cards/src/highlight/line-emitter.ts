import type { Emitter } from './engine.js'
import type { Piece } from '../layout/pieces.ts'
import type { Tone } from '../layout/row.ts'

/** Which tone the parts of a program have, by the first word of the name that grammars give them. */
const tones: ReadonlyMap<string, Tone> = new Map<string, Tone>([
  ...named('code-keyword', 'keyword', 'operator', 'selector-tag', 'section', 'template-tag'),
  ...named('code-string', 'string', 'regexp', 'char', 'link', 'quote', 'addition'),
  ...named('code-number', 'number', 'literal', 'symbol', 'bullet', 'variable', 'template-variable'),
  ...named('code-comment', 'comment', 'doctag', 'meta', 'deletion'),
  ...named(
    'code-name',
    'title',
    'class',
    'function',
    'type',
    'built_in',
    'name',
    'selector-class',
    'selector-id',
  ),
  ...named('code-attribute', 'attr', 'attribute', 'property', 'selector-attr', 'selector-pseudo'),
])

function named(tone: Tone, ...scopes: readonly string[]): [string, Tone][] {
  return scopes.map((scope) => [scope, tone])
}

/** Collects a program as the pieces of its lines. */
export class LineEmitter implements Emitter {
  readonly lines: Piece[][] = [[]]
  private readonly scopes: Tone[] = []

  addText(text: string): void {
    const tone = this.scopes.at(-1) ?? 'plain'
    text.split('\n').forEach((part, index) => {
      if (index > 0) this.lines.push([])
      if (part !== '') this.add(part, tone)
    })
  }

  startScope(name: string): void {
    const tone = tones.get(name.split('.')[0] ?? '')
    // A part without a tone of its own, as what is inserted into a text, is no part of what surrounds it.
    this.scopes.push(tone ?? (name === 'subst' ? 'plain' : (this.scopes.at(-1) ?? 'plain')))
  }

  endScope(): void {
    this.scopes.pop()
  }

  openNode(name: string): void {
    this.startScope(name)
  }

  closeNode(): void {
    this.endScope()
  }

  __addSublanguage(inner: Emitter): void {
    if (!(inner instanceof LineEmitter)) return
    inner.lines.forEach((pieces, index) => {
      if (index > 0) this.lines.push([])
      for (const { text, tone } of pieces) this.add(text, tone)
    })
  }

  finalize(): void {}

  toHTML(): string {
    return ''
  }

  /** A grammar may end a part within a character; the whole character then belongs to the earlier part. */
  private add(text: string, tone: Tone): void {
    const line = this.lines.at(-1)!
    const last = line.at(-1)
    const isTorn = last !== undefined && /[\ud800-\udbff]$/.test(last.text) && /^[\udc00-\udfff]/.test(text)
    const torn = isTorn ? text.slice(0, 1) : ''
    const rest = text.slice(torn.length)
    if (last !== undefined && (torn !== '' || last.tone === tone)) {
      const grown = last.tone === tone ? text : torn
      line[line.length - 1] = { text: last.text + grown, tone: last.tone }
      if (last.tone === tone) return
    }
    if (rest !== '') line.push({ text: rest, tone })
  }
}
