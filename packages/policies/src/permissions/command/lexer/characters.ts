import type { Cursor } from './cursor.ts'

/** What a character means outside of quotes. */
export const meaning = { plain: 0, ends: 1, special: 2, unsure: 3 } as const

// `=`, `!`, `}`, `]`, `#`, `,`, `^`, `%`, `@`, `+` and `:` stand for themselves inside a word of `bash -c`; where a
// word may begin with one of them, the readers of words and of commands look first.
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,+@%^=!}]#'
const ends = ' \t\n;&|<>()'
const special = '\'"\\$*?[~{'

const table = new Uint8Array(128).fill(meaning.unsure)
for (const character of plain) table[character.charCodeAt(0)] = meaning.plain
for (const character of ends) table[character.charCodeAt(0)] = meaning.ends
for (const character of special) table[character.charCodeAt(0)] = meaning.special

const oddUnquoted = /[\p{White_Space}\p{Cc}\p{Cf}]/u

/** The meaning of the character at `at`; the end of the text ends a word, too. */
export function meaningAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 128) return table[code] ?? meaning.unsure
  if (Number.isNaN(code)) return meaning.ends
  return oddUnquoted.test(String.fromCodePoint(text.codePointAt(at) ?? code)) ? meaning.unsure : meaning.plain
}

/** Whether a character of a name such as `HOME` stands there. */
export function isNameStart(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 32
  return (code >= 97 && code <= 122) || text.charCodeAt(at) === 95
}

/**
 * Characters that no command needs and that bash, terminals or encodings treat in ways of their own, wherever they
 * stand: controls but tab, newline and carriage return, and halves of surrogate pairs.
 */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
export const neverCertain = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Surrogate}/u

/** In some encodings a backslash behind such a character is the second half of it. */
export function refuseAfterWide(cursor: Cursor): void {
  if (cursor.text.charCodeAt(cursor.at - 1) > 127)
    cursor.unsure('a backslash after a character that is not ASCII')
}
