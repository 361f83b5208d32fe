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
import { head, ProgramSyntaxError, readProgram, tail, warmSyntax } from './program-syntax.js'
import { insideFences, normalise } from './program-text.js'

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
  try {
    return evaluable(text, readProgram(text))
  } catch (error) {
    if (!(error instanceof ProgramSyntaxError)) throw error
    return preparedInside(text) ?? refused(text, error)
  }
}

/**
 * A program with prose around its fence.
 * @param {string} text
 * @returns {Prepared | undefined}
 */
function preparedInside(text) {
  const inside = insideFences(text)
  if (inside === undefined || inside === text) return undefined
  try {
    return evaluable(inside, readProgram(inside))
  } catch (error) {
    if (!(error instanceof ProgramSyntaxError)) throw error
    return refused(inside, error)
  }
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
function evaluable(written, { form, text, statements, end, map }) {
  const inserts = returning(text, statements, end)
  const body = withInserts(text, inserts)
  const [before, after] = map ? ['', ''] : [head, tail]
  const code = before + body + after
  const lines = code.split('\n')
  /** @type {Extract<Prepared, { ok: true }>['toSource']} */
  const toSource = (line, column, unit = 'utf8') => {
    const inUnits = unit === 'utf16' ? column : columnOfBytes(lines[line - 1] ?? '', column)
    const offset = offsetAt(code, { line, column: inUnits }) - before.length
    const position = positionAt(text, offsetBefore(inserts, Math.max(offset, 0)))
    return map ? inProgram(written, writtenAt(map, position)) : position
  }
  return { ok: true, form, code, toSource }
}

/**
 * A position in the wrapped program, as one in the program.
 * @param {string} written
 * @param {Position} position
 * @returns {Position}
 */
function inProgram(written, { line, column }) {
  const inFirst = line === 1 ? column - head.length : column
  return positionAt(written, offsetAt(written, { line, column: inFirst }))
}
