// What is wrong with a program that cannot be read, in words that say how to mend it.

import { createRequire } from 'node:module'
import { positionAt } from './program-positions.js'

const require = createRequire(import.meta.url)

/** A program that cannot be read; the offset is one in the program. */
export class ProgramSyntaxError extends Error {
  /**
   * @param {string} message
   * @param {number} [offset]
   */
  constructor(message, offset) {
    super(message)
    this.offset = offset
  }
}

/** Longer lists of what could have stood there tell nobody anything. */
const longestExpected = 60

/** The beginning of a sentence, which no program has. */
const prose = /^\s*[A-Z][a-z']*(?: [a-z']+){2}/

/**
 * The complaint of a parser, made readable, and explained by the bracket that is missing or too many.
 * @param {string} text - the program.
 * @param {string} message
 * @param {number} [offset] - where the parser stopped; absent where that is not known.
 * @returns {ProgramSyntaxError}
 */
export function complaintOf(text, message, offset) {
  const bracket = wrongBracket(text)
  if (bracket && bracket.offset <= (offset ?? text.length) && !bracket.isOpen) {
    return new ProgramSyntaxError(bracket.message, bracket.offset)
  }
  const said = offset === undefined ? message : readable(text, message, offset)
  const hint = prose.test(text) ? ' Send the program alone, without prose around it.' : ''
  return new ProgramSyntaxError(said + (bracket?.isOpen ? ` ${bracket.message}` : '') + hint, offset)
}

/**
 * @param {string} text
 * @param {string} message
 * @param {number} offset
 * @returns {string}
 */
function readable(text, message, offset) {
  const found = tokenAt(text, offset)
  if (offset >= text.trimEnd().length) return 'The program ends too early.'
  if (found === '@') return 'Decorators are not supported.'
  if (message.startsWith("Expected ';'")) {
    return `Unexpected ${found}: the statement before it should have ended, with a \`;\` or a new line.`
  }
  const [said, expected = ''] = message.split(/\. (?=Expected )/)
  const short = expected.length <= longestExpected ? expected : ''
  const named = /** @type {string} */ (said).replace(/(?:'|`)ident(?:'|`)/, () => found)
  return `${named}${/^Unexpected token$/.test(named) ? ` ${found}` : ''}.${short && ` ${short}.`}`
}

/**
 * The word or the mark at an offset, in backticks.
 * @param {string} text
 * @param {number} offset
 * @returns {string}
 */
function tokenAt(text, offset) {
  const token = /[\w$]{1,40}|\S/uy
  token.lastIndex = offset
  const found = token.exec(text)?.[0] ?? ''
  return found === '@' ? found : `\`${found}\``
}

/** @type {Readonly<Record<string, string>>} */
const closers = { '(': ')', '[': ']', '{': '}', '${': '}' }

/**
 * The first bracket that closes what is not open, or the last one that is never closed.
 * @param {string} text
 * @returns {{ message: string, offset: number, isOpen: boolean } | undefined}
 */
function wrongBracket(text) {
  /** @type {{ mark: string, offset: number }[]} */
  const open = []
  for (const { mark, offset } of bracketsOf(text)) {
    if (mark in closers) {
      open.push({ mark, offset })
      continue
    }
    const last = open.pop()
    if (last === undefined) {
      return { message: `This \`${mark}\` closes nothing: there is one too many.`, offset, isOpen: false }
    }
    if (closers[last.mark] !== mark) {
      const message = `This \`${mark}\` does not close the \`${last.mark}\` of ${placeOf(text, last.offset)}.`
      return { message, offset, isOpen: false }
    }
  }
  const last = open.at(-1)
  if (last === undefined) return undefined
  const message = `The \`${last.mark}\` of ${placeOf(text, last.offset)} is never closed.`
  return { message, offset: last.offset, isOpen: true }
}

/**
 * @param {string} text
 * @param {number} offset
 * @returns {string}
 */
function placeOf(text, offset) {
  const { line, column } = positionAt(text, offset)
  return `${line}:${column}`
}

/**
 * The brackets of a program, as far as its words can be told apart.
 * @param {string} text
 * @returns {Generator<{ mark: string, offset: number }>}
 */
function* bracketsOf(text) {
  const acorn = /** @type {typeof import('acorn')} */ (require('acorn'))
  try {
    for (const { type, start } of acorn.tokenizer(text, { ecmaVersion: 'latest' })) {
      if (/^(?:[()[\]{}]|\$\{)$/.test(type.label)) yield { mark: type.label, offset: start }
    }
  } catch (error) {
    // A word that cannot be read ends the search: the parser's complaint is about it.
    if (!(error instanceof SyntaxError)) throw error
  }
}
