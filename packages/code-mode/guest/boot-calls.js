import {
  ErrorOf,
  PromiseOf,
  WeakMapOf,
  captureStack,
  indexOf,
  list,
  parse,
  put,
  record,
  slice,
  stackLimiter,
  text,
  weakGet,
  weakSet,
} from './boot-primordials.js'
import { exceeds, lastProblem, losslessJson } from './boot-values.js'

/**
 * A call that waits for its reply. Its line is how it leaves, `id,binding,json`; its stack says where it was made.
 * @typedef {{ binding: number, line: string, stack: unknown, resolve: (value: unknown) => void, reject: (error: unknown) => void }} Call
 */

/** What leaves the machine and what it waits for. It is all in here, so that an image of the machine holds it. */
export const calls = record()
calls.names = list()
calls.argumentBytes = 0
calls.next = 1
/** The first call that has not left. */
calls.unsent = 1
/** The calls from `first` on, each where its number says; a list is much faster than a map. Those that ended are gone from it. */
calls.made = list()
calls.first = 1
calls.pending = 0

/** Calls under way of one program, beyond what any host allows: more would only make work. */
const mostPending = 10_000

/** Frames of the program that a call keeps, of 0.75 µs each; and those that errors have. */
const framesOfCalls = 1
const framesOfErrors = 10

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

/** @type {(value: unknown) => void} */
let lastResolve
/** @type {(error: unknown) => void} */
let lastReject
/**
 * Always the same, so that no call costs a function.
 * @param {(value: unknown) => void} resolve
 * @param {(error: unknown) => void} reject
 */
const keepResolvers = (resolve, reject) => {
  lastResolve = resolve
  lastReject = reject
}

/**
 * @param {number} binding
 * @param {unknown} argument
 * @param {Function} asked - what the program called.
 */
export function call(binding, argument, asked) {
  const promise = new PromiseOf(keepResolvers)
  /** @type {Call} */
  const made = { binding, line: '', stack: '', resolve: lastResolve, reject: lastReject }
  stackLimiter(framesOfCalls)
  captureStack(made, asked)
  stackLimiter(framesOfErrors)
  try {
    const json = losslessJson(argument)
    const refusal = refusalOf(json, argument)
    if (refusal === undefined) send(made, json)
    else made.reject(failure(made, refusal.message, refusal.code, undefined))
  } catch (error) {
    made.reject(error)
  }
  return promise
}

/**
 * @param {Call} made
 * @param {string} json
 */
function send(made, json) {
  const id = calls.next++
  made.line = `${id},${made.binding},${json}\n`
  calls.made[id - calls.first] = made
  calls.pending++
}

/**
 * Why a call is not made.
 * @param {string} json
 * @param {unknown} argument
 * @returns {{ message: string, code: string } | undefined}
 */
function refusalOf(json, argument) {
  const problem = lastProblem()
  if (problem !== '') {
    const hint = argument === undefined ? '; pass an object, such as {}' : ''
    return refused('INVALID_ARGUMENTS', 'tool arguments must be lossless JSON: ' + problem + hint)
  }
  const most = calls.argumentBytes
  if (exceeds(json, most)) {
    return refused(
      'ARGUMENTS_TOO_LARGE',
      'tool arguments are larger than the limit of ' + most + ' bytes; pass less',
    )
  }
  if (calls.pending < mostPending) return undefined
  return refused(
    'PENDING_LIMIT',
    'more than ' + mostPending + ' calls are under way; await some of them first',
  )
}

/**
 * @param {string} code
 * @param {string} message
 */
const refused = (code, message) => ({ code, message })

/**
 * @param {Call} made
 * @param {string} message
 * @param {string | undefined} code
 * @param {number | undefined} id
 */
function failure(made, message, code, id) {
  const error = new ToolCallError(message, calls.names[made.binding], code)
  const written = made.stack
  // Some engines write the error itself first.
  const frames = typeof written === 'string' ? indexOf(written, '    at ') : -1
  const stack = frames < 0 ? '' : slice(/** @type {string} */ (written), frames)
  put(error, 'stack', 'ToolCallError: ' + message + '\n' + stack)
  weakSet(origins, error, { call: id, site: stack })
  return error
}

/**
 * Replies to calls in batches: a line with the length of what follows it and, for each reply, id, whether it is good, and
 * length, as a list; then a list of the replies themselves. Reading a list as a whole costs half of reading each reply.
 * @param {string} batches
 */
export function deliver(batches) {
  let at = 0
  while (at < batches.length) {
    const line = indexOf(batches, '\n', at)
    /** @type {number[]} */
    const head = parse(slice(batches, at, line))
    at = line + 1 + /** @type {number} */ (head[0])
    settleBatch(head, slice(batches, line + 1, at))
  }
}

/**
 * @param {number[]} head
 * @param {string} body
 */
function settleBatch(head, body) {
  const count = (head.length - 1) / 3
  /** @type {unknown[] | undefined} */
  let values
  try {
    values = parse(body)
  } catch {
    values = undefined
  }
  const isWhole = values !== undefined && values.length === count
  let from = 1
  for (let at = 0; at < count; at++) {
    const id = /** @type {number} */ (head[at * 3 + 1])
    const made = takeOff(id)
    const to = from + /** @type {number} */ (head[at * 3 + 3])
    if (made !== undefined) {
      if (isWhole) settle(made, id, head[at * 3 + 2] === 1, /** @type {unknown[]} */ (values)[at])
      else settleAlone(made, id, head[at * 3 + 2] === 1, slice(body, from, to))
    }
    from = to + 1
  }
}

/**
 * Takes a call off those under way.
 * @param {number} id
 * @returns {Call | undefined}
 */
function takeOff(id) {
  const made = calls.made[id - calls.first]
  if (made === undefined) return undefined
  calls.made[id - calls.first] = undefined
  calls.pending--
  if (calls.pending === 0) {
    calls.made.length = 0
    calls.first = calls.next
  }
  return made
}

/**
 * @param {Call} made
 * @param {number} id
 * @param {boolean} ok
 * @param {any} value
 */
function settle(made, id, ok, value) {
  if (ok) made.resolve(value)
  else made.reject(failure(made, value.message, value.code, id))
}

/**
 * @param {Call} made
 * @param {number} id
 * @param {boolean} ok
 * @param {string} json
 */
function settleAlone(made, id, ok, json) {
  let value
  try {
    value = parse(json)
  } catch {
    ok = false
    value = { message: 'the result of the call is nested too deep to be read', code: 'VALUE_TOO_DEEP' }
  }
  settle(made, id, ok, value)
}

/** @returns {number[]} */
export function pendingCalls() {
  /** @type {number[]} */
  const ids = list()
  const { made, first } = calls
  for (let at = 0; at < made.length; at++) if (made[at] !== undefined) ids[ids.length] = first + at
  return ids
}

/** Has the calls under way leave once more. */
export function sendAgain() {
  calls.unsent = calls.first
}

/** The lines of the calls that have not left. They are put together here, as a text that only grows in one place is not copied. */
export function takeLines() {
  let lines = ''
  const { made } = calls
  for (let at = calls.unsent - calls.first; at < made.length; at++) lines += made[at]?.line ?? ''
  calls.unsent = calls.next
  return lines
}

/** @param {number[]} ids */
export function joined(ids) {
  let said = ''
  for (let at = 0; at < ids.length; at++) said += (at === 0 ? '' : ',') + text(ids[at])
  return said
}
