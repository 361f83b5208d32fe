import type { WordPattern, WordsReach } from './words.ts'

/** Where words cannot be read. */
export interface WordsFault {
  readonly problem: string
  readonly at: number
}

/**
 * The words of a rule, quoted as a shell quotes them; `*` stands for any characters of a word, and as the last word for
 * any words. A quoted `*` stands for itself.
 */
export function parseWords(text: string): WordsReach | WordsFault {
  const words: WordPattern[] = []
  let at = 0
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at++
    if (at >= text.length) break
    const word = readWord(text, at)
    if ('problem' in word) return word
    words.push(word.pieces)
    at = word.end
  }
  const last = words.at(-1)
  const tail = last?.length === 2 && last.every((piece) => piece === '')
  if (isForeignTail(text, words)) {
    const [before = ''] = last ?? []
    return { kind: 'words', words: [...words.slice(0, -1), [before.slice(0, -1)]], tail: true }
  }
  return { kind: 'words', words: tail ? words.slice(0, -1) : words, tail }
}

/** Claude Code's older way to say that anything may follow: `git commit:*`. Scripts of a project may have such names. */
function isForeignTail(text: string, words: readonly WordPattern[]): boolean {
  const [program = []] = words
  return /(?:^|\s)[\w.-]+:\*\s*$/.test(text) && !/^(?:npm|pnpm|yarn|bun)$/.test(program[0] ?? '')
}

function readWord(text: string, from: number): { pieces: string[]; end: number } | WordsFault {
  const pieces = ['']
  const add = (letters: string): void => {
    pieces.push((pieces.pop() ?? '') + letters)
  }
  let at = from
  while (at < text.length && text[at] !== ' ' && text[at] !== '\t') {
    const letter = text[at] ?? ''
    if (letter === "'" || letter === '"') {
      const quoted = readQuoted(text, at, letter)
      if ('problem' in quoted) return quoted
      add(quoted.letters)
      at = quoted.end
    } else if (letter === '\\') {
      if (at + 1 >= text.length) return { problem: 'ends in a backslash that quotes nothing', at }
      add(text[at + 1] ?? '')
      at += 2
    } else {
      if (letter !== '*') add(letter)
      // Several in a row say no more than one.
      else if (text[at - 1] !== '*' || at === from) pieces.push('')
      at++
    }
  }
  return { pieces, end: at }
}

function readQuoted(
  text: string,
  from: number,
  quote: string,
): { letters: string; end: number } | WordsFault {
  let letters = ''
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === quote) return { letters, end: at + 1 }
    if (quote === '"' && text[at] === '\\' && at + 1 < text.length) at++
    letters += text[at]
  }
  return { problem: `has a ${quote} that nothing closes`, at: from }
}

/** A word as a rule spells it: quoted where it would mean something else. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
