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

const deepest = 256
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
 * JSON text of a value, or why it has none: nothing is converted, left out or read twice.
 * @param {unknown} value
 * @returns {{ json?: string, problem?: string }}
 */
export function losslessJson(value) {
  const state = { problem: '', open: list(), keys: list() }
  const copy = copyLossless(value, state)
  const answer = record()
  if (state.problem === '') answer.json = stringify(copy)
  else answer.problem = state.problem
  return answer
}

/**
 * The objects that the walk stands in, and the keys that led from each to the next.
 * @typedef {{ problem: string, open: unknown[], keys: PropertyKey[] }} Walk
 */

/**
 * @param {unknown} value
 * @param {Walk} walk
 * @returns {unknown}
 */
function copyLossless(value, walk) {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (isFinite(value) && !is(value, -0)) return value
      return refuse(walk, is(value, -0) ? 'is -0' : 'is ' + text(value))
    case 'object':
      return value === null ? null : enter(value, walk)
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      return refuse(walk, 'is ' + (value === undefined ? 'undefined' : 'a ' + typeof value))
    default:
      return null
  }
}

/**
 * @param {object} value
 * @param {Walk} walk
 */
function enter(value, walk) {
  if (walk.open.length >= deepest) return refuse(walk, 'is nested more than ' + deepest + ' deep')
  for (let at = 0; at < walk.open.length; at++) if (walk.open[at] === value) return refuse(walk, 'is a cycle')
  return copyObject(value, walk)
}

/**
 * @param {object} value
 * @param {Walk} walk
 */
function copyObject(value, walk) {
  const prototype = getPrototypeOf(value)
  if (isArray(value)) {
    if (prototype !== arrayPrototype) return refuse(walk, 'is not a plain array')
    return copyItems(value, walk)
  }
  if (prototype !== objectPrototype && prototype !== null) return refuse(walk, 'is not a plain object')
  return copyMembers(value, walk)
}

/**
 * @param {unknown[]} items
 * @param {Walk} walk
 */
function copyItems(items, walk) {
  const length = items.length
  const keys = ownKeys(items)
  const dense =
    keys.length === length + 1 &&
    keys[length] === 'length' &&
    (length === 0 || keys[length - 1] === text(length - 1))
  if (!dense) return refuse(walk, 'is an array with holes or with keys of its own')
  const depth = walk.open.length
  walk.open[depth] = items
  const copy = list()
  for (let at = 0; at < length && walk.problem === ''; at++) {
    walk.keys[depth] = at
    copy[at] = copyLossless(items[at], walk)
  }
  walk.open.length = depth
  return copy
}

/**
 * @param {object} value
 * @param {Walk} walk
 */
function copyMembers(value, walk) {
  const names = keysOf(value)
  if (ownKeys(value).length !== names.length) return refuse(walk, 'has symbols or hidden properties as keys')
  const depth = walk.open.length
  walk.open[depth] = value
  const copy = record()
  for (let at = 0; at < names.length && walk.problem === ''; at++) {
    const name = /** @type {string} */ (names[at])
    walk.keys[depth] = name
    copy[name] = copyLossless(/** @type {Record<string, unknown>} */ (value)[name], walk)
  }
  walk.open.length = depth
  return copy
}

/**
 * @param {Walk} walk
 * @param {string} why
 */
function refuse(walk, why) {
  if (walk.problem === '') walk.problem = pathOf(walk.keys, walk.open.length) + ' ' + why
  return null
}
