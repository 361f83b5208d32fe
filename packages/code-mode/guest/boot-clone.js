import {
  objectPrototype,
  DateOf,
  MapOf,
  RegExpOf,
  ErrorOf,
  SetOf,
  bufferLength,
  bufferSlice,
  construct,
  getPrototypeOf,
  isArray,
  isError,
  isView,
  keysOf,
  mapEach,
  mapGet,
  mapSet,
  mapSize,
  put,
  setAdd,
  setEach,
  setSize,
  sourceOf,
  flagsOf,
  text,
  timeOf,
  tagOf,
  mapHas,
  TypeErrorOf,
} from './boot-primordials.js'
import { attempt } from './boot-plain.js'

/**
 * A deep copy, as the platform function of this name makes it.
 * @param {unknown} value
 */
export function structuredCopy(value) {
  return copy(value, new MapOf())
}

/**
 * @param {unknown} value
 * @param {Map<unknown, unknown>} seen
 * @returns {unknown}
 */
function copy(value, seen) {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeErrorOf('a ' + typeof value + ' cannot be cloned')
  if (typeof value !== 'object' || value === null) return value
  if (mapHas(seen, value)) return mapGet(seen, value)
  if (isArray(value)) return copyList(value, seen)
  const special = getPrototypeOf(value) === objectPrototype ? undefined : copyBuiltIn(value, seen)
  if (special !== undefined) return special
  const tag = tagOf(value)
  if (tag === '[object Promise]' || tag === '[object WeakMap]' || tag === '[object WeakSet]') {
    throw new TypeErrorOf(tag + ' cannot be cloned')
  }
  /** @type {Record<string, unknown>} */
  const made = {}
  mapSet(seen, value, made)
  const names = keysOf(value)
  for (let at = 0; at < names.length; at++) {
    const name = /** @type {string} */ (names[at])
    put(made, name, copy(/** @type {Record<string, unknown>} */ (value)[name], seen), true)
  }
  return made
}

/**
 * @param {unknown[]} items
 * @param {Map<unknown, unknown>} seen
 */
function copyList(items, seen) {
  /** @type {unknown[]} */
  const made = []
  made.length = items.length
  mapSet(seen, items, made)
  const names = keysOf(items)
  for (let at = 0; at < names.length; at++) {
    const name = /** @type {any} */ (names[at])
    put(made, name, copy(items[name], seen), true)
  }
  return made
}

/**
 * @param {any} value
 * @param {Map<unknown, unknown>} seen
 * @returns {unknown}
 */
function copyBuiltIn(value, seen) {
  const date = attempt(timeOf, value)
  if (date !== undefined) return keep(value, new DateOf(date), seen)
  if (tagOf(value) === '[object RegExp]')
    return keep(value, new RegExpOf(sourceOf(value), flagsOf(value)), seen)
  if (attempt(mapSize, value) !== undefined) {
    const made = new MapOf()
    keep(value, made, seen)
    mapEach(value, (item, key) => mapSet(made, copy(key, seen), copy(item, seen)))
    return made
  }
  if (attempt(setSize, value) !== undefined) {
    const made = new SetOf()
    keep(value, made, seen)
    setEach(value, (item) => setAdd(made, copy(item, seen)))
    return made
  }
  const bytes = attempt(bufferLength, value)
  if (bytes !== undefined) return keep(value, bufferSlice(value, 0), seen)
  if (isView(value)) return copyView(value, seen)
  if (isError(value)) return copyError(value, seen)
  return undefined
}

/**
 * @param {unknown} value
 * @param {unknown} made
 * @param {Map<unknown, unknown>} seen
 */
function keep(value, made, seen) {
  mapSet(seen, value, made)
  return made
}

/**
 * @param {any} view
 * @param {Map<unknown, unknown>} seen
 */
function copyView(view, seen) {
  const buffer = copy(view.buffer, seen)
  const length = view.length === undefined ? view.byteLength : view.length
  return keep(
    view,
    construct(/** @type {any} */ (getPrototypeOf(view)).constructor, [buffer, view.byteOffset, length]),
    seen,
  )
}

/**
 * @param {any} error
 * @param {Map<unknown, unknown>} seen
 */
function copyError(error, seen) {
  const made = new ErrorOf(text(error.message))
  put(made, 'name', text(error.name))
  put(made, 'stack', error.stack)
  return keep(error, made, seen)
}
