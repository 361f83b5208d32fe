import {
  bigintText,
  deleteProperty,
  getPrototypeOf,
  is,
  isArray,
  isError,
  isFinite,
  keysOf,
  list,
  put,
  record,
  symbolText,
  text,
} from './boot-primordials.js'
import { note, plainForm } from './boot-plain.js'
import { jsonText, pathOf } from './boot-values.js'

/** @typedef {import('./boot-plain.js').Conversion} Conversion */
/** @typedef {import('./boot-plain.js').Waiting} Waiting */

const deepestValue = 100
const deepestPromise = 8

/**
 * JSON text of a value by the rules of JSON, with everything that JSON cannot hold converted and named.
 * @param {unknown} value
 * @param {(value: unknown) => boolean} isTools - tells the object that programs call tools on, which is no value.
 * @returns {Promise<{ json: string | undefined, notes: string[] }>}
 */
export async function completionJson(value, isTools) {
  /** @type {Conversion} */
  const work = {
    notes: list(),
    unnamed: 0,
    open: list(),
    keys: list(),
    promises: list(),
    depth: 0,
    isTools,
  }
  const root = record()
  root.value = convert(value, root, 'value', work)
  // Grows while it is worked off: a promise may hold others.
  for (let at = 0; at < work.promises.length; at++) {
    const waiting = /** @type {Waiting} */ (work.promises[at])
    work.keys = waiting.path
    work.open.length = 0
    // The path is longer than what is open; what lies above has been left for good.
    for (let up = 0; up < waiting.path.length; up++) work.open[up] = undefined
    work.depth = waiting.depth
    const settled = await waiting.promise
    const converted = convert(settled, waiting.holder, waiting.key, work)
    if (converted === undefined) deleteProperty(waiting.holder, waiting.key)
    else put(waiting.holder, waiting.key, converted, true)
  }
  if (work.unnamed > 0) work.notes[work.notes.length] = 'and ' + work.unnamed + ' more'
  const answer = record()
  answer.json = root.value === undefined ? undefined : jsonText(root.value)
  answer.notes = work.notes
  return answer
}

/**
 * @param {unknown} value
 * @param {object} holder - where the result will stand, should it have to be waited for.
 * @param {PropertyKey} key
 * @param {Conversion} work
 * @returns {unknown}
 */
function convert(value, holder, key, work) {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (isFinite(value)) return is(value, -0) ? 0 : value
      return note(work, text(value) + ' became null', null)
    case 'bigint':
      return note(work, 'a bigint became text', bigintText(value))
    case 'undefined':
      return work.open.length === 0 ? undefined : note(work, 'undefined ' + fate(holder), absent(holder))
    case 'symbol':
      return note(work, symbolText(value) + ' became text', symbolText(value))
    case 'function':
      return note(work, 'a function ' + fate(holder), absent(holder))
    case 'object':
      return value === null ? null : convertObject(value, holder, key, work)
    default:
      return null
  }
}

/** @param {object} holder */
const fate = (holder) => (isArray(holder) ? 'became null' : 'was left out')
/** @param {object} holder */
const absent = (holder) => (isArray(holder) ? null : undefined)

/**
 * @param {object} value
 * @param {object} holder
 * @param {PropertyKey} key
 * @param {Conversion} work
 * @returns {unknown}
 */
function convertObject(value, holder, key, work) {
  if (work.isTools(value)) return note(work, 'the tools object became text', '[tools]')
  if (work.open.length >= deepestValue)
    return note(work, 'nesting beyond ' + deepestValue + ' became null', null)
  for (let at = 0; at < work.open.length; at++) {
    if (work.open[at] === value)
      return note(work, 'a cycle back to ' + pathOf(work.keys, at) + ' became null', null)
  }
  try {
    if (isThenable(value)) return postpone(value, holder, key, work)
    return convertKind(value, work)
  } catch (error) {
    return note(work, 'reading it threw (' + brief(error) + '), it became null', null)
  }
}

/** @param {unknown} error */
function brief(error) {
  try {
    return isError(error) ? text(/** @type {Error} */ (error).message) : typeof error
  } catch {
    return 'something that cannot be read'
  }
}

/** @param {object} value */
function isThenable(value) {
  return typeof (/** @type {{ then?: unknown }} */ (value).then) === 'function'
}

/**
 * @param {unknown} promise
 * @param {object} holder
 * @param {PropertyKey} key
 * @param {Conversion} work
 */
function postpone(promise, holder, key, work) {
  if (work.depth >= deepestPromise)
    return note(work, 'a promise beyond ' + deepestPromise + ' others became null', null)
  const path = list()
  for (let at = 0; at < work.open.length; at++) path[at] = work.keys[at]
  const waiting = { promise, holder, key, path, depth: work.depth + 1 }
  work.promises[work.promises.length] = waiting
  return null
}

/**
 * @param {object} value
 * @param {Conversion} work
 * @returns {unknown}
 */
function convertKind(value, work) {
  if (isArray(value)) return convertItems(value, work)
  const prototype = getPrototypeOf(value)
  if (prototype !== null) {
    const special = plainForm(value, work)
    if (special !== undefined) {
      if (special.form === 'items') return convertItems(special.value, work)
      return special.form === 'members' ? convertMembers(special.value, work) : special.value
    }
    const own = /** @type {{ toJSON?: unknown }} */ (value).toJSON
    if (typeof own === 'function') return convertOwnJson(value, work)
  }
  return convertMembers(value, work)
}

/**
 * @param {object} value
 * @param {Conversion} work
 */
function convertOwnJson(value, work) {
  const depth = work.open.length
  work.open[depth] = value
  work.keys[depth] = 'toJSON()'
  const holder = record()
  const converted = convert(/** @type {{ toJSON(): unknown }} */ (value).toJSON(), holder, 'value', work)
  work.open.length = depth
  return converted
}

/**
 * @param {unknown[]} items
 * @param {Conversion} work
 */
function convertItems(items, work) {
  const depth = work.open.length
  const length = items.length
  work.open[depth] = items
  const copy = list()
  for (let at = 0; at < length; at++) {
    work.keys[depth] = at
    copy[at] = convert(items[at], copy, at, work)
  }
  work.open.length = depth
  return copy
}

/**
 * @param {object} value
 * @param {Conversion} work
 */
function convertMembers(value, work) {
  const depth = work.open.length
  work.open[depth] = value
  const copy = record()
  const names = keysOf(value)
  for (let at = 0; at < names.length; at++) {
    const name = /** @type {string} */ (names[at])
    work.keys[depth] = name
    const member = convert(read(value, name), copy, name, work)
    if (member !== undefined) copy[name] = member
  }
  work.open.length = depth
  return copy
}

/**
 * @param {object} value
 * @param {string} name
 */
function read(value, name) {
  return /** @type {Record<string, unknown>} */ (value)[name]
}
