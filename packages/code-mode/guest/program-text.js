// What models wrap around a program, taken away without moving a character of the program.

/** Languages of fences that hold a program. */
const languages = /^(?:ts|tsx|typescript|mts|cts|js|jsx|javascript|mjs|cjs|node)?$/i

const fence = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n`]*$/

/**
 * The program with line feeds alone at the ends of lines, and without a first line that is no code.
 * @param {string} source
 * @returns {string}
 */
export function normalise(source) {
  return withoutFirstLine(source.replace(/\r\n?/g, '\n').replace(/^\ufeff/, ' '))
}

/**
 * The text with everything outside its fenced programs blanked; `undefined` where nothing is fenced.
 * @param {string} text
 * @returns {string | undefined}
 */
export function insideFences(text) {
  /** @type {string | undefined} */
  let open
  let inside = false
  let found = false
  const lines = text.split('\n').map((line) => {
    const match = fence.exec(line)
    const [, marks = '', language = ''] = match ?? []
    if (open === undefined && match) {
      open = marks
      inside = languages.test(language)
      found ||= inside
    } else if (match && language === '' && marks.startsWith(/** @type {string} */ (open))) {
      open = undefined
      inside = false
    } else if (inside) return line
    return blank(line)
  })
  return found ? lines.join('\n') : undefined
}

/**
 * Whether the first fence may stand in a comment or in a template of a program, and not around one.
 * @param {string} text
 * @returns {boolean}
 */
export function hasFenceInCode(text) {
  return /\/\*|`/.test(text.slice(0, text.search(/^[ \t]*(?:`{3}|~{3})/m)))
}

/**
 * A first line that is no code: `#!` of a script, or the language of a fence that got lost.
 * @param {string} text
 * @returns {string}
 */
function withoutFirstLine(text) {
  const match = /^\s*(?:#![^\n]*|(?:typescript|javascript|ts|js)(?=[ \t]*\n))/.exec(text)
  return match ? blank(match[0]) + text.slice(match[0].length) : text
}

/**
 * Spaces of the same length; line feeds stay.
 * @param {string} text
 * @returns {string}
 */
export function blank(text) {
  return text.replace(/[^\n]/g, ' ')
}

/**
 * A module's syntax at an offset, without what a program does not need of it: `export` before a declaration or a
 * value, `export { names }`, `import type`. `undefined` where it cannot be done without.
 * @param {string} text
 * @param {number} offset - where `import` or `export` stands.
 * @returns {string | undefined}
 */
export function withoutModuleSyntax(text, offset) {
  const value =
    /export\s+default(?!\s+(?:async\s+)?function\b\s*\*?\s*[\w$]|\s+(?:abstract\s+)?class\s+[\w$]|[\w$])/y
  const others = [
    /export\s+default(?![\w$])/y,
    /export(?=\s+(?:async|function|class|const|let|var|type|interface|enum|namespace|module|abstract|declare)\b)/y,
    /export\s+(?:type\s+)?\{[\w\s$,]*\}(?!\s*from\b)/y,
    /import\s+type\s[\w\s$,*{}]*?\bfrom\s*(?:'[^'\n]*'|"[^"\n]*")/y,
  ]
  value.lastIndex = offset
  const unnamed = value.exec(text)?.[0]
  // As a statement it might need a name or be a block; as the end of a sequence it is a value.
  if (unnamed !== undefined) return replaced(text, offset, `${blank(unnamed).slice(2)}0,`)
  for (const pattern of others) {
    pattern.lastIndex = offset
    const match = pattern.exec(text)?.[0]
    if (match !== undefined) return replaced(text, offset, blank(match))
  }
  return undefined
}

/**
 * @param {string} text
 * @param {number} offset
 * @param {string} by - as long as what it stands for.
 * @returns {string}
 */
function replaced(text, offset, by) {
  return text.slice(0, offset) + by + text.slice(offset + by.length)
}
