import { TypeErrorOf, defineProperty, getPrototypeOf, put, record, slice } from './boot-primordials.js'
import { ToolCallError } from './boot-calls.js'
import { structuredCopy } from './boot-clone.js'
import { consoleEntry } from './boot-console.js'
import { clearTimer, setTimer, sleep } from './boot-timers.js'
import { callByName, tools } from './boot-tools.js'

const scope = /** @type {any} */ (globalThis)
/** Says something on the console of the host. @type {(entry: string) => void} */
const say = scope.say
delete scope.say

/** Four words of state, of a generator that no secret depends on. */
const state = record()
state.a = state.b = state.c = state.d = 0

function nextWord() {
  const sum = (((state.a + state.b) | 0) + state.d) | 0
  state.d = (state.d + 1) | 0
  state.a = state.b ^ (state.b >>> 9)
  state.b = (state.c + (state.c << 3)) | 0
  state.c = ((state.c << 21) | (state.c >>> 11)) + sum
  state.c |= 0
  return sum >>> 0
}

function randomNumber() {
  return (nextWord() * 2_097_152 + (nextWord() >>> 11)) / 9_007_199_254_740_992
}

/** A random identifier of version 4. */
function randomUUID() {
  let said = ''
  for (let at = 0; at < 32; at++) {
    if (at === 8 || at === 12 || at === 16 || at === 20) said += '-'
    const digit = nextWord() >>> 28
    said += hex(at === 12 ? 4 : at === 16 ? 8 | (digit & 3) : digit)
  }
  return said
}

/** @param {number} digit */
const hex = (digit) => slice('0123456789abcdef', digit, digit + 1)

/**
 * What differs from run to run.
 * @param {number[]} seed - four words.
 */
export function prepareGlobals(seed) {
  state.a = seed[0]
  state.b = seed[1]
  state.c = seed[2]
  state.d = seed[3]
}

/** @param {unknown[]} values */
function log(...values) {
  say(consoleEntry(values))
}

/** @param {unknown} image */
function show(image) {
  return callByName('$show', image)
}

/** Code is not made from text here: there is no `eval`, and whatever makes functions of a kind refuses. */
function refuseText() {
  throw new TypeErrorOf('code cannot be made from text here')
}

function closeCompilers() {
  delete scope.eval
  const kinds = record()
  kinds.plain = function () {}
  kinds.later = async function () {}
  kinds.stepwise = function* () {}
  kinds.streaming = async function* () {}
  for (const kind in kinds) {
    const prototype = getPrototypeOf(kinds[kind])
    if (kind === 'plain') put(refuseText, 'prototype', prototype)
    const descriptor = record()
    descriptor.value = refuseText
    descriptor.writable = false
    descriptor.configurable = false
    descriptor.enumerable = false
    defineProperty(/** @type {object} */ (prototype), 'constructor', descriptor)
  }
  put(scope, 'Function', refuseText)
}

/**
 * Where the engine looks for what shapes the stacks of errors; a program that sets these changes plain properties.
 */
function fixStacks() {
  const descriptor = record()
  descriptor.value = undefined
  descriptor.writable = true
  descriptor.configurable = false
  descriptor.enumerable = false
  defineProperty(Error, 'prepareStackTrace', descriptor)
}

closeCompilers()
fixStacks()
delete scope.SharedArrayBuffer
put(Math, 'random', randomNumber)

const spokenConsole = {}
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'])
  put(spokenConsole, name, log, true)
put(scope, 'console', spokenConsole)
const randomness = {}
put(randomness, 'randomUUID', randomUUID, true)
put(scope, 'crypto', randomness)
put(scope, 'ToolCallError', ToolCallError)
put(scope, 'sleep', sleep)
put(scope, 'setTimeout', setTimer)
put(scope, 'clearTimeout', clearTimer)
put(scope, 'structuredClone', structuredCopy)
put(scope, 'show', show)

const fixed = record()
fixed.value = tools
fixed.writable = false
fixed.configurable = false
fixed.enumerable = true
defineProperty(scope, 'tools', fixed)
