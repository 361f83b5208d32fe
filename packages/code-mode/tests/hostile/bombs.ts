import type { CodeFailureKind } from '../../src/index.ts'

/** A program that tries to use up what the host lives on. */
export interface Bomb {
  readonly name: string
  readonly program: string
  /** The ways in which it may end; `ok` where an engine is so quick, or refuses so early, that the program survives. */
  readonly ends: readonly (CodeFailureKind | 'ok')[]
  /** On the thread of the host nothing could stop it. */
  readonly stopsHost?: true
}

const cpu = ['timeout_cpu'] as const
const heavy = ['timeout_cpu', 'memory', 'exception', 'ok'] as const
const waits = ['cancelled', 'timeout_wall'] as const

/** Loops of the language, which every engine looks into. */
const loops: readonly Bomb[] = [
  { name: 'an empty loop', program: `for (;;);`, ends: cpu },
  {
    name: 'a loop that catches',
    program: `for (;;) { try { for (;;); } catch {} finally { for (;;); } }`,
    ends: cpu,
  },
  { name: 'awaits without then', program: `Promise.prototype.then = () => {}; for (;;) await 1`, ends: cpu },
  { name: 'a loop after a call', program: `await tools.echo({}); while (true) {}`, ends: cpu },
  { name: 'a loop in a handler', program: `await tools.fail({}).catch(() => { for (;;); })`, ends: cpu },
  {
    name: 'a loop in a timer',
    program: `setTimeout(() => { for (;;); }, 1); await sleep(60_000)`,
    ends: cpu,
  },
  { name: 'a loop in a getter of what is returned', program: `return { get a() { for (;;); } }`, ends: cpu },
  { name: 'a loop in toJSON', program: `return { toJSON() { for (;;); } }`, ends: [...cpu, 'ok'] },
  {
    name: 'a loop in a getter of an argument',
    program: `await tools.echo({ get a() { for (;;); } })`,
    ends: [...cpu, 'exception', 'tool_error'],
  },
  {
    name: 'a loop in a trap of what is logged',
    program: `console.log(new Proxy({}, { ownKeys() { for (;;); } }))`,
    ends: [...cpu, 'ok'],
  },
  {
    name: 'a loop in the message of what is thrown',
    program: `throw { get message() { for (;;); } }`,
    ends: [...cpu, 'exception'],
  },
  { name: 'a loop in then', program: `return { then() { for (;;); } }`, ends: cpu },
  {
    name: 'a loop in toString of an error',
    program: `const error = new Error(); Object.defineProperty(error, 'message', { get() { for (;;); } }); throw error`,
    ends: [...cpu, 'exception'],
  },
  {
    name: 'microtasks',
    program: `const again = () => Promise.resolve().then(again); again(); await new Promise(() => {})`,
    ends: cpu,
  },
  {
    name: 'microtasks that multiply',
    program: `const again = () => { Promise.resolve().then(again); Promise.resolve().then(again) }; again(); await new Promise(() => {})`,
    ends: [...cpu, 'memory'],
  },
  { name: 'awaits', program: `for (;;) await 0`, ends: cpu },
  {
    name: 'an async generator',
    program: `async function* all() { for (;;) yield 0 } for await (const _ of all());`,
    ends: cpu,
  },
  {
    name: 'a generator that gives itself',
    program: `function* all() { yield* all() } for (const _ of all());`,
    ends: [...cpu, 'exception', 'memory'],
  },
  { name: 'a sort that compares forever', program: `[1, 2, 3].sort(() => { for (;;); })`, ends: cpu },
  { name: 'a replacer that loops', program: `JSON.stringify({ a: 1 }, () => { for (;;); })`, ends: cpu },
  { name: 'a label loop with continue', program: `outer: for (;;) { for (;;) continue outer }`, ends: cpu },
]

