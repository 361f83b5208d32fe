/** Whether a character, given as UTF-16 unit, is meant. */
export type UnitTest = (unit: number) => boolean

/** A regular expression, taken apart. */
export type Node =
  | { readonly kind: 'unit'; readonly test: UnitTest }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly item: Node; readonly least: number; readonly most: number }

const named: Readonly<Record<string, RegExp>> = {
  d: /\d/,
  D: /\D/,
  w: /\w/,
  W: /\W/,
  s: /\s/,
  S: /\S/,
}

/**
 * Takes a regular expression of the usual spelling apart: groups, alternatives, classes, `. ^ $ * + ? {2,3}`.
 * @throws SyntaxError for what a linear search cannot do (look-around, back references), and for what is none.
 */
export function parsePattern(source: string): Node {
  const parser = new Parser(source)
  const node = parser.choice()
  if (!parser.isAtEnd) throw new SyntaxError('has a ")" without a "("')
  return node
}

class Parser {
  private readonly source: string
  private at = 0

  constructor(source: string) {
    this.source = source
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length
  }

  choice(): Node {
    const options = [this.sequence()]
    while (this.takes('|')) options.push(this.sequence())
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options }
  }

  private sequence(): Node {
    const items: Node[] = []
    while (!this.isAtEnd && this.next !== '|' && this.next !== ')') items.push(this.repeated(this.atom()))
    return { kind: 'sequence', items }
  }

  private repeated(item: Node): Node {
    const bounds = this.bounds()
    if (bounds === undefined) return item
    // Whether it takes much or little makes no difference to whether there is a match.
    this.takes('?')
    if (bounds.most < bounds.least) throw new SyntaxError('repeats something more often than it may')
    return { kind: 'repeat', item, ...bounds }
  }

  private bounds(): { least: number; most: number } | undefined {
    if (this.takes('*')) return { least: 0, most: Number.POSITIVE_INFINITY }
    if (this.takes('+')) return { least: 1, most: Number.POSITIVE_INFINITY }
    if (this.takes('?')) return { least: 0, most: 1 }
    const found = /^\{(\d{1,3})(,)?(\d{1,3})?\}/.exec(this.source.slice(this.at))
    if (found === null) return undefined
    this.at += found[0].length
    const least = Number(found[1])
    if (found[3] !== undefined) return { least, most: Number(found[3]) }
    return { least, most: found[2] === undefined ? least : Number.POSITIVE_INFINITY }
  }

  private atom(): Node {
    const character = this.take()
    if (character === '(') return this.group()
    if (character === '[') return { kind: 'unit', test: this.charClass() }
    if (character === '^') return { kind: 'edge', at: 'start' }
    if (character === '$') return { kind: 'edge', at: 'end' }
    if (character === '.') return { kind: 'unit', test: (unit) => unit !== 10 && unit !== 13 }
    if ('*+?'.includes(character)) throw new SyntaxError(`has a "${character}" with nothing before it`)
    return { kind: 'unit', test: character === '\\' ? this.escape() : exactly(character) }
  }

  private group(): Node {
    if (this.takes('?') && !this.takes(':')) throw new SyntaxError('looks around or names a group')
    const node = this.choice()
    if (!this.takes(')')) throw new SyntaxError('has a "(" without a ")"')
    return node
  }

  private escape(): UnitTest {
    const character = this.take()
    const known = Object.hasOwn(named, character) ? named[character] : undefined
    if (known !== undefined) return (unit) => known.test(String.fromCharCode(unit))
    if (/[\da-z]/i.test(character)) throw new SyntaxError(`uses "\\${character}"`)
    return exactly(character)
  }

  private charClass(): UnitTest {
    const isNegated = this.takes('^')
    const tests: UnitTest[] = []
    while (!this.takes(']')) tests.push(this.classMember())
    return (unit) => tests.some((test) => test(unit)) !== isNegated
  }

  private classMember(): UnitTest {
    const first = this.take()
    if (first === '\\') return this.escape()
    const range = /^-([^\]\\])/.exec(this.source.slice(this.at))
    if (range === null) return exactly(first)
    this.at += 2
    const [from, to] = [first.charCodeAt(0), range[1]?.charCodeAt(0) ?? 0]
    if (to < from) throw new SyntaxError(`has the range "${first}-${range[1]}" out of order`)
    return (unit) => unit >= from && unit <= to
  }

  private get next(): string {
    return this.source[this.at] ?? ''
  }

  private take(): string {
    if (this.isAtEnd) throw new SyntaxError('ends in the middle of something')
    return this.source[this.at++] ?? ''
  }

  private takes(character: string): boolean {
    const isThere = !this.isAtEnd && this.next === character
    if (isThere) this.at++
    return isThere
  }
}

function exactly(character: string): UnitTest {
  const wanted = character.charCodeAt(0)
  return (unit) => unit === wanted
}
