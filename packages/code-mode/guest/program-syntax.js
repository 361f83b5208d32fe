// Reading a program: as JavaScript by acorn, and where that fails or could be mistaken, as TypeScript by swc.
// Both are loaded when they are first needed: the first takes 15 ms, the second 90 ms and 35 MB.

import { createRequire } from 'node:module'
import { complaintOf, ProgramSyntaxError } from './program-complaint.js'
import { find } from './program-shape.js'
import { offsetAt, readMappings } from './program-positions.js'
import { withoutModuleSyntax } from './program-text.js'

/** @import { Node } from 'acorn' */
/** @import { Stretch } from './program-positions.js' */

/**
 * A program as the function that is evaluated, in JavaScript. Of `plain` and `stripped` ones every character stands
 * where it was written, after the head; `transformed` ones have a map. So much text stands `before` the program in the
 * first line of that, or of what the map leads to.
 * @typedef {{
 *   readonly form: 'plain' | 'stripped' | 'transformed',
 *   readonly text: string,
 *   readonly statements: readonly Node[],
 *   readonly end: number,
 *   readonly before: number,
 *   readonly map?: readonly (readonly Stretch[])[],
 * }} Syntax
 */

const typescript = '@swc/wasm-typescript'

let require = createRequire(import.meta.url)

/** What stands before and after a program; the end stands on a line of its own, as the program may end in a comment. */
const head = '(async()=>{'
const tail = '\n})'

/** The same for swc, which says less of what is wrong in an arrow function. */
const typedHead = 'async function f(){'
const typedTail = '\n}'

/** Each round takes one piece of module syntax out. */
const mostRounds = 32

const tooDeep =
  'The program is nested too deeply or one of its expressions is too long to be read: split it up.'

