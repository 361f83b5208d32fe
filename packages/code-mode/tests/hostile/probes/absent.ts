import type { Probe } from '../probe.ts'

const names =
  'process require module exports global Buffer __dirname __filename fetch XMLHttpRequest WebSocket EventSource Deno Bun Worker SharedWorker MessageChannel MessagePort BroadcastChannel performance navigator window self document queueMicrotask setInterval setImmediate WebAssembly SharedArrayBuffer importScripts std os bjson scriptArgs print loadFile gc say kernel vm QuickJS'

/** What programs of the host have, and a program here has not. */
export const absent: readonly Probe[] = [
  {
    name: 'names of the host',
    body: `for (const name of '${names}'.split(' ')) if (name in globalThis && !['performance', 'queueMicrotask', 'setInterval', 'navigator'].includes(name)) evidence.push('there is ' + name)`,
  },
  {
    name: 'require',
    body: `found(typeof require === 'function' && require('fs').readFileSync('/etc/passwd', 'utf8'))`,
  },
  {
    name: 'require by other ways',
    body: `for (const way of [() => module.require('fs'), () => module.constructor._load('fs'), () => process.mainModule.require('fs'), () => globalThis.process.binding('fs'), () => process.getBuiltinModule('fs'), () => process.dlopen]) { try { found(way()) } catch (error) { look(error) } }`,
  },
  {
    name: 'import()',
    body: `const fs = await import('node:fs'); found(fs.readFileSync('/etc/passwd', 'utf8'))`,
    mayBe: ['syntax'],
  },
  {
    name: 'import() of a text that is a program',
    body: `look(import('data:text/javascript,export default process'))`,
    mayBe: ['syntax'],
  },
  { name: 'import() behind a comment', body: `look(import/**/(\n'node:fs'\n))`, mayBe: ['syntax'] },
  {
    name: 'import() in a template in a template',
    body: 'look(`${`${import("node:fs")}`}`)',
    mayBe: ['syntax'],
  },
  {
    name: 'import() in a default argument',
    body: `const f = (x = import('node:fs')) => x; look(f())`,
    mayBe: ['syntax'],
  },
  {
    name: 'import() in a computed key of a class',
    body: `class A { static [import('node:fs')] = 1; static { look(import('node:os')) } }`,
    mayBe: ['syntax'],
  },
  {
    name: 'import() in TypeScript',
    body: `enum E { a = 1 } const x: number = E.a; look(import('node:fs') as unknown)`,
    mayBe: ['syntax'],
  },
  { name: 'an import statement', body: `} ; import fs from 'node:fs'; {`, mayBe: ['syntax'] },
  { name: 'import.meta', body: `found(import.meta.url)`, mayBe: ['syntax'] },
  {
    name: 'a body that closes what it is in',
    body: `})()}; globalThis.leak = typeof process; (async () => { (async () => {`,
    mayBe: ['syntax', 'exception'],
  },
  { name: 'a body that closes its function', body: `} evil: { } { `, mayBe: ['syntax'] },
  {
    name: 'a hash-bang and a fence',
    body: '\n```\n#!/bin/sh\ncat /etc/passwd\n```',
    mayBe: ['syntax', 'exception'],
  },
  {
    name: 'an HTML comment before code',
    body: `<!-- look(import('node:fs'))\n--> look(import('node:fs'))\n`,
    mayBe: ['syntax'],
  },
  {
    name: 'a with statement',
    body: `with (globalThis) { found(typeof process !== 'undefined' && process) }`,
    mayBe: ['syntax'],
  },
  { name: 'fetch', body: `found(await fetch('http://127.0.0.1:PORT/'))` },
  {
    name: 'sockets',
    body: `for (const way of [() => new WebSocket('ws://127.0.0.1:PORT/'), () => new XMLHttpRequest(), () => new EventSource('http://127.0.0.1:PORT/'), () => require('net').connect(PORT)]) { try { found(way()) } catch (error) { look(error) } }`,
  },
  {
    name: 'files',
    body: `for (const way of [() => require('fs').writeFileSync('FILE', ''), () => Deno.writeTextFileSync('FILE', ''), () => std.open('FILE', 'w'), () => os.open('FILE', 66), () => std.loadFile('/etc/passwd')]) { try { way(); found('a file was written') } catch (error) { look(error) } }`,
  },
  {
    name: 'a shell',
    body: `for (const way of [() => require('child_process').execSync('touch FILE'), () => os.exec(['touch', 'FILE']), () => process.kill(process.ppid), () => std.popen('id', 'r')]) { try { way(); found('a program was started') } catch (error) { look(error) } }`,
  },
  {
    name: 'the environment',
    body: `for (const way of [() => process.env.CANARY, () => std.getenv('CANARY'), () => Deno.env.get('CANARY'), () => globalThis.env]) { try { found(way()) } catch (error) { look(error) } }`,
  },
  {
    name: 'SharedArrayBuffer',
    body: `found(typeof SharedArrayBuffer !== 'undefined' && new SharedArrayBuffer(8))`,
  },
  {
    name: 'shared memory by WebAssembly',
    body: `found(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer)`,
  },
  {
    name: 'WebAssembly',
    body: `found(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))`,
  },
  { name: 'Atomics.wait', body: `found(Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10))` },
  { name: 'a new realm', body: `found(new ShadowRealm().evaluate('typeof process'))` },
  {
    name: 'FinalizationRegistry',
    body: `if (typeof FinalizationRegistry === 'function') { const registry = new FinalizationRegistry((held) => look(held)); registry.register({}, 'x'); look(registry) }`,
  },
  {
    name: 'WeakRef',
    body: `if (typeof WeakRef === 'function') { look(new WeakRef({}).deref()); look(WeakRef) }`,
  },
  {
    name: 'what is left of the boot',
    body: `for (const key of Reflect.ownKeys(globalThis)) { const value = globalThis[key]; if (typeof value === 'function' && /runtime|kernel|host/i.test(String(key))) evidence.push(String(key)) } found(typeof kernel !== 'undefined'); found(typeof calls !== 'undefined'); found(typeof deliver !== 'undefined')`,
  },
]
