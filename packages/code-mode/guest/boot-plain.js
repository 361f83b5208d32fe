import {
  getPrototypeOf,
  objectPrototype,
  bigintText,
  isError,
  isFinite,
  isView,
  isoOf,
  list,
  mapEach,
  mapSize,
  record,
  setEach,
  setSize,
  tagOf,
  text,
  timeOf,
} from './boot-primordials.js'
import { pathOf } from './boot-values.js'

const mostNotes = 20

/**
 * What a program returned, on its way to JSON.
 * @typedef {{
 *   notes: string[], unnamed: number, open: unknown[], keys: PropertyKey[], promises: Waiting[], depth: number,
 *   isTools: (value: unknown) => boolean
 * }} Conversion
 * @typedef {{ promise: unknown, holder: object, key: PropertyKey, path: PropertyKey[], depth: number }} Waiting
 */

/**
 * What stands for a value that JSON has no word for: a value that is ready, or items or members that have to be gone through.
 * @typedef {{ form: 'value' | 'items' | 'members', value: any }} Plain
 */

/**
 * @param {Plain['form']} form
 * @param {unknown} value
 * @returns {Plain}
 */
function plain(form, value) {
  const made = record()
  made.form = form
  made.value = value
  return made
}

/**
 * What stands for a value of the kinds that JSON has no word for; `undefined` where it is of none of them.
 * @param {any} value
 * @param {Conversion} work
 * @returns {Plain | undefined}
 */
export function plainForm(value, work) {
  // Asking for what it is not costs an exception each.
  if (getPrototypeOf(value) === objectPrototype) return undefined
  const date = attempt(timeOf, value)
  if (date !== undefined) {
    if (!isFinite(date)) return plain('value', note(work, 'an invalid Date became null', null))
    return plain('value', note(work, 'a Date became text', isoOf(value)))
  }
  if (attempt(mapSize, value) !== undefined) return plainMap(value, work)
  if (attempt(setSize, value) !== undefined) {
    const items = list()
    setEach(value, (item) => {
      items[items.length] = item
    })
    return plain('items', note(work, 'a Set became an array', items))
  }
  if (isError(value)) return plain('value', note(work, 'an error became an object', errorRecord(value)))
  if (isView(value))
    return plain('items', note(work, 'binary data became an array of numbers', numbersOf(value)))
  if (tagOf(value) === '[object RegExp]')
    return plain('value', note(work, 'a RegExp became text', text(value)))
  return undefined
}

/**
 * @param {unknown} map
 * @param {Conversion} work
 */
function plainMap(map, work) {
  let named = true
  mapEach(map, (_value, key) => {
    if (typeof key !== 'string') named = false
  })
  if (named) {
    const members = record()
    mapEach(map, (value, key) => {
      members[/** @type {string} */ (key)] = value
    })
    return plain('members', note(work, 'a Map became an object', members))
  }
  const pairs = list()
  mapEach(map, (value, key) => {
    const pair = list()
    pair[0] = key
    pair[1] = value
    pairs[pairs.length] = pair
  })
  return plain('items', note(work, 'a Map became an array of pairs', pairs))
}

/** @param {ArrayBufferView} view */
function numbersOf(view) {
  const items = list()
  const numbers = /** @type {Uint8Array | BigInt64Array} */ (view)
  const length = typeof numbers.length === 'number' ? numbers.length : 0
  for (let at = 0; at < length; at++) {
    const number = numbers[at]
    items[at] = typeof number === 'bigint' ? bigintText(number) : number
  }
  return items
}

/** @param {any} error */
function errorRecord(error) {
  const made = record()
  made.name = text(error.name)
  made.message = text(error.message)
  if (typeof error.code === 'string') made.code = error.code
  return made
}

/**
 * @param {(value: unknown) => any} read
 * @param {unknown} value
 */
export function attempt(read, value) {
  try {
    return read(value)
  } catch {
    return undefined
  }
}

/**
 * @template T
 * @param {Conversion} work
 * @param {string} what
 * @param {T} result
 */
export function note(work, what, result) {
  if (work.notes.length < mostNotes)
    work.notes[work.notes.length] = pathOf(work.keys, work.open.length) + ': ' + what
  else work.unnamed++
  return result
}
