import type { Probe } from '../probe.ts'

/** From whatever a program holds, by its constructors, to a function that is made of text in another realm. */
export const constructors: readonly Probe[] = [
  { name: 'a function', body: `look(function () {}); make((function () {}).constructor)` },
  { name: 'an arrow function', body: `look(() => {}); make((() => {}).constructor)` },
  { name: 'an async function', body: `look(async () => {}); await make((async () => {}).constructor)` },
  { name: 'a generator', body: `const G = (function* () {}).constructor; look(G); make(G)?.next?.()` },
  {
    name: 'an async generator',
    body: `const G = (async function* () {}).constructor; look(G); await make(G)?.next?.()`,
  },
  { name: 'the Function of the globals', body: `look(Function); make(Function); make(globalThis.Function)` },
  { name: 'eval, direct and indirect', body: `found(eval('process')); found((0, eval)('this.process'))` },
  {
    name: 'a text as a timer',
    body: `setTimeout('leak = process', 1); await sleep(5); found(globalThis.leak)`,
  },
  { name: 'a tool', body: `look(tools.echo); make(tools.echo.constructor)` },
  { name: 'the tools', body: `look(tools); for (const key of Reflect.ownKeys(tools)) look(tools[key])` },
  {
    name: 'the prototype of the tools',
    body: `look(Object.getPrototypeOf(tools)); look(Reflect.getPrototypeOf(tools.echo))`,
  },
  {
    name: 'descriptors of the tools',
    body: `look(Object.getOwnPropertyDescriptors(tools)); look(Object.getOwnPropertyDescriptors(tools.echo))`,
  },
  {
    name: 'a pending call',
    body: `const call = tools.echo({}); look(call); look(call.constructor); await call`,
  },
  {
    name: 'a result',
    body: `const result = await tools.echo({ deep: [{}] }); look(result); look(result.deep); look(result.deep[0])`,
  },
  {
    name: 'the failure of a call',
    body: `try { await tools.fail({}) } catch (error) { look(error); look(error.constructor); look(Object.getPrototypeOf(error.constructor)) }`,
  },
  {
    name: 'the class of failures',
    body: `look(ToolCallError); look(new ToolCallError('a', 'b', 'c')); make(ToolCallError.constructor)`,
  },
  {
    name: 'a refused argument',
    body: `try { await tools.echo({ f() {} }) } catch (error) { look(error) } try { await tools.echo() } catch (error) { look(error) }`,
  },
  {
    name: 'an unknown tool',
    body: `try { tools.nobody({}) } catch (error) { look(error); make(error.constructor.constructor) }`,
  },
  {
    name: 'errors of the engine',
    body: `for (const act of [() => null.x, () => undefinedName, () => [].reduce(() => 1), () => new Array(-1), () => JSON.parse('{'), () => 'x'.repeat(-1), () => 1n + 1, () => decodeURI('%'), () => new RegExp('['), () => Symbol() + '']) { try { act() } catch (error) { look(error) } }`,
  },
  {
    name: 'console',
    body: `look(console); for (const key of Reflect.ownKeys(console)) { look(console[key]); make(console[key].constructor) }`,
  },
  { name: 'what console answers', body: `look(console.log('x')); look(console.error(new Error('x')))` },
  {
    name: 'the global object',
    body: `look(globalThis); look(Object.getPrototypeOf(globalThis)); look(this); look((function () { return this })())`,
  },
  {
    name: 'this of sloppy functions',
    body: `const f = new Proxy(function () { return this }, {}); look(f()); look(f.call(undefined)); look([1].map(function () { return this })[0])`,
  },
  { name: 'everything global', body: `walk(globalThis)` },
  {
    name: 'everything that can be walked from the tools',
    body: `walk(tools); walk(await tools.echo({ a: [1] }))`,
  },
  {
    name: 'timers and shims',
    body: `for (const value of [sleep, setTimeout, clearTimeout, structuredClone, crypto, crypto.randomUUID, show]) { look(value); make(value.constructor) } look(setTimeout(() => {}, 1)); look(sleep(1))`,
  },
  {
    name: 'a clone',
    body: `look(structuredClone({ a: new Map([[1, new Date()]]), b: [new Error('x')] })); look(structuredClone(new Uint8Array(2)).buffer)`,
  },
  {
    name: 'Reflect.construct',
    body: `for (const F of [Function, (async () => {}).constructor, (function* () {}).constructor]) { try { found(Reflect.construct(F, ['return process'])()) } catch (error) { look(error) } try { look(Reflect.construct(Object, ['return process'], F)) } catch (error) { look(error) } }`,
  },
  {
    name: 'bound and wrapped constructors',
    body: `for (const F of [Function.bind(null, 'return process'), new Proxy(Function, {}), class extends Function {}]) { try { found(new F('return process')()) } catch (error) { look(error) } }`,
  },
  {
    name: 'Symbol.species',
    body: `class Sneaky extends Promise { static get [Symbol.species]() { return function (run) { run((value) => look(value), (value) => look(value)); return { then() {} } } } } Object.defineProperty(tools.echo({}), 'constructor', { value: Sneaky }).then(() => {}); await sleep(1)`,
  },
  {
    name: 'the species of arrays',
    body: `const list = [1, 2]; list.constructor = { [Symbol.species]: function (...given) { look(given); look(this); return [] } }; list.map((x) => x); list.slice(); list.concat([1])`,
  },
]