/** Loops inside of built-in functions, which some engines never interrupt. */
const native: readonly Bomb[] = [
  {
    name: 'indexOf over 2^53',
    program: `Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)`,
    ends: cpu,
  },
  {
    name: 'includes over 2^53',
    program: `Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)`,
    ends: cpu,
    stopsHost: true,
  },
  {
    name: 'fill over 2^53',
    program: `Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 1)`,
    ends: heavy,
    stopsHost: true,
  },
  {
    name: 'reverse over 2^53',
    program: `Array.prototype.reverse.call({ length: 2 ** 53 - 1 })`,
    ends: cpu,
    stopsHost: true,
  },
  {
    name: 'copyWithin over 2^53',
    program: `Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 1, 0)`,
    ends: cpu,
    stopsHost: true,
  },
  { name: 'a join of nothing', program: `new Array(2 ** 28).join('ab')`, ends: heavy, stopsHost: true },
  {
    name: 'a join over 2^53',
    program: `Array.prototype.join.call({ length: 2 ** 53 - 1 }, '')`,
    ends: heavy,
    stopsHost: true,
  },
  {
    name: 'a regular expression that backtracks',
    program: `/^(a+)+$/.test('a'.repeat(60) + 'b')`,
    ends: [...cpu, 'exception', 'ok'],
    stopsHost: true,
  },
  {
    name: 'a regular expression with back references',
    program: `/^(.*)*\\1$/.test('ab'.repeat(40))`,
    ends: [...cpu, 'exception', 'ok'],
    stopsHost: true,
  },
  {
    name: 'replaceAll into much',
    program: `let s = 'a'.repeat(2 ** 12); for (;;) s = s.replaceAll('a', 'aa')`,
    ends: heavy,
    stopsHost: true,
  },
  { name: 'BigInt pow', program: `2n ** (2n ** 30n - 1n)`, ends: heavy, stopsHost: true },
  { name: 'BigInt products', program: `let n = 3n; for (;;) n *= n`, ends: heavy, stopsHost: true },
  { name: 'BigInt to text', program: `String(7n ** 2_000_000n)`, ends: heavy, stopsHost: true },
  { name: 'sort of many', program: `const a = new Array(2 ** 28); a.sort()`, ends: heavy, stopsHost: true },
  {
    name: 'sort of strings',
    program: `'x'.repeat(2 ** 22).split('').sort().reverse().sort(() => Math.random() - 0.5)`,
    ends: heavy,
    stopsHost: true,
  },
  {
    name: 'localeCompare and normalize',
    program: `const s = '\\u1e9b\\u0323'.repeat(2 ** 16); for (;;) s.normalize('NFKD')`,
    ends: heavy,
    stopsHost: true,
  },
  {
    name: 'Array.from of a length',
    program: `Array.from({ length: 2 ** 32 - 1 })`,
    ends: heavy,
    stopsHost: true,
  },
  {
    name: 'apply with many',
    program: `Math.max.apply(null, { length: 2 ** 28 })`,
    ends: heavy,
    stopsHost: true,
  },
  {
    name: 'flat of what is deep',
    program: `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)`,
    ends: heavy,
  },
  {
    name: 'a typed array that is filled',
    program: `const bytes = new Uint8Array(2 ** 24); for (;;) bytes.fill(1).sort()`,
    ends: heavy,
    stopsHost: true,
  },
]

