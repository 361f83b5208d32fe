import type { Probe } from '../probe.ts'

/** What a program puts in the way of the code that surrounds it, to be handed something of the host's. */
export const hijacks: readonly Probe[] = [
  {
    name: 'Error.prepareStackTrace',
    body: `Error.prepareStackTrace = (error, sites) => { look(sites); for (const site of sites ?? []) { look(site); look(site.getThis?.()); look(site.getFunction?.()) } return 'x' }; look(new Error('x').stack); try { null.x } catch (error) { look(error.stack) } await tools.fail({}).catch((error) => look(error.stack))`,
  },
  {
    name: 'prepareStackTrace, by another Error',
    body: `const other = { prepareStackTrace: (error, sites) => { look(sites); for (const site of sites) { look(site); look(site.getThis?.()) } return 'x' } }; try { globalThis.Error = other } catch {} try { Object.defineProperty(globalThis, 'Error', { value: other }) } catch {} look(new TypeError('x').stack); try { null.x } catch (error) { look(error.stack) }`,
  },
  {
    name: 'prepareStackTrace, by defineProperty and by prototypes',
    body: `const steal = (error, sites) => { look(sites); look(sites?.[0]); return 'x' }; for (const holder of [Error, Function.prototype, Object.prototype, TypeError]) { try { Object.defineProperty(holder, 'prepareStackTrace', { value: steal, configurable: true, writable: true }) } catch {} } look(new Error('x').stack); look(new RangeError('x').stack)`,
  },
  {
    name: 'Error.captureStackTrace',
    body: `const held = {}; Error.captureStackTrace?.(held); look(held.stack); look(Object.getOwnPropertyDescriptor(held, 'stack')?.get)`,
  },
  {
    name: 'the getter of stack',
    body: `const d = Object.getOwnPropertyDescriptor(new Error('x'), 'stack') ?? Object.getOwnPropertyDescriptor(Error.prototype, 'stack'); look(d?.get); look(d?.set); make(d?.get?.constructor)`,
  },
  {
    name: 'a stack whose message is no text',
    body: `for (const message of [Symbol('x'), { toString() { throw look(this) } }, new Proxy({}, {})]) { const error = new Error(); try { error.message = message; error.name = message } catch {} try { look(error.stack); look(String(error)) } catch (thrown) { look(thrown) } }`,
  },
  {
    name: 'a stack whose name is a symbol from the start',
    body: `class Odd extends Error { get name() { return Symbol('x') } get message() { return Symbol('y') } } try { look(new Odd().stack) } catch (thrown) { look(thrown) } const f = async () => { throw new Odd() }; try { await f() } catch (thrown) { look(thrown); try { look(thrown.stack) } catch (other) { look(other) } }`,
  },
  {
    name: 'Symbol.toPrimitive in the name of an error',
    body: `const trap = { [Symbol.toPrimitive](hint) { look(hint); look(this); return 'x' } }; const error = new Error(trap); error.name = trap; look(error.stack); console.log(error)`,
  },
  {
    name: 'errors of a stack that overflows',
    body: `overflow(() => { throw new Error('x') })`,
    mayBeForeign: true,
  },
  {
    name: 'overflow in a call',
    body: `overflow(() => { tools.echo({}).catch(() => {}) })`,
    mayBeForeign: true,
  },
  { name: 'overflow in the console', body: `overflow(() => console.log({ a: [1] }))`, mayBeForeign: true },
  {
    name: 'overflow while a stack is written',
    body: `overflow(() => look(new Error('x').stack, 2))`,
    mayBeForeign: true,
  },
  {
    name: 'the way on from an error of another realm',
    body: `overflow(() => { try { new Error('x').stack } catch (error) { if (!(error instanceof Error)) { const Other = error.constructor; for (const act of [() => (Other.prepareStackTrace = (e, sites) => look(sites)), () => (Object.getPrototypeOf(Other).prepareStackTrace = (e, sites) => look(sites)), () => (Object.getPrototypeOf(Object.getPrototypeOf(error)).polluted = 1), () => Other.constructor('return process')(), () => Reflect.setPrototypeOf(Other, null), () => Object.defineProperty(Other.prototype, 'name', { get() { look(this); return 'x' } })]) { let did = true; try { act() } catch { did = false } if (did && act !== undefined && Other.prepareStackTrace) evidence.push('the outer realm was changed') } } } })`,
    mayBeForeign: true,
  },
  {
    name: 'polluted prototypes',
    body: `for (const key of ['then', 'toJSON', 'get', 'set', 'value', 'call', 'constructor0', 'process', 'env', 'cwd', 'signal', 'message', 'code', '0', 'length0', 'kind', 'ok', 'name0']) { try { Object.defineProperty(Object.prototype, key, { configurable: true, get() { look(this, 2); return undefined }, set(value) { look(value, 2); look(this, 2) } }) } catch {} } await tools.echo({ a: 1 }); await tools.fail({}).catch(look); console.log({ a: 1 })`,
  },
  {
    name: 'a polluted Array.prototype',
    body: `for (const key of ['0', '1', '2']) Object.defineProperty(Array.prototype, key, { configurable: true, get() { look(this, 2) }, set(value) { look(value, 2); look(this, 2) } }); await Promise.all([tools.echo({}), tools.echo({})]); console.log(1, 2)`,
  },
  {
    name: 'replaced built-ins',
    body: `for (const [holder, key] of [[Array.prototype, 'push'], [Array.prototype, 'map'], [Array.prototype, Symbol.iterator], [Function.prototype, 'call'], [Function.prototype, 'apply'], [Function.prototype, 'bind'], [Map.prototype, 'get'], [Map.prototype, 'set'], [String.prototype, 'slice'], [Reflect, 'apply'], [Object, 'keys'], [Object, 'defineProperty'], [JSON, 'parse'], [JSON, 'stringify'], [Promise, 'resolve'], [RegExp.prototype, 'exec']]) { const old = holder[key]; holder[key] = function () { for (let at = 0; at < arguments.length; at++) look(arguments[at], 2); look(this, 2); return old } } tools.echo({ a: 1 }); console.log('x')`,
  },
  {
    name: 'a replaced then',
    body: `const then = Promise.prototype.then; Promise.prototype.then = function (a, b) { look(a, 2); look(b, 2); look(this, 2); return then.call(this, (value) => { look(value, 2); return a?.(value) }, b) }; await tools.echo({}); await tools.fail({}).catch(look)`,
  },
  {
    name: 'a replaced Promise',
    body: `globalThis.Promise = class { constructor(run) { look(run); run((value) => look(value), (value) => look(value)) } static resolve(value) { look(value) } }; look(tools.echo({})); look(sleep(1)); look((async () => {})())`,
  },
  {
    name: 'a thenable that is returned',
    body: `return { then(resolve, reject) { look(resolve); look(reject); make(resolve.constructor); resolve({ then(next) { look(next); next(1) } }) } }`,
  },
  {
    name: 'a thenable in a value',
    body: `return [{ then(resolve) { look(resolve); make(resolve.constructor); resolve(1) } }]`,
  },
  {
    name: 'toJSON',
    body: `const trap = { toJSON(key) { look(this); look(key); look(arguments); return 1 } }; await tools.echo({ a: 1 }).catch(look); await tools.echo(trap).catch(look); console.log(trap); Object.prototype.toJSON = function () { look(this, 2); return 1 }; await tools.echo({ b: 1 }).catch(look)`,
  },
  {
    name: 'getters in arguments',
    body: `await tools.echo({ get a() { look(this); return 1 } }).catch(look); await tools.echo({ __proto__: { a: 1 } }).catch(look)`,
  },
  {
    name: 'a Proxy as an argument',
    body: `const traps = {}; for (const name of ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'set', 'defineProperty']) traps[name] = (...given) => { for (const value of given) look(value); return Reflect[name](...given) }; await tools.echo(new Proxy({ a: 1 }, traps)).catch(look); await tools.echo(new Proxy([1], traps)).catch(look); console.log(new Proxy({}, traps)); structuredClone(new Proxy({ a: 1 }, traps))`,
  },
  {
    name: 'a Proxy whose handler is a Proxy',
    body: `const handler = new Proxy({}, { get: (target, key, receiver) => { look(target); look(receiver); return (...given) => { for (const value of given) look(value); return Reflect[key](...given) } } }); await tools.echo(new Proxy({ a: 1 }, handler)).catch(look)`,
  },
  {
    name: 'nodejs.util.inspect.custom',
    body: `const key = Symbol.for('nodejs.util.inspect.custom'); const trap = { [key](...given) { for (const value of given) look(value); return 'x' } }; Object.prototype[key] = trap[key]; console.log(trap, new Error('x')); Promise.reject(trap); await sleep(1)`,
  },
  {
    name: 'rejections that nobody hears',
    body: `const odd = new Proxy({}, { get(target, key) { look(target); return (...given) => { for (const value of given) look(value) } } }); Promise.reject(odd); Promise.reject(new Error('x')); (async () => { throw odd })(); await sleep(5)`,
  },
  {
    name: 'callers and arguments',
    body: `function f() { try { look(f.caller); look(f.arguments); look(arguments.callee?.caller) } catch (error) { look(error) } return 1 } await tools.echo({ a: 1 }).then(f); [1].map(f); setTimeout(f, 1); await sleep(5)`,
  },
  {
    name: 'Symbol.hasInstance and toStringTag',
    body: `Object.defineProperty(ToolCallError, Symbol.hasInstance, { value(value) { look(value); return true } }); Object.prototype[Symbol.toStringTag] = 'Error'; await tools.fail({}).catch(look); console.log({}); try { null.x } catch (error) { look(error); console.log(error) }`,
  },
  {
    name: 'iterators of strings and arrays',
    body: `const next = Object.getPrototypeOf([][Symbol.iterator]()); next.next = function () { look(this, 2); return { done: true } }; String.prototype[Symbol.iterator] = function () { look(this, 2); return { next: () => ({ done: true }) } }; await tools.echo({ a: [1] }); console.log([1], new Map([[1, 2]]))`,
  },
  {
    name: 'vm2: an error in a handler of getPrototypeOf',
    body: `const p = new Proxy(class {}, { getPrototypeOf() { throw new Error('x') }, apply(target, self, given) { look(given) } }); try { await tools.echo(p) } catch (error) { look(error) } try { p instanceof Error } catch (error) { look(error) } try { console.log(p) } catch (error) { look(error) }`,
  },
  {
    name: 'vm2: a host error through async functions',
    body: `const f = async () => { const error = new Error(); error.name = Symbol('x'); return error.stack }; await f().catch((error) => { look(error); look(error.constructor?.constructor) })`,
  },
  {
    name: 'vm2: Promise.prototype.then with a species',
    body: `class P extends Promise {} P[Symbol.species] = class { constructor(run) { run(look, look) } then() {} }; const call = tools.echo({}); call.constructor = P; call.then(() => {}, look); Promise.prototype.constructor = { [Symbol.species]: function (run) { run((value) => look(value), (value) => look(value)) } }; await 0; look(call.then(() => 1))`,
  },
  {
    name: 'vm2: await of what has a getter then',
    body: `let count = 0; const trap = { get then() { count++; return (resolve, reject) => { look(resolve); look(reject); make(resolve.constructor); resolve(1) } } }; await trap; await Promise.all([trap]); await Promise.race([trap])`,
  },
  {
    name: 'isolated-vm: a name that looks like a handle',
    body: `for (const key of ['__proto__', 'constructor', 'prototype', 'then', 'toString', 'valueOf', 'hasOwnProperty']) { try { look(tools[key]); look(await tools[key]?.({})) } catch (error) { look(error) } }`,
  },
  {
    name: 'isolated-vm: what crosses keeps no prototype',
    body: `const result = await tools.echo(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')).catch(look); found({}.polluted); found(result?.polluted && 'polluted'); look(result)`,
  },
  {
    name: 'a result that pollutes',
    body: `const result = await tools.evil({}); found({}.polluted); look(result); look(result.__proto__)`,
  },
  {
    name: 'the methods of generators',
    body: `const g = (function* () { try { yield 1 } finally { look(this) } })(); look(g); look(g.next()); look(g.return(1)); const a = (async function* () { yield tools.echo({}) })(); look(await a.next()); look(Object.getPrototypeOf(Object.getPrototypeOf(a)))`,
  },
  {
    name: 'tagged templates and regular expressions',
    body: 'const tag = (strings, ...values) => { look(strings); look(strings.raw); return 1 }; tag`a${1}b`; look(/(?<a>x)/.exec("x").groups); look("x".replace(/x/, (...given) => { for (const value of given) look(value); return "" })); look(RegExp.lastMatch)',
  },
  {
    name: 'Intl and dates',
    body: `if (typeof Intl === 'object') { look(new Intl.DateTimeFormat().resolvedOptions()); look(new Intl.NumberFormat()) ; walk(Intl) } look(new Date()); found(new Date().getTimezoneOffset() !== 0 && 'a time zone')`,
  },
  {
    name: 'getOwnPropertyDescriptor of the globals',
    body: `for (const key of Reflect.ownKeys(globalThis)) { const d = Object.getOwnPropertyDescriptor(globalThis, key); look(d.get); look(d.set); look(d.value) }`,
  },
]
