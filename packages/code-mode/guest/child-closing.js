/**
 * Makes the built-ins of the outer realm unchangeable. A program is not meant to reach any of them; one that does finds
 * nothing to put its own code into. Code is not made from text in this process anyway.
 */
export function closeRealm() {
  /** @type {unknown[]} */
  const left = [...roots(), ...iterators()]
  const seen = new Set()
  while (left.length > 0) {
    const value = left.pop()
    if (!isOpen(value) || seen.has(value)) continue
    seen.add(value)
    left.push(Object.getPrototypeOf(value))
    for (const key of Reflect.ownKeys(value)) {
      left.push(...Object.values(Object.getOwnPropertyDescriptor(value, key) ?? {}))
    }
  }
  for (const value of seen) Object.freeze(value)
}

const names =
  'Object Function Array String Number Boolean Symbol BigInt Date RegExp Promise Proxy Error AggregateError EvalError ' +
  'RangeError ReferenceError SyntaxError TypeError URIError Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator ' +
  'JSON Math Reflect Intl ArrayBuffer SharedArrayBuffer DataView Atomics Uint8Array BigInt64Array WebAssembly'

function roots() {
  const scope = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (globalThis))
  return names.split(' ').map((name) => scope[name])
}

/** What has no name: the makers of asynchronous functions and generators, and the prototypes of iterators. */
function iterators() {
  const functions = [async () => {}, function* () {}, async function* () {}]
  const running = [
    [][Symbol.iterator](),
    new Map().entries(),
    new Set().values(),
    ''[Symbol.iterator](),
    'a'.matchAll(/a/g),
  ]
  return [...functions, ...running].map((value) => Object.getPrototypeOf(value))
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isOpen(value) {
  if (ArrayBuffer.isView(value)) return false
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
