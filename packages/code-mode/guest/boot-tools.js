import { ProxyOf, TypeErrorOf, freeze, hasOwn, keysOf, put, record, stringify } from './boot-primordials.js'
import { call, calls } from './boot-calls.js'
import { nearNames, spoken } from './boot-near.js'

const bindings = record()
const shadow = record()

const rules = record()
rules.get = (/** @type {object} */ _target, /** @type {PropertyKey} */ key) => {
  if (typeof key !== 'string') return undefined
  const found = bindings[key]
  if (found !== undefined) return found
  if (key === 'then' || key === 'toJSON') return undefined
  if (key === 'toString') return () => '[object tools]'
  throw new TypeErrorOf(unknownName(key))
}
rules.has = (/** @type {object} */ _target, /** @type {PropertyKey} */ key) => hasOwn(bindings, key)
rules.set = () => {
  throw new TypeErrorOf('tools cannot be changed')
}
rules.defineProperty = () => false
rules.deleteProperty = () => false
rules.setPrototypeOf = () => false

/** What programs call tools on. Its target holds what it shows, so that it can be listed as any object. */
export const tools = new ProxyOf(bindings, rules)

// What awaiting `tools` gives where a tool is named `then`: the same names, and nothing that could be awaited again.
const awaitedRules = record()
awaitedRules.get = (/** @type {object} */ target, /** @type {PropertyKey} */ key) =>
  key === 'then' ? undefined : rules.get(target, key)
awaitedRules.has = rules.has
awaitedRules.set = rules.set
awaitedRules.defineProperty = rules.defineProperty
awaitedRules.deleteProperty = rules.deleteProperty
awaitedRules.setPrototypeOf = rules.setPrototypeOf
const awaited = new ProxyOf(shadow, awaitedRules)

/** @param {unknown} value */
export const isTools = (value) => value === tools || value === awaited

/** @param {string} key */
function unknownName(key) {
  const names = keysOf(bindings)
  const near = nearNames(key, names)
  const said = key.length > 80 ? 'that name' : stringify(key)
  if (near.length > 0) return 'there is no tool ' + said + '. Did you mean ' + spoken(near) + '?'
  if (names.length === 0) return 'there is no tool ' + said + '; this program has no tools'
  const search = hasOwn(bindings, '$search') ? '; tools.$search(query) finds tools' : ''
  if (names.length > 12) return 'there is no tool ' + said + search
  return 'there is no tool ' + said + '; there are ' + spoken(names)
}

/**
 * Makes the bindings of a run.
 * @param {string[]} names
 */
export function bind(names) {
  for (let at = 0; at < names.length; at++) {
    const name = /** @type {string} */ (names[at])
    calls.names[at] = name
    put(bindings, name, freeze(binding(name, at)), true)
  }
  freeze(bindings)
}

/**
 * @param {string} name
 * @param {number} at
 */
function binding(name, at) {
  if (name === 'then') return awaitable(at)
  // `JSON.stringify(tools)` asks with the name of a property.
  const isAsked = name === 'toJSON'
  const ask = (/** @type {unknown} */ argument) =>
    isAsked && typeof argument === 'string' ? undefined : call(at, argument, ask)
  return ask
}

/** @param {number} at */
function awaitable(at) {
  const ask = (/** @type {unknown} */ argument) => {
    if (typeof argument !== 'function') return call(at, argument, ask)
    // A promise asks with its two functions, which no call could take.
    argument(awaited)
    return undefined
  }
  return ask
}

/**
 * @param {string} name
 * @param {unknown} argument
 */
export function callByName(name, argument) {
  if (hasOwn(bindings, name)) return bindings[name](argument)
  throw new TypeErrorOf('this program cannot do that: there is no ' + name)
}