/** Memory in every form. */
const memory: readonly Bomb[] = [
  {
    name: 'objects',
    program: `const all = []; for (;;) all.push({ a: all.length })`,
    ends: ['memory', 'timeout_cpu'],
  },
  {
    name: 'arrays of arrays',
    program: `const all = []; for (;;) all.push(new Array(1e4).fill(0))`,
    ends: ['memory', 'timeout_cpu'],
  },
  {
    name: 'buffers',
    program: `const all = []; for (;;) all.push(new ArrayBuffer(2 ** 20))`,
    ends: ['memory', 'exception'],
  },
  {
    name: 'one buffer of 3 GB',
    program: `new Uint8Array(3 * 2 ** 30).fill(1)`,
    ends: ['memory', 'exception', 'timeout_cpu'],
  },
  { name: 'a text that doubles', program: `let s = 'x'; for (;;) s += s`, ends: ['memory', 'exception'] },
  {
    name: 'texts that are kept',
    program: `const all = []; for (let i = 0; ; i++) all.push(String(i).repeat(1000))`,
    ends: ['memory', 'timeout_cpu'],
  },
  {
    name: 'padding',
    program: `const all = []; for (;;) all.push('x'.padEnd(2 ** 24 + all.length) + 1)`,
    ends: heavy,
  },
  {
    name: 'a Map that grows',
    program: `const map = new Map(); for (let i = 0; ; i++) map.set(i, i)`,
    ends: ['memory', 'timeout_cpu', 'exception'],
  },
  {
    name: 'a Set of objects',
    program: `const set = new Set(); for (;;) set.add({})`,
    ends: ['memory', 'timeout_cpu', 'exception'],
  },
  {
    name: 'fill of an array of 2^32 - 1',
    program: `const a = []; a.length = 4294967295; a.fill(1)`,
    ends: heavy,
    stopsHost: true,
  },
  {
    name: 'closures',
    program: `let f = () => 0; for (;;) { const g = f; f = () => g }`,
    ends: ['memory', 'timeout_cpu'],
  },
  {
    name: 'promises',
    program: `const all = []; for (;;) all.push(new Promise(() => {}))`,
    ends: ['memory', 'timeout_cpu'],
  },
  {
    name: 'a chain of promises',
    program: `let p = Promise.resolve(); for (;;) p = p.then(() => 1)`,
    ends: ['memory', 'timeout_cpu'],
  },
  { name: 'timers', program: `for (;;) setTimeout(() => {}, 1e6)`, ends: ['memory', 'timeout_cpu'] },
  {
    name: 'classes',
    program: `const all = []; for (;;) all.push(class { a() {} })`,
    ends: ['memory', 'timeout_cpu'],
  },
  {
    name: 'symbols',
    program: `const all = []; for (;;) all.push(Symbol('x'.repeat(100)))`,
    ends: ['memory', 'timeout_cpu'],
  },
  {
    name: 'keys of one object',
    program: `const o = {}; for (let i = 0; ; i++) o['k' + i] = i`,
    ends: ['memory', 'timeout_cpu'],
  },
  { name: 'a split of much', program: `'x'.repeat(2 ** 26).split('')`, ends: heavy, stopsHost: true },
  {
    name: 'structuredClone of much',
    program: `let o = [1]; for (;;) o = structuredClone([o, o])`,
    ends: ['memory', 'timeout_cpu', 'exception'],
  },
]

/** Depth. */
const depth: readonly Bomb[] = [
  { name: 'recursion', program: `const deep = () => deep() + 1; return deep()`, ends: ['exception'] },
  {
    name: 'recursion that catches',
    program: `const deep = () => { try { deep() } catch { deep() } }; deep()`,
    ends: ['timeout_cpu', 'exception', 'ok'],
  },
  {
    name: 'recursion through a Proxy',
    program: `const p = new Proxy({}, { get: (t, k, self) => self[k] }); p.x`,
    ends: ['exception', 'timeout_cpu'],
  },
  {
    name: 'recursion through getters',
    program: `const o = { get a() { return this.a } }; o.a`,
    ends: ['exception'],
  },
  {
    name: 'recursion of a regular expression',
    program: `new RegExp('('.repeat(5e4) + ')'.repeat(5e4))`,
    ends: ['exception', 'timeout_cpu', 'memory'],
  },
  {
    name: 'deep JSON, read',
    program: `JSON.parse('['.repeat(2e5) + ']'.repeat(2e5))`,
    ends: ['exception', 'ok', 'memory', 'timeout_cpu'],
  },
  {
    name: 'deep JSON, written',
    program: `let a = []; for (let i = 0; i < 2e5; i++) a = [a]; JSON.stringify(a)`,
    ends: ['exception', 'ok', 'memory', 'timeout_cpu'],
  },
  {
    name: 'a deep result',
    program: `let a = []; for (let i = 0; i < 2e5; i++) a = [a]; return a`,
    ends: ['ok', 'exception', 'output_limit'],
  },
  {
    name: 'a deep argument',
    program: `let a = {}; for (let i = 0; i < 2e5; i++) a = { a }; await tools.echo(a)`,
    ends: ['exception', 'tool_error'],
  },
  {
    name: 'promises in promises',
    program: `let p = Promise.resolve(1); for (let i = 0; i < 1e5; i++) { const q = p; p = { then: (f) => f(q) } } return [p]`,
    ends: ['ok', 'exception', 'timeout_cpu', 'timeout_wall'],
  },
  {
    name: 'a program of brackets',
    program: '['.repeat(5e4) + ']'.repeat(5e4),
    ends: ['syntax', 'exception', 'ok', 'memory', 'timeout_cpu'],
  },
  {
    name: 'a program of a long sum',
    program: `return ${'1+'.repeat(5e4)}1`,
    ends: ['syntax', 'exception', 'ok', 'memory', 'timeout_cpu'],
  },
]

