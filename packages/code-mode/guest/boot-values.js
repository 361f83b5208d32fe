import {
  arrayPrototype,
  getPrototypeOf,
  is,
  isArray,
  isFinite,
  codeAt,
  keysOf,
  list,
  objectPrototype,
  ownKeys,
  record,
  slice,
  stringify,
  text,
} from './boot-primordials.js'

const deepest = 128
const longestPath = 16

/**
 * Where something stands, as `$.a[0]["b c"]`.
 * @param {string} path
 * @param {PropertyKey} key
 */
function pathTo(path, key) {
  if (typeof key === 'number') return path + '[' + key + ']'
  const name = text(key)
  return isWord(name) ? path + '.' + name : path + '[' + stringify(slice(name, 0, 80)) + ']'
}

/** @param {string} name */
function isWord(name) {
  if (name.length === 0 || name.length > 80) return false
  for (let at = 0; at < name.length; at++) {
    const code = codeAt(name, at)
    const letter = (code > 64 && code < 91) || (code > 96 && code < 123) || code === 95 || code === 36
    if (!letter && !(at > 0 && code > 47 && code < 58)) return false
  }
  return true
}

/**
 * @param {PropertyKey[]} keys
 * @param {number} length
 */
export function pathOf(keys, length) {
  let path = '$'
  for (let at = 0; at < length; at++) {
    if (at === longestPath) return path + '…'
    path = pathTo(path, /** @type {PropertyKey} */ (keys[at]))
  }
  return path
}

/**
 * UTF-8 bytes of a text, counted only where the length alone does not tell.
 * @param {string} value
 * @param {number} most
 */
export function exceeds(value, most) {
  if (value.length * 3 <= most) return false
  if (value.length > most) return true
  let bytes = value.length
  for (let at = 0; at < value.length && bytes <= most; at++) {
    const code = codeAt(value, at)
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes > most
}

/**
 * The objects that a walk stands in, and the keys that led from each to the next.
 * @typedef {{ problem: string, depth: number, open: unknown[], keys: PropertyKey[] }} Walk
 */

/** @returns {Walk} */
const newWalk = () => ({ problem: '', depth: 0, open: list(), keys: list() })

/** Used again and again, but for a walk inside of a walk, which a getter can begin. */
const ownWalk = newWalk()
let isWalking = false
let problem = ''

/** Why the last value had no JSON text; empty where it had. */
export const lastProblem = () => problem

/**
 * JSON text of a value; nothing is converted, left out or read twice. Where it has none, `lastProblem` says why.
 * @param {unknown} value
 * @returns {string}
 */
export function losslessJson(value) {
  const isInner = isWalking
  const walk = isInner ? newWalk() : ownWalk
  walk.problem = ''
  walk.depth = 0
  isWalking = true
  try {
    const json = jsonOf(value, walk)
    problem = walk.problem
    return json
  } finally {
    isWalking = isInner
  }
}

/**
 * JSON text of what this script made itself. The engine's own writer keeps a list with the prototype of all arrays, so
 * that a setter there can make it throw.
 * @param {unknown} value
 * @returns {string}
 */
export function jsonText(value) {
  try {
    return stringify(value)
  } catch {
    return jsonOf(value, newWalk())
  }
}

/**
 * @param {unknown} value
 * @param {Walk} walk
 * @returns {string}
 */
function jsonOf(value, walk) {
  if (typeof value === 'object') return value === null ? 'null' : enter(value, walk)
  if (typeof value === 'string') return stringify(value)
  if (typeof value === 'number') {
    if (isFinite(value) && !is(value, -0)) return text(value)
    return refuse(walk, is(value, -0) ? 'is -0' : 'is ' + text(value))
  }
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return refuse(walk, value === undefined ? 'is undefined' : 'is a ' + typeof value)
}

/**
 * @param {object} value
 * @param {Walk} walk
 */
function enter(value, walk) {
  const { depth, open } = walk
  if (depth >= deepest) return refuse(walk, 'is nested more than ' + deepest + ' deep')
  for (let at = 0; at < depth; at++) if (open[at] === value) return refuse(walk, 'is a cycle')
  const prototype = getPrototypeOf(value)
  if (isArray(value)) {
    const isPlain = prototype === arrayPrototype || prototype === null
    return isPlain ? jsonOfItems(value, walk) : refuse(walk, 'is not a plain array')
  }
  if (prototype !== objectPrototype && prototype !== null) return refuse(walk, 'is not a plain object')
  return jsonOfMembers(value, walk)
}

/**
 * @param {unknown[]} items
 * @param {Walk} walk
 */
function jsonOfItems(items, walk) {
  const length = items.length
  const keys = ownKeys(items)
  const dense =
    keys.length === length + 1 &&
    keys[length] === 'length' &&
    (length === 0 || keys[length - 1] === text(length - 1))
  if (!dense) return refuse(walk, 'is an array with holes or with keys of its own')
  const { depth } = walk
  walk.open[depth] = items
  walk.depth = depth + 1
  let json = '['
  for (let at = 0; at < length && walk.problem === ''; at++) {
    walk.keys[depth] = at
    json += (at === 0 ? '' : ',') + jsonOf(items[at], walk)
  }
  walk.depth = depth
  return json + ']'
}

/** Names of members as JSON, with their colon: finding one costs a fifth of writing it. */
const quoted = record()
const mostQuoted = 500
const longestQuoted = 40
let quotedNames = 0

/** @param {string} name */
function quotedName(name) {
  const json = stringify(name) + ':'
  if (quotedNames < mostQuoted && name.length <= longestQuoted) {
    quotedNames++
    quoted[name] = json
  }
  return json
}

/**
 * @param {object} value
 * @param {Walk} walk
 */
function jsonOfMembers(value, walk) {
  const names = keysOf(value)
  if (ownKeys(value).length !== names.length) return refuse(walk, 'has symbols or hidden properties as keys')
  const { depth } = walk
  walk.open[depth] = value
  walk.depth = depth + 1
  let json = '{'
  for (let at = 0; at < names.length && walk.problem === ''; at++) {
    const name = /** @type {string} */ (names[at])
    const member = /** @type {Record<string, unknown>} */ (value)[name]
    const before = `${at === 0 ? '' : ','}${quoted[name] ?? quotedName(name)}`
    // What most members are takes no steps of its own.
    if (typeof member === 'string') json = `${json}${before}${stringify(member)}`
    else {
      walk.keys[depth] = name
      json = `${json}${before}${jsonOf(member, walk)}`
    }
  }
  walk.depth = depth
  return json + '}'
}

/**
 * @param {Walk} walk
 * @param {string} why
 */
function refuse(walk, why) {
  if (walk.problem === '') walk.problem = pathOf(walk.keys, walk.depth) + ' ' + why
  return ''
}
