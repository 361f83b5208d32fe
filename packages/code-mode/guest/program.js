// A program as a model wrote it, made ready to be evaluated. Runs wherever programs do, before the guest is entered.

import {
  columnOfBytes,
  offsetAt,
  offsetBefore,
  positionAt,
  withInserts,
  writtenAt,
} from './program-positions.js'
import { returning } from './program-shape.js'
import { ProgramSyntaxError } from './program-complaint.js'
import { readProgram, warmSyntax } from './program-syntax.js'
import { hasFenceInCode, insideFences, normalise } from './program-text.js'

/** @import { Prepared } from './program.js' */
/** @import { Position } from './program-positions.js' */
/** @import { Syntax } from './program-syntax.js' */

/** Programs that are remembered, and UTF-16 units of all of them. */
const mostKept = 64
const mostUnits = 2 ** 21

/** @type {Map<string, Prepared>} */
const kept = new Map()
let units = 0

/**
 * @param {string} source
 * @returns {Prepared}
 */
export function prepareProgram(source) {
  const known = kept.get(source)
  if (known) {
    kept.delete(source)
    kept.set(source, known)
    return known
  }
  const prepared = prepare(source)
  kept.set(source, prepared)
  units += source.length
  for (const [oldest] of kept) {
    if (kept.size <= mostKept && units <= mostUnits) break
    kept.delete(oldest)
    units -= oldest.length
  }
  return prepared
}

/** Loads what nearly every program needs. */
export function warmPrograms() {
  warmSyntax()
}

/**
 * @param {string} source
 * @returns {Prepared}
 */
function prepare(source) {
  const text = normalise(source)
  const inside = insideFences(text)
  const candidates = inside === undefined ? [text] : hasFenceInCode(text) ? [text, inside] : [inside]
  /** @type {Prepared | undefined} */
  let refusal
  for (const candidate of candidates) {
    try {
      return evaluable(candidate, readProgram(candidate))
    } catch (error) {
      if (!(error instanceof ProgramSyntaxError)) throw error
      refusal ??= refused(candidate, error)
    }
  }
  return /** @type {Prepared} */ (refusal)
}

/**
 * @param {string} text
 * @param {ProgramSyntaxError} error
 * @returns {Prepared}
 */
function refused(text, { message, offset }) {
  return { ok: false, message, ...(offset !== undefined && { at: positionAt(text, offset) }) }
}

/**
 * @param {string} written
 * @param {Syntax} syntax
 * @returns {Prepared}
 */
function evaluable(written, { form, text, statements, end, before, map }) {
  const inserts = returning(text, statements, end)
  const code = withInserts(text, inserts)
  const lines = code.split('\n')
  /** @type {Extract<Prepared, { ok: true }>['toSource']} */
  const toSource = (line, column, unit = 'utf8') => {
    const inUnits = unit === 'utf16' ? column : columnOfBytes(lines[line - 1] ?? '', column)
    const position = positionAt(text, offsetBefore(inserts, offsetAt(code, { line, column: inUnits })))
    return inProgram(written, before, map ? writtenAt(map, position) : position)
  }
  return { ok: true, form, code, toSource }
}

/**
 * A position in the wrapped program, as one in the program.
 * @param {string} written
 * @param {number} before
 * @param {Position} position
 * @returns {Position}
 */
function inProgram(written, before, { line, column }) {
  const inFirst = line === 1 ? column - before : column
  return positionAt(written, offsetAt(written, { line, column: inFirst }))
}
