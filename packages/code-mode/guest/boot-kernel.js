import { list, parse, promiseThen, record, stackOf } from './boot-primordials.js'
import { calls, deliver, joined, pendingCalls, sendAgain, takeLines } from './boot-calls.js'
import { completionJson } from './boot-completion.js'
import { failureRecord } from './boot-failure.js'
import { prepareGlobals } from './boot-globals.js'
import { bind, isTools } from './boot-tools.js'
import { tick, untilNext } from './boot-timers.js'
import { exceeds, jsonText } from './boot-values.js'

/** How the program ended, as soon as it has. */
let ending = record()
let ended = false
/** The value is ready; calls may still be under way. */
let converted = false
let resultBytes = 0

/**
 * @param {string} json - names, limits and what randomness begins with.
 */
function begin(json) {
  const given = parse(json)
  calls.argumentBytes = given.argumentBytes
  resultBytes = given.resultBytes
  bind(given.bindings)
  prepareGlobals(given.seed)
}

/** @param {unknown} value */
function complete(value) {
  const unawaited = pendingCalls()
  const conversion = completionJson(value, isTools)
  promiseThen(
    conversion,
    (/** @type {any} */ answer) => {
      if (ended) return
      if (answer.json !== undefined && exceeds(answer.json, resultBytes)) {
        ending.kind = 'output_limit'
        ending.message =
          'the result is larger than the limit of ' +
          resultBytes +
          ' bytes as JSON; return less, such as a count or a part'
        ended = true
        return
      }
      if (answer.json !== undefined) ending.value = answer.json
      ending.lossy = answer.notes
      ending.unawaited = unawaited
      converted = true
    },
    fail,
  )
}

/** @param {unknown} reason */
function fail(reason) {
  if (ended) return
  ending = failureRecord(reason)
  ended = true
}

/** What the machine has to say: what it waits for, calls that were made, and how it ended. */
function take() {
  if (converted && !ended && calls.pending === 0) ended = true
  if (ended) return 'end\n' + jsonText(ending)
  return `${calls.pending},${untilNext()}\n${takeLines()}`
}

/** Ids of the calls under way, and the id that the next one gets. */
function standing() {
  return calls.next + ';' + joined(pendingCalls())
}

function wake() {
  try {
    tick()
  } catch (error) {
    fail(error)
  }
}

/**
 * Where something was thrown that no program can catch.
 * @param {unknown} error
 */
function where(error) {
  const stack = stackOf(error)
  return typeof stack === 'string' ? stack : ''
}

const kernel = list()
kernel[0] = begin
kernel[1] = complete
kernel[2] = fail
kernel[3] = take
kernel[4] = deliver
kernel[5] = wake
kernel[6] = standing
kernel[7] = where
kernel[8] = sendAgain
