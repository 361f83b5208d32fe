import {
  ErrorOf,
  PromiseOf,
  WeakMapOf,
  codeAt,
  indexOf,
  list,
  parse,
  put,
  record,
  slice,
  stackLimiter,
  stackOf,
  text,
  toInteger,
  weakGet,
  weakSet,
} from './boot-primordials.js'
import { exceeds, lastProblem, losslessJson } from './boot-values.js'

/**
 * A call that waits for its reply.
 * @typedef {{ binding: number, line: string, site: unknown, resolve: (value: unknown) => void, reject: (error: unknown) => void }} Call
 */

/** What leaves the machine and what it waits for. It is all in here, so that an image of the machine holds it. */
export const calls = record()
calls.names = list()
calls.argumentBytes = 0
calls.next = 1
/** Calls that were made and have not left: a line each, `id,binding,json`. */
calls.outbox = ''
/** The calls from `first` on, each where its number says; a list is much faster than a map. Those that ended are gone from it. */
calls.made = list()
calls.first = 1
calls.pending = 0

/** Calls under way of one program, beyond what any host allows: more would only make work. */
const mostPending = 10_000

/** Frames from a call to the program, with that of the program; and those that errors have otherwise. */
const framesToProgram = 3
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
 */
export function call(binding, argument) {
  // An error is the only thing that knows where the program stands. It is asked only if the call fails.
  stackLimiter(framesToProgram)
  const site = new ErrorOf()
  stackLimiter(framesOfErrors)
  let json = ''
  let refusal
  try {
    json = losslessJson(argument)
    refusal = refusalOf(json, argument)
  } catch (error) {
    refusal = { error, code: '', message: '' }
  }
  const promise = new PromiseOf(keepResolvers)
  const resolve = lastResolve
  const reject = lastReject
  if (refusal !== undefined) {
    const { error, code, message } = refusal
    reject(code === '' ? error : failure(calls.names[binding], message, code, undefined, site))
    return promise
  }
  const id = calls.next++
  const line = id + ',' + binding + ',' + json + '\n'
  calls.made[id - calls.first] = { binding, line, site, resolve, reject }
  calls.pending++
  calls.outbox += line
  return promise
}

/**
 * Why a call is not made.
 * @param {string} json
 * @param {unknown} argument
 * @returns {{ message: string, code: string, error: unknown } | undefined}
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
const refused = (code, message) => ({ code, message, error: undefined })

/**
 * @param {string} name
 * @param {string} message
 * @param {string | undefined} code
 * @param {number | undefined} id
 * @param {unknown} site
 */
function failure(name, message, code, id, site) {
  const error = new ToolCallError(message, name, code)
  const written = stackOf(site)
  const stack = typeof written === 'string' ? written : ''
  put(error, 'stack', 'ToolCallError: ' + message + '\n' + stack)
  weakSet(origins, error, { call: id, site: stack })
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
  const made = calls.made[id - calls.first]
  if (made === undefined) return
  calls.made[id - calls.first] = undefined
  calls.pending--
  if (calls.pending === 0) {
    calls.made.length = 0
    calls.first = calls.next
  }
  if (!ok) {
    const told = parse(json)
    made.reject(failure(calls.names[made.binding], told.message, told.code, id, made.site))
    return
  }
  let value
  try {
    value = parse(json)
  } catch {
    made.reject(
      failure(
        calls.names[made.binding],
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
  const { made, first } = calls
  for (let at = 0; at < made.length; at++) if (made[at] !== undefined) ids[ids.length] = first + at
  return ids
}

export function pendingLines() {
  let lines = ''
  const { made } = calls
  for (let at = 0; at < made.length; at++) lines += made[at]?.line ?? ''
  return lines
}

export const pendingCount = () => calls.pending

/** @param {number[]} ids */
export function joined(ids) {
  let said = ''
  for (let at = 0; at < ids.length; at++) said += (at === 0 ? '' : ',') + text(ids[at])
  return said
}
