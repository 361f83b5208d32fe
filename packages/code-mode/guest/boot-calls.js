import {
  ErrorOf,
  MapOf,
  PromiseOf,
  WeakMapOf,
  codeAt,
  indexOf,
  list,
  mapDelete,
  mapEach,
  mapGet,
  mapSet,
  mapSize,
  parse,
  put,
  record,
  slice,
  stackOf,
  text,
  toInteger,
  weakGet,
  weakSet,
} from './boot-primordials.js'
import { exceeds, losslessJson } from './boot-values.js'

/**
 * A call that waits for its reply.
 * @typedef {{ name: string, line: string, site: string, resolve: (value: unknown) => void, reject: (error: unknown) => void }} Call
 */

/** What leaves the machine and what it waits for. It is all in here, so that an image of the machine holds it. */
export const calls = record()
calls.names = list()
calls.argumentBytes = 0
calls.next = 1
/** Calls that were made and have not left: a line each, `id,binding,json`. */
calls.outbox = ''
calls.pending = new MapOf()

/** Calls under way of one program, beyond what any host allows: more would only make work. */
const mostPending = 10_000

/** Where the calls were made whose rejections became these errors. */
const origins = new WeakMapOf()

/** The failure of one call, as a program sees it. */
export class ToolCallError extends ErrorOf {
  /**
   * @param {string} message
   * @param {string} toolName
   * @param {string | undefined} code
   */
  constructor(message, toolName, code) {
    super(message)
    put(this, 'toolName', toolName, true)
    if (code !== undefined) put(this, 'code', code, true)
  }
}
put(ToolCallError.prototype, 'name', 'ToolCallError')

/**
 * @param {unknown} error
 * @returns {{ call: number | undefined, site: string } | undefined}
 */
export const originOf = (error) => weakGet(origins, error)

/** Where the program stands, as the text of a stack. */
export function callSite() {
  const stack = stackOf(new ErrorOf())
  return typeof stack === 'string' ? stack : ''
}

/**
 * @param {number} binding
 * @param {unknown} argument
 */
export function call(binding, argument) {
  const name = calls.names[binding]
  const site = callSite()
  return new PromiseOf((resolve, reject) => {
    let answer
    try {
      answer = losslessJson(argument)
    } catch (error) {
      reject(error)
      return
    }
    const problem = problemOf(answer, argument)
    if (problem !== undefined) {
      reject(failure(name, problem, 'INVALID_ARGUMENTS', undefined, site))
      return
    }
    if (mapSize(calls.pending) >= mostPending) {
      const told = 'more than ' + mostPending + ' calls are under way; await some of them first'
      reject(failure(name, told, 'PENDING_LIMIT', undefined, site))
      return
    }
    const id = calls.next++
    const made = record()
    made.name = name
    made.line = id + ',' + binding + ',' + answer.json + '\n'
    made.site = site
    made.resolve = resolve
    made.reject = reject
    mapSet(calls.pending, id, made)
    calls.outbox += made.line
  })
}

/**
 * @param {any} answer
 * @param {unknown} argument
 * @returns {string | undefined}
 */
function problemOf(answer, argument) {
  if (answer.problem !== undefined) {
    const hint = argument === undefined ? '; pass an object, such as {}' : ''
    return 'tool arguments must be lossless JSON: ' + answer.problem + hint
  }
  if (exceeds(answer.json, calls.argumentBytes)) {
    return 'tool arguments are larger than the limit of ' + calls.argumentBytes + ' bytes; pass less'
  }
  return undefined
}

/**
 * @param {string} name
 * @param {string} message
 * @param {string | undefined} code
 * @param {number | undefined} id
 * @param {string} site
 */
function failure(name, message, code, id, site) {
  const error = new ToolCallError(message, name, code)
  put(error, 'stack', 'ToolCallError: ' + message + '\n' + site)
  const origin = record()
  origin.call = id
  origin.site = site
  weakSet(origins, error, origin)
  return error
}

/**
 * Replies to calls: for each `id,ok,length:` and as many characters.
 * @param {string} replies
 */
export function deliver(replies) {
  let at = 0
  while (at < replies.length) {
    const comma = indexOf(replies, ',', at)
    const id = toInteger(slice(replies, at, comma), 10)
    const ok = codeAt(replies, comma + 1) === 49
    const colon = indexOf(replies, ':', comma)
    const end = colon + 1 + toInteger(slice(replies, comma + 3, colon), 10)
    settle(id, ok, slice(replies, colon + 1, end))
    at = end
  }
}

/**
 * @param {number} id
 * @param {boolean} ok
 * @param {string} json
 */
function settle(id, ok, json) {
  /** @type {Call | undefined} */
  const made = mapGet(calls.pending, id)
  if (made === undefined) return
  mapDelete(calls.pending, id)
  if (!ok) {
    const told = parse(json)
    made.reject(failure(made.name, told.message, told.code, id, made.site))
    return
  }
  let value
  try {
    value = parse(json)
  } catch {
    made.reject(
      failure(
        made.name,
        'the result of the call is nested too deep to be read',
        'VALUE_TOO_DEEP',
        id,
        made.site,
      ),
    )
    return
  }
  made.resolve(value)
}

/** @returns {number[]} */
export function pendingCalls() {
  /** @type {number[]} */
  const ids = list()
  mapEach(calls.pending, (_call, id) => {
    ids[ids.length] = /** @type {number} */ (id)
  })
  return ids
}

export function pendingLines() {
  let lines = ''
  mapEach(calls.pending, (made) => {
    lines += /** @type {Call} */ (made).line
  })
  return lines
}

export const pendingCount = () => mapSize(calls.pending)

/** @param {number[]} ids */
export function joined(ids) {
  let said = ''
  for (let at = 0; at < ids.length; at++) said += (at === 0 ? '' : ',') + text(ids[at])
  return said
}
