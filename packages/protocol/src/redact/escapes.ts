import { unitBytes } from './spellings.ts'

/** What becomes of the beginning of an escape: the bytes that it stands for, `more` to come, or `none` after all. */
export type EscapeReading = readonly number[] | 'more' | 'none'

/** One way to write a byte as several characters. */
export interface Escape {
  /** The bytes that begin one. */
  readonly starts: ReadonlySet<number>
  /** Reads what began with such a byte; at most a dozen characters. */
  read(begun: string): EscapeReading
}

/** `%2F`, in either case, as in addresses and forms. */
export const percent: Escape = {
  starts: new Set([0x25]),
  read(begun) {
    if (!/^%[\da-f]{0,2}$/i.test(begun)) return 'none'
    return begun.length === 3 ? [Number.parseInt(begun.slice(1), 16)] : 'more'
  },
}

const short: Readonly<Record<string, number>> = {
  '"': 0x22,
  "'": 0x27,
  '\\': 0x5c,
  '/': 0x2f,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
}

/** `\n`, `\"`, `\/`, `\u002f` as in JSON, and `\x2f` of its relatives. */
export const backslash: Escape = {
  starts: new Set([0x5c]),
  read(begun) {
    if (begun.length === 1) return 'more'
    const byte =
      begun.length === 2 && Object.hasOwn(short, begun[1] ?? '') ? short[begun[1] ?? ''] : undefined
    if (byte !== undefined) return [byte]
    if (!/^\\(?:u[\da-f]{0,4}|x[\da-f]{0,2})$/i.test(begun)) return 'none'
    const isWhole = begun.length === (begun[1] === 'u' ? 6 : 4)
    return isWhole ? unitBytes(Number.parseInt(begun.slice(2), 16)) : 'more'
  },
}

/** The same within JSON that is a string of JSON itself, as arguments are in a log. */
export const twiceBackslash: Escape = {
  starts: new Set([0x5c]),
  read(begun) {
    if (begun.length < 3) return begun === '\\' || begun === '\\\\' ? 'more' : 'none'
    const inner = begun.slice(2).replace(/^\\(?=.)/, '')
    return inner === '\\' && begun.length === 3 ? 'more' : backslash.read(`\\${inner}`)
  },
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

const utf8 = new TextEncoder()

/** `&amp;`, `&#38;` and `&#x26;`, as in HTML and XML. */
export const entity: Escape = {
  starts: new Set([0x26]),
  read(begun) {
    if (/^&(?:[a-z]{0,5}|#\d{0,7}|#x[\da-f]{0,6})$/i.test(begun)) return 'more'
    const name = /^&(.+);$/.exec(begun)?.[1]
    if (name === undefined) return 'none'
    if (Object.hasOwn(entities, name)) return [...utf8.encode(entities[name])]
    const point = /^#x([\da-f]+)$/i.exec(name)?.[1]
    const value = point === undefined ? Number(/^#(\d+)$/.exec(name)?.[1]) : Number.parseInt(point, 16)
    return value <= 0x10ffff ? [...utf8.encode(String.fromCodePoint(value))] : 'none'
  },
}

/** The end of a line, which `base64`, terminals and mail put anywhere, and which stands for nothing. */
export const lineBreak: Escape = {
  starts: new Set([0x0a, 0x0d]),
  read: () => [],
}
