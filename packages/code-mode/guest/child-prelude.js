/**
 * What is done in the realm of a program before the boot script. V8 has a few things otherwise than the engine for which that
 * script was written; and neither V8 nor Node may ask a program how the stacks of errors are written, as it would be
 * handed objects of the outer realm.
 */
export const preludeSource = `(() => {
'use strict'
const define = Object.defineProperty, describe = Reflect.getOwnPropertyDescriptor, apply = Reflect.apply
const tagOf = Object.prototype.toString, indexOf = String.prototype.indexOf, slice = String.prototype.slice
const codeAt = String.prototype.charCodeAt, then = Promise.prototype.then, stringify = JSON.stringify
const setPrototypeOf = Object.setPrototypeOf, tag = Symbol.toStringTag
const list = () => { const made = []; setPrototypeOf(made, null); return made }

if (typeof Error.isError !== 'function') {
  const isError = (value) => {
    if (typeof value !== 'object' || value === null) return false
    try { return value[tag] === undefined && apply(tagOf, value, []) === '[object Error]' } catch { return false }
  }
  define(Error, 'isError', { value: isError, writable: true, configurable: true })
}
const framesOf = (error) => {
  const own = describe(error, 'stack')
  const text = own === undefined ? '' : 'value' in own ? own.value : apply(own.get, error, [])
  if (typeof text !== 'string') return ''
  const at = apply(indexOf, text, ['\\n    at '])
  return at < 0 ? text : apply(slice, text, [at + 1])
}
define(Error.prototype, 'stack', {
  get() { return framesOf(this) },
  set(value) { define(this, 'stack', { value, writable: true, configurable: true }) },
  configurable: true,
})
// Node asks this for the text of a stack. Its own way would throw errors of the outer realm into the program.
const errorText = Error.prototype.toString
const written = (error, sites) => {
  let text = 'Error'
  try { text = apply(errorText, error, []) } catch {}
  for (let at = 0; at < sites.length; at++) text += '\\n    at ' + sites[at].toString()
  return text
}
define(Error, 'prepareStackTrace', {
  get: () => (error, sites) => { try { return written(error, sites) } catch { return 'Error' } },
  set: () => {},
})
define(globalThis, 'Error', { writable: false, configurable: false })
for (const name of ['WebAssembly', 'Atomics', 'SharedArrayBuffer', 'FinalizationRegistry', 'console']) delete globalThis[name]

const bytesOf = (text) => {
  let bytes = text.length + 1
  for (let at = 0; at < text.length; at++) {
    const code = apply(codeAt, text, [at])
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}
let most = 0, entries = list(), units = 0, first = 0, fixed = 0, dropped = 0, droppedBytes = 0
// The first entries stay, and the last; nobody would see what lies between.
globalThis.say = (entry) => {
  entries[entries.length] = entry
  units += entry.length + 1
  if (units <= most) first = fixed = entries.length
  while (units > most * 2 && first < entries.length - 1) {
    units -= entries[first].length + 1
    dropped++
    droppedBytes += bytesOf(entries[first])
    entries[first++] = null
  }
  if (first - fixed > 4096) compact()
}
const compact = () => {
  const kept = list()
  for (let at = 0; at < entries.length; at++) if (entries[at] !== null) kept[kept.length] = entries[at]
  entries = kept
  first = fixed
}
const said = () => {
  compact()
  const text = stringify(entries)
  const all = dropped + ',' + droppedBytes + ',' + text
  entries = list()
  units = first = fixed = dropped = droppedBytes = 0
  return all
}

// What a program may take part in is queued, and so runs under the time limit of a script.
const ready = Promise.resolve()
define(ready, 'constructor', { value: undefined })
const later = (work, argument) => { apply(then, ready, [() => work(argument)]) }
const settle = (main, done, failed) => {
  later(() => {
    let promise
    try { promise = main() } catch (error) { failed(error); return }
    apply(then, promise, [done, failed])
  })
}
const outer = list()
outer[0] = (bytes) => { most = bytes }
outer[1] = said
outer[2] = later
outer[3] = settle
return outer
})()`
