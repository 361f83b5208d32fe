// What a program returns that does not say so: its last expression, or what its one function returns.

/** @import { Expression, Node, Program, Statement } from 'acorn' */
/** @import { Insert } from './program-positions.js' */
/** @typedef {import('acorn').Function} Callable */

/** Names that people give to a function which is the program. */
const mains = new Set(['main', 'run', 'program', 'execute', 'start', 'handler', 'default'])

/**
 * What has to be put into a program so that it returns its value; nothing where it has a `return` of its own.
 * @param {string} text
 * @param {readonly Node[]} statements - those of the program.
 * @param {number} end - where the program ends.
 * @returns {Insert[]}
 */
export function returning(text, statements, end) {
  const body = /** @type {readonly Statement[]} */ (statements)
  if (body.some(returns)) return []
  const last = body.findLast((statement) => !isIdle(statement))
  if (last?.type === 'ExpressionStatement') return returningExpression(text, last)
  const main = mainOf(body)
  return main ? [{ offset: end, text: `\nreturn ${main.name}(${argumentsFor(main.function)})` }] : []
}

/**
 * @param {string} text
 * @param {Extract<Statement, { type: 'ExpressionStatement' }>} statement
 * @returns {Insert[]}
 */
function returningExpression(text, statement) {
  const called = functionIn(statement.expression)
  if (!called) return [{ offset: statement.start, text: 'return ' }]
  const end = text[statement.end - 1] === ';' ? statement.end - 1 : statement.end
  return [
    { offset: statement.start, text: 'return (' },
    { offset: end, text: `)(${argumentsFor(called)})` },
  ]
}

/**
 * @param {Expression} expression
 * @returns {Callable | undefined}
 */
function functionIn(expression) {
  if (expression.type === 'SequenceExpression') {
    const last = expression.expressions.at(-1)
    return last && functionIn(last)
  }
  const isFunction = expression.type === 'ArrowFunctionExpression' || expression.type === 'FunctionExpression'
  return isFunction ? expression : undefined
}

/**
 * A function that is the program expects nothing, or the tools.
 * @param {Callable} called
 * @returns {string}
 */
function argumentsFor(called) {
  const [first] = called.params
  if (first === undefined) return ''
  return first.type === 'ObjectPattern' && keysOf(first).includes('tools') ? '{ tools }' : 'tools'
}

/**
 * @param {import('acorn').ObjectPattern} pattern
 * @returns {string[]}
 */
function keysOf(pattern) {
  return pattern.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
  )
}

/**
 * The function that is the program: it has the name of one or is all that there is, and nothing refers to it.
 * @param {readonly Statement[]} body
 * @returns {{ name: string, function: Callable } | undefined}
 */
function mainOf(body) {
  if (!body.every((statement) => statement.type.endsWith('Declaration') || isIdle(statement)))
    return undefined
  const functions = body.flatMap(declared)
  const main = functions.find(({ name }) => mains.has(name)) ?? (body.length === 1 ? functions[0] : undefined)
  if (!main) return undefined
  const others = body.filter((statement) => statement !== main.statement)
  return others.some((statement) => mentions(statement, main.name)) ? undefined : main
}

/**
 * Functions that a statement gives a name to.
 * @param {Statement} statement
 * @returns {{ name: string, function: Callable, statement: Statement }[]}
 */
function declared(statement) {
  if (statement.type === 'FunctionDeclaration') {
    return [{ name: statement.id.name, function: statement, statement }]
  }
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return []
  return statement.declarations.flatMap(({ id, init }) => {
    const named = init && functionIn(init)
    return named && id.type === 'Identifier' ? [{ name: id.name, function: named, statement }] : []
  })
}

/**
 * Whether a statement does nothing where it stands, so that a `return` may come before it.
 * @param {Statement} statement
 * @returns {boolean}
 */
function isIdle(statement) {
  if (statement.type === 'VariableDeclaration') {
    return statement.kind === 'var' && statement.declarations.every(({ init }) => !init)
  }
  return statement.type === 'EmptyStatement' || statement.type === 'FunctionDeclaration'
}

/**
 * Whether a statement has a `return` of the program; those of functions inside are not.
 * @param {Statement} statement
 * @returns {boolean}
 */
function returns(statement) {
  const isOwn = (/** @type {Node} */ node) => !/Function|^Class/.test(node.type)
  return find(statement, (node) => node.type === 'ReturnStatement', isOwn) !== undefined
}

/**
 * @param {Node} node
 * @param {string} name
 * @returns {boolean}
 */
function mentions(node, name) {
  return (
    find(node, (inner) => inner.type === 'Identifier' && 'name' in inner && inner.name === name) !== undefined
  )
}

/**
 * The first node, in no particular order, that is wanted. It keeps a list of its own, so that no depth is too deep.
 * @param {Node | Program} root
 * @param {(node: Node) => boolean} isWanted
 * @param {(node: Node) => boolean} [isOpen] - whether to look inside.
 * @returns {Node | undefined}
 */
export function find(root, isWanted, isOpen = () => true) {
  /** @type {Node[]} */
  const left = [root]
  for (let node = left.pop(); node; node = left.pop()) {
    if (isWanted(node)) return node
    if (!isOpen(node)) continue
    for (const value of Object.values(node)) {
      for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) left.push(inner)
    }
  }
  return undefined
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
