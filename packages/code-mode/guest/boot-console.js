import { attempt } from './boot-plain.js'
import {
  objectPrototype,
  bigintText,
  describeProperty,
  getPrototypeOf,
  hasOwn,
  isArray,
  isError,
  isView,
  isFinite,
  isoOf,
  keysOf,
  list,
  mapEach,
  mapSize,
  setEach,
  setSize,
  slice,
  stringify,
  symbolText,
  tagOf,
  text,
  timeOf,
  is,
  sourceOf,
  flagsOf,
} from './boot-primordials.js'
import { isTools } from './boot-tools.js'

const mostEntry = 16_384
const mostItems = 100
const deepestShown = 5

/** @typedef {{ left: number, open: unknown[] }} Writing */

/**
 * One entry of the console, as people know it from other consoles, and never longer than 16,384 characters.
 * @param {unknown[]} values
 */
export function consoleEntry(values) {
  /** @type {Writing} */
  const writing = { left: mostEntry, open: list() }
  let entry = ''
  for (let at = 0; at < values.length && entry.length < mostEntry; at++) {
    const value = values[at]
    entry += (at === 0 ? '' : ' ') + (typeof value === 'string' ? value : shown(value, writing))
  }
  if (entry.length <= mostEntry) return entry
  return slice(entry, 0, mostEntry) + '… (' + (entry.length - mostEntry) + ' more characters)'
}

/**
 * @param {unknown} value
 * @param {Writing} writing
 */
function shown(value, writing) {
  let said
  try {
    said = describe(value, writing)
  } catch {
    said = '[a value that cannot be shown]'
  }
  writing.left -= said.length
  return said
}

/**
 * @param {unknown} value
 * @param {Writing} writing
 * @returns {string}
 */
function describe(value, writing) {
  switch (typeof value) {
    case 'string':
      return stringify(value.length > 2_000 ? slice(value, 0, 2_000) + '…' : value)
    case 'bigint':
      return bigintText(value) + 'n'
    case 'symbol':
      return symbolText(value)
    case 'number':
      return is(value, -0) ? '-0' : text(value)
    case 'function':
      return describeFunction(value)
    case 'object':
      return value === null ? 'null' : describeObject(value, writing)
    case 'boolean':
    case 'undefined':
    default:
      return text(value)
  }
}

/** @param {object} value */
function describeFunction(value) {
  const name = describeProperty(value, 'name')?.value
  return typeof name === 'string' && name !== '' ? '[Function: ' + slice(name, 0, 80) + ']' : '[Function]'
}

/**
 * @param {object} value
 * @param {Writing} writing
 */
function describeObject(value, writing) {
  if (isTools(value)) return '[tools]'
  if (writing.left <= 0) return '…'
  for (let at = 0; at < writing.open.length; at++) if (writing.open[at] === value) return '[Circular]'
  if (getPrototypeOf(value) !== objectPrototype) {
    const special = describeSpecial(value)
    if (special !== undefined) return special
  }
  if (writing.open.length >= deepestShown) return isArray(value) ? '[Array]' : '[Object]'
  const depth = writing.open.length
  writing.open[depth] = value
  const said = describeMembers(value, writing)
  writing.open.length = depth
  return said
}

/**
 * Values that are shown as one word.
 * @param {object} value
 */
function describeSpecial(value) {
  if (isError(value)) return describeError(value)
  const date = attempt(timeOf, value)
  if (date !== undefined) return isFinite(date) ? isoOf(value) : 'Invalid Date'
  if (tagOf(value) === '[object RegExp]') return '/' + sourceOf(value) + '/' + flagsOf(value)
  if (tagOf(value) === '[object Promise]') return 'Promise'
  return undefined
}

/**
 * @param {object} value
 * @param {Writing} writing
 */
function describeMembers(value, writing) {
  if (isArray(value)) return describeList(value, '', writing)
  if (getPrototypeOf(value) === objectPrototype) return describeRecord(value, writing)
  if (isView(value)) return describeList(/** @type {any} */ (value), 'bytes ', writing)
  if (attempt(mapSize, value) !== undefined) return describeMap(value, writing)
  if (attempt(setSize, value) !== undefined) {
    const items = list()
    setEach(value, (item) => {
      if (items.length <= mostItems) items[items.length] = item
    })
    return describeList(items, 'Set(' + setSize(value) + ') ', writing)
  }
  return describeRecord(value, writing)
}

/** @param {object} value */
function describeError(value) {
  const error = /** @type {Error} */ (value)
  const said = text(error.name) + ': ' + text(error.message)
  return said
}

/**
 * @param {unknown[]} items
 * @param {string} prefix
 * @param {Writing} writing
 */
function describeList(items, prefix, writing) {
  const length = items.length
  if (typeof length !== 'number') return prefix + '[]'
  let said = prefix + '['
  for (let at = 0; at < length; at++) {
    if (at === mostItems || writing.left <= 0) return said + ', … ' + (length - at) + ' more]'
    said += (at === 0 ? '' : ', ') + memberText(items, text(at), writing)
  }
  return said + ']'
}

/**
 * @param {unknown} map
 * @param {Writing} writing
 */
function describeMap(map, writing) {
  let said = 'Map(' + mapSize(map) + ') {'
  let count = 0
  mapEach(map, (value, key) => {
    if (count < mostItems && writing.left > 0) {
      said += (count === 0 ? ' ' : ', ') + shown(key, writing) + ' => ' + shown(value, writing)
    }
    count++
  })
  return said + (count > mostItems ? ', …' : '') + (count === 0 ? '}' : ' }')
}

/**
 * @param {object} value
 * @param {Writing} writing
 */
function describeRecord(value, writing) {
  const names = keysOf(value)
  const title = className(value)
  if (names.length === 0) return title + '{}'
  let said = title + '{'
  for (let at = 0; at < names.length; at++) {
    const name = /** @type {string} */ (names[at])
    if (at === mostItems || writing.left <= 0) return said + ', … ' + (names.length - at) + ' more }'
    said += (at === 0 ? ' ' : ', ') + slice(name, 0, 200) + ': ' + memberText(value, name, writing)
  }
  return said + ' }'
}

/** @param {object} value */
function className(value) {
  const prototype = getPrototypeOf(value)
  if (prototype === null || !hasOwn(prototype, 'constructor')) return ''
  const maker = describeProperty(prototype, 'constructor')?.value
  const name = typeof maker === 'function' ? describeProperty(maker, 'name')?.value : undefined
  return typeof name === 'string' && name !== 'Object' && name !== '' ? slice(name, 0, 80) + ' ' : ''
}

/**
 * A property as it stands: what would have to be computed is not computed.
 * @param {object} value
 * @param {string} name
 * @param {Writing} writing
 */
function memberText(value, name, writing) {
  const property = describeProperty(value, name)
  if (property === undefined) return 'empty'
  if (!hasOwn(property, 'value')) return '[Getter]'
  return shown(property.value, writing)
}