/** `f<T>(x)` and the like, which JavaScript reads as comparisons. */
const mayBeTypeArguments = /(?<!=)>\s*[(`/]/

/**
 * @param {string} text - normalised.
 * @returns {Syntax}
 * @throws {ProgramSyntaxError}
 */
export function readProgram(text) {
  let left = text
  for (let round = 0; ; round++) {
    try {
      return readAsIs(left)
    } catch (error) {
      if (!(error instanceof ProgramSyntaxError) || error.message === tooDeep) throw error
      const { message, offset } = error
      if (offset === undefined || !isModuleSyntax(left, offset)) throw complaintOf(left, message, offset)
      const without = round < mostRounds ? withoutModuleSyntax(left, offset) : undefined
      if (without === undefined) throw new ProgramSyntaxError(noModules(left, offset), offset)
      left = without
    }
  }
}

/**
 * @param {string} text
 * @param {number} offset
 * @returns {string}
 */
function noModules(text, offset) {
  return text.startsWith('import', offset)
    ? 'A program cannot import anything: there are no modules. Everything outside is reached by calling tools, as in `await tools.name({ … })`; the JavaScript built-ins are there.'
    : 'A program cannot export anything: it is the body of an async function. Give its value back with `return`.'
}

/**
 * @param {string} text
 * @returns {Syntax}
 */
function readAsIs(text) {
  const wrapped = head + text + tail
  const plain = asJavaScript(wrapped, text)
  if (plain instanceof ProgramSyntaxError) {
    if (plain.message === tooDeep || isModuleSyntax(text, plain.offset ?? text.length)) throw plain
  } else if (!hasTypeArguments(text))
    return withoutImports({ form: 'plain', text: wrapped, before: head.length, ...plain })
  const typed = asTypeScript(text)
  if (!(typed instanceof ProgramSyntaxError)) return withoutImports(typed)
  if (plain instanceof ProgramSyntaxError) throw typed
  return withoutImports({ form: 'plain', text: wrapped, before: head.length, ...plain })
}

/**
 * @param {string} text
 * @returns {boolean}
 */
function hasTypeArguments(text) {
  const open = text.indexOf('<')
  return open !== -1 && mayBeTypeArguments.test(text.slice(open))
}

/**
 * @param {string} text
 * @param {number} offset
 * @returns {boolean}
 */
function isModuleSyntax(text, offset) {
  return /^(?:import|export)\b/.test(text.slice(offset, offset + 7))
}

/**
 * @param {Syntax} syntax
 * @returns {Syntax}
 */
function withoutImports(syntax) {
  if (!/\bimport\b/.test(syntax.text)) return syntax
  for (const statement of syntax.statements) {
    const found = find(statement, (node) => node.type === 'ImportExpression')
    if (found)
      throw new ProgramSyntaxError(noModules('import', 0), syntax.map ? undefined : found.start - head.length)
  }
  return syntax
}

/**
 * The statements of the one function that a text must be: a program that closes it and opens another is no program.
 * @param {string} code
 * @param {string} text - the program in it, where its characters stand after the head.
 * @returns {{ statements: readonly Node[], end: number } | ProgramSyntaxError}
 */
function asJavaScript(code, text) {
  const acorn = /** @type {typeof import('acorn')} */ (require('acorn'))
  try {
    const { body } = acorn.parse(code, { ecmaVersion: 'latest', sourceType: 'script' })
    const [statement, ...others] = body.filter(({ type }) => type !== 'EmptyStatement')
    const main = statement?.type === 'ExpressionStatement' ? statement.expression : undefined
    if (others.length || main?.type !== 'ArrowFunctionExpression' || main.body.type !== 'BlockStatement') {
      return new ProgramSyntaxError('A bracket closes more than the program has opened.')
    }
    return { statements: main.body.body, end: main.body.end - 1 }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof RangeError || error.message.startsWith('Not enough stack')) {
      return new ProgramSyntaxError(tooDeep)
    }
    if (!('pos' in error) || typeof error.pos !== 'number') throw error
    const offset = Math.min(error.pos - head.length, text.trimEnd().length)
    return new ProgramSyntaxError(error.message.replace(/ \(\d+:\d+\)$/, ''), offset)
  }
}

/**
 * @param {string} text
 * @returns {Syntax | ProgramSyntaxError}
 */
function asTypeScript(text) {
  const stripped = withoutTypes(typedHead + text + typedTail, 'strip-only')
  if (typeof stripped !== 'string')
    return stripped.isUnsupported ? transformed(text) : failureIn(text, stripped)
  const code = head + stripped.slice(typedHead.length, -typedTail.length) + tail
  const main = asJavaScript(code, text)
  if (main instanceof ProgramSyntaxError) return main
  return { form: 'stripped', text: code, before: head.length, ...main }
}

/**
 * @param {string} text
 * @returns {Syntax | ProgramSyntaxError}
 */
function transformed(text) {
  /** @type {string | undefined} */
  let map
  const compiled = withoutTypes(typedHead + text + typedTail, 'transform', (found) => (map = found))
  if (typeof compiled !== 'string') return failureIn(text, compiled)
  // The first line holds nothing of the program: it can be another one.
  const code = `${compiled.replace(/^async function f\(\) \{/, head).trimEnd()})`
  const main = asJavaScript(code, text)
  // No position of the generated text is told to anybody.
  if (main instanceof ProgramSyntaxError) return new ProgramSyntaxError(main.message)
  const { mappings } = /** @type {{ mappings: string }} */ (JSON.parse(map ?? '{"mappings":""}'))
  return { form: 'transformed', text: code, before: typedHead.length, ...main, map: readMappings(mappings) }
}

/**
 * @param {string} text
 * @param {{ message: string, line: number, column: number }} failure - in the wrapped program, from 1.
 * @returns {ProgramSyntaxError}
 */
function failureIn(text, { message, line, column }) {
  if (line === 0) return new ProgramSyntaxError(message)
  const inFirst = line === 1 ? column - typedHead.length : column
  const lines = text.split('\n').length
  if (line > lines) return new ProgramSyntaxError(message, text.trimEnd().length)
  return new ProgramSyntaxError(message, offsetAt(text, { line, column: inFirst }))
}

/**
 * @typedef {{ isUnsupported: boolean, message: string, line: number, column: number }} Refusal
 */

/**
 * @param {string} code
 * @param {'strip-only' | 'transform'} mode
 * @param {(map: string) => void} [onMap]
 * @returns {string | Refusal}
 */
function withoutTypes(code, mode, onMap) {
  const swc = /** @type {typeof import('@swc/wasm-typescript')} */ (require(typescript))
  try {
    const out = swc.transformSync(code, { mode, sourceMap: mode === 'transform' })
    if (out.map !== undefined) onMap?.(out.map)
    return out.code
  } catch (error) {
    if (isRefusal(error)) {
      const isUnsupported = error.code === 'UnsupportedSyntax'
      return { isUnsupported, message: error.message, line: error.startLine, column: error.startColumn + 1 }
    }
    // An overflow leaves its memory broken: the next program gets another copy, and nothing holds on to this one.
    delete require.cache[require.resolve(typescript)]
    require = createRequire(import.meta.url)
    return { isUnsupported: false, message: tooDeep, line: 0, column: 0 }
  }
}

/**
 * @param {unknown} error
 * @returns {error is { code: string, message: string, startLine: number, startColumn: number }}
 */
function isRefusal(error) {
  return typeof error === 'object' && error !== null && 'startLine' in error && 'code' in error
}

/** Loads what reads plain JavaScript, which is all that most programs need, and has it read what most of them have. */
export function warmSyntax() {
  readProgram('const a = await tools.b({ c: [1, "d"] })\nreturn a.e.map((f) => ({ ...f, g: `${f.g}` }))')
}