/** What floods the bridge, or never ends. */
const floods: readonly Bomb[] = [
  { name: 'calls', program: `for (;;) tools.echo({})`, ends: ['memory', 'timeout_cpu'] },
  {
    name: '100,000 calls',
    program: `await Promise.all(Array.from({ length: 1e5 }, () => tools.echo({}).catch(() => 0)))`,
    ends: ['ok', 'memory', 'timeout_cpu'],
  },
  {
    name: 'calls with much',
    program: `const a = 'x'.repeat(1e6); for (;;) tools.echo({ a })`,
    ends: ['memory', 'timeout_cpu'],
  },
  {
    name: 'calls that answer with calls',
    program: `const again = () => { tools.echo({}).then(again); tools.echo({}).then(again) }; again(); await new Promise(() => {})`,
    ends: ['memory', 'timeout_cpu', 'cancelled', 'timeout_wall'],
  },
  { name: 'console', program: `for (;;) console.log('x')`, ends: cpu },
  {
    name: 'console with much',
    program: `const s = 'x'.repeat(1e6); for (;;) console.log(s, { s })`,
    ends: ['timeout_cpu', 'memory'],
  },
  {
    name: 'a result of 100 MB',
    program: `return 'x'.repeat(1e8)`,
    ends: ['output_limit', 'memory', 'exception'],
  },
  {
    name: 'a result of many',
    program: `return Array.from({ length: 1e6 }, (_, i) => i)`,
    ends: ['output_limit', 'memory', 'timeout_cpu'],
  },
  { name: 'an error with much', program: `throw new Error('x'.repeat(1e7))`, ends: ['exception'] },
  {
    name: 'an error with a long name',
    program: `const e = new Error('x'); e.name = 'y'.repeat(1e7); throw e`,
    ends: ['exception'],
  },
  {
    name: 'a rejected call that is large',
    program: `await tools.fail({ a: 'x'.repeat(5e5) })`,
    ends: ['tool_error'],
  },
  {
    name: 'an argument above the limit',
    program: `await tools.echo({ a: 'x'.repeat(3e6) })`,
    ends: ['tool_error', 'exception'],
  },
  { name: 'a promise that never settles', program: `await new Promise(() => {})`, ends: ['timeout_wall'] },
  { name: 'a sleep without end', program: `await sleep(2 ** 31)`, ends: waits },
  { name: 'a call that never answers', program: `await tools.never({})`, ends: ['cancelled'] },
  {
    name: 'timers without end',
    program: `const again = () => setTimeout(again, 1); again(); await new Promise(() => {})`,
    ends: ['cancelled', 'timeout_cpu'],
  },
  { name: 'sleeps of nothing', program: `for (;;) await sleep(0)`, ends: ['cancelled', 'timeout_cpu'] },
  {
    name: 'calls one after the other',
    program: `for (;;) await tools.echo({})`,
    ends: ['cancelled', 'timeout_cpu', 'tool_error'],
  },
]

/** Everything that is set off. */
export const bombs: readonly Bomb[] = [...loops, ...native, ...memory, ...depth, ...floods]
