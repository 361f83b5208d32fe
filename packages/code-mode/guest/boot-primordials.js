/* oxlint-disable typescript/unbound-method -- taking methods off their objects is what this file is for */
// What the shim uses, taken before a program can change it. All files named boot-* become one script that runs inside
// the machine: they use only what is captured here, and never read a property that a prototype could supply.

const uncurry = Function.prototype.bind.bind(Function.prototype.call)
const reflect = Reflect

export const apply = reflect.apply
export const ownKeys = reflect.ownKeys
export const deleteProperty = reflect.deleteProperty
export const defineProperty = reflect.defineProperty
export const getPrototypeOf = reflect.getPrototypeOf
export const setPrototypeOf = reflect.setPrototypeOf
export const describeProperty = reflect.getOwnPropertyDescriptor
export const construct = reflect.construct
export const keysOf = Object.keys
export const freeze = Object.freeze
export const isArray = Array.isArray
export const isError = /** @type {(value: unknown) => boolean} */ (Reflect.get(Error, 'isError'))
export const isView = ArrayBuffer.isView
export const objectPrototype = Object.prototype
export const arrayPrototype = Array.prototype
/** @type {(object: object, key: PropertyKey) => boolean} */
export const hasOwn = uncurry(Object.prototype.hasOwnProperty)
/** @type {(object: unknown) => string} */
export const tagOf = uncurry(Object.prototype.toString)

export const stringify = JSON.stringify
export const parse = JSON.parse
export const text = String
export const isFinite = Number.isFinite
export const floor = Math.floor
export const random = Math.random
export const is = Object.is
/** @type {() => number} */
export const now = Date.now

/** @type {(text: string, start: number, end?: number) => string} */
export const slice = uncurry(String.prototype.slice)
/** @type {(text: string, part: string, from?: number) => number} */
export const indexOf = uncurry(String.prototype.indexOf)
/** @type {(text: string, index: number) => number} */
export const codeAt = uncurry(String.prototype.charCodeAt)
/** @type {(text: string) => string} */
export const lower = uncurry(String.prototype.toLowerCase)
export const toInteger = parseInt

/** @type {(list: unknown[], order: (a: any, b: any) => number) => unknown[]} */
export const sort = uncurry(Array.prototype.sort)

/** @type {(date: unknown) => number} */
export const timeOf = uncurry(Date.prototype.getTime)
/** @type {(date: unknown) => string} */
export const isoOf = uncurry(Date.prototype.toISOString)
/** @type {(value: unknown) => bigint} */
export const bigintOf = uncurry(BigInt.prototype.valueOf)
/** @type {(value: unknown) => string} */
export const bigintText = uncurry(BigInt.prototype.toString)
/** @type {(value: unknown) => string} */
export const symbolText = uncurry(Symbol.prototype.toString)
/** @type {(value: unknown) => string} */
export const functionText = uncurry(Function.prototype.toString)

export const MapOf = Map
export const SetOf = Set
export const WeakMapOf = WeakMap
export const PromiseOf = Promise
export const DateOf = Date
export const RegExpOf = RegExp
export const ErrorOf = Error
export const TypeErrorOf = TypeError
/** Writes where the program stands to `stack` of an object, from the caller of a function on. */
export const captureStack = /** @type {(holder: object, from: Function) => void} */ (
  Reflect.get(Error, 'captureStackTrace')
)
export const ProxyOf = Proxy

/** @type {(map: unknown, key: unknown) => any} */
export const mapGet = uncurry(Map.prototype.get)
/** @type {(map: unknown, key: unknown, value: unknown) => unknown} */
export const mapSet = uncurry(Map.prototype.set)
/** @type {(map: unknown, key: unknown) => boolean} */
export const mapHas = uncurry(Map.prototype.has)
/** @type {(map: unknown, key: unknown) => boolean} */
export const mapDelete = uncurry(Map.prototype.delete)
/** @type {(map: unknown, visit: (value: unknown, key: unknown) => void) => void} */
export const mapEach = uncurry(Map.prototype.forEach)
/** @type {(map: unknown) => number} */
export const mapSize = uncurry(getter(Map.prototype, 'size'))
/** @type {(set: unknown, value: unknown) => unknown} */
export const setAdd = uncurry(Set.prototype.add)
/** @type {(set: unknown, visit: (value: unknown) => void) => void} */
export const setEach = uncurry(Set.prototype.forEach)
/** @type {(set: unknown) => number} */
export const setSize = uncurry(getter(Set.prototype, 'size'))
/** @type {(map: unknown, key: unknown) => any} */
export const weakGet = uncurry(WeakMap.prototype.get)
/** @type {(map: unknown, key: unknown, value: unknown) => unknown} */
export const weakSet = uncurry(WeakMap.prototype.set)
/** @type {(promise: unknown, fulfilled: unknown, rejected?: unknown) => unknown} */
export const promiseThen = uncurry(Promise.prototype.then)
/** @type {(pattern: unknown) => string} */
export const sourceOf = uncurry(getter(RegExp.prototype, 'source'))
/** @type {(pattern: unknown) => string} */
export const flagsOf = uncurry(getter(RegExp.prototype, 'flags'))
/** @type {(error: unknown) => unknown} */
export const stackOf = uncurry(getter(Error.prototype, 'stack'))
/** @type {(buffer: unknown) => number} */
export const bufferLength = uncurry(getter(ArrayBuffer.prototype, 'byteLength'))
/** @type {(buffer: unknown, start: number) => ArrayBuffer} */
export const bufferSlice = uncurry(ArrayBuffer.prototype.slice)

/**
 * Sets how many frames the stack of an error has, where the engine can be told; others keep their number.
 * @type {(frames: number) => void}
 */
export const stackLimiter = Reflect.apply(
  Function.prototype.bind,
  Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.set ?? (() => {}),
  [Error],
)

/**
 * @param {object} holder
 * @param {string} name
 * @returns {() => unknown}
 */
function getter(holder, name) {
  return /** @type {() => unknown} */ (Object.getOwnPropertyDescriptor(holder, name)?.get)
}

/**
 * A record without a prototype.
 * @returns {any}
 */
export function record() {
  return { __proto__: null }
}

/**
 * A list without a prototype, so that writing to it meets nobody's setter.
 * @returns {any[]}
 */
export function list() {
  /** @type {any[]} */
  const made = []
  setPrototypeOf(made, null)
  return made
}

/**
 * Defines a plain property, whatever the prototypes say.
 * @param {object} target
 * @param {PropertyKey} key
 * @param {unknown} value
 * @param {boolean} [shown]
 */
export function put(target, key, value, shown = false) {
  const descriptor = record()
  descriptor.value = value
  descriptor.writable = true
  descriptor.configurable = true
  descriptor.enumerable = shown
  defineProperty(target, key, descriptor)
}
