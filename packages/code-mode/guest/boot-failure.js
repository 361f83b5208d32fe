import { codeAt, indexOf, isError, keysOf, list, record, slice, stackOf, text } from './boot-primordials.js'
import { originOf } from './boot-calls.js'
import { spoken } from './boot-near.js'

const mostMessage = 8_192

/** The globals of a program that the language does not have anyway. */
export const offered =
  'tools, console, sleep, setTimeout, clearTimeout, show, structuredClone, crypto.randomUUID'

/**
 * What is said of something that nobody caught. Never throws, whatever it is.
 * @param {unknown} reason
 */
export function failureRecord(reason) {
  const said = record()
  said.kind = 'exception'
  said.name = ''
  said.message = ''
  said.stack = ''
  try {
    describeReason(reason, said)
  } catch {
    said.message = 'the program threw something that cannot be read'
  }
  said.message = bounded(said.message)
  return said
}

/**
 * @param {unknown} reason
 * @param {any} said
 */
function describeReason(reason, said) {
  if (!isError(reason)) {
    said.message = 'the program threw ' + thrownText(reason)
    return
  }
  const error = /** @type {Error} */ (reason)
  said.stack = stackText(stackOf(error))
  const origin = originOf(reason)
  if (origin !== undefined) {
    said.kind = 'tool_error'
    said.stack = origin.site
    if (origin.call !== undefined) said.call = origin.call
  }
  said.name = 'Error'
  said.message = 'an error that cannot be read'
  const name = error.name
  if (typeof name === 'string') said.name = slice(name, 0, 200)
  const message = error.message
  said.message = typeof message === 'string' ? message : text(message)
  if (said.name === 'ReferenceError') said.message = withGlobals(said.message)
}

/** @param {unknown} stack */
const stackText = (stack) => (typeof stack === 'string' ? slice(stack, 0, 8_192) : '')

/** @param {unknown} value */
function thrownText(value) {
  if (value === undefined) return 'undefined'
  if (typeof value === 'object' && value !== null) {
    const message = /** @type {{ message?: unknown }} */ (value).message
    if (typeof message === 'string') return 'an object with the message ' + message
    return 'an object with the keys ' + (spoken(firstKeys(value)) || '(none)')
  }
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return 'a symbol'
  return typeof value === 'string' ? 'the text ' + value : text(value)
}

/** @param {object} value */
function firstKeys(value) {
  const keys = keysOf(value)
  /** @type {string[]} */
  const some = list()
  for (let at = 0; at < keys.length && at < 10; at++)
    some[at] = slice(/** @type {string} */ (keys[at]), 0, 80)
  return some
}

/** @param {string} message */
function withGlobals(message) {
  if (indexOf(message, ' is not defined') < 0) return message
  return message + '; besides the language itself there are ' + offered
}

/** @param {string} message */
function bounded(message) {
  if (message.length <= mostMessage) return message
  let end = mostMessage
  const code = codeAt(message, end - 1)
  if (code >= 0xd800 && code < 0xdc00) end--
  return slice(message, 0, end) + '… (' + (message.length - end) + ' more characters)'
}
