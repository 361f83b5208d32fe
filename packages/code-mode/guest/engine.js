import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bootSource } from './boot.js'

const require = createRequire(import.meta.url)

/** Bytes of the stack of a program: the most that the engine allows, and what the main thread of a process can bear. */
export const mostStackBytes = 512 * 1024
export const mainStackBytes = 192 * 1024
/** The types of this platform do not know it. @type {(bytes: Uint8Array) => Promise<object>} */
const compile = Reflect.get(globalThis, 'WebAssembly').compile
const bootMemory = 64 * 1024 * 1024

/**
 * What machines are made from.
 * @typedef {import('./engine.d.ts').Engine} Engine
 */

/** The engine itself, as bytes. */
export const engineBytes = () => readFileSync(require.resolve('quickjs-wasi/quickjs.wasm'))

/**
 * Identity of everything that an image depends on.
 * @param {Uint8Array} [wasm]
 */
export function buildIdentity(wasm = engineBytes()) {
  const hash = createHash('sha256')
  hash.update(wasm).update(bootSource())
  return `quickjs-wasi:${hash.digest('hex').slice(0, 32)}`
}

/**
 * Starts one machine with the boot script, and keeps its image: all others are copies of it.
 * @param {number} [stackBytes] - of the programs.
 * @returns {Promise<Engine>}
 */
export async function prepareEngine(stackBytes = mostStackBytes) {
  const wasm = engineBytes()
  // Other threads compile it, and this one has something else to do meanwhile.
  const compiling = compile(wasm)
  const { QuickJS } = await import('quickjs-wasi')
  const module = await compiling
  const machine = await QuickJS.create({
    wasm: module,
    wasi: quiet,
    memoryLimit: bootMemory,
    maxStackSize: mainStackBytes,
    timezoneOffset: 0,
  })
  const say = machine.newFunction('say', () => machine.undefined)
  machine.setProp(machine.global, 'say', say)
  say.dispose()
  const kernel = machine.evalCode(bootSource(), 'runtime')
  const kernelTokens = Array.from({ length: 9 }, (_, index) =>
    machine.exportHandle(kernel.getProp(String(index))),
  )
  machine.runGC()
  const { memory, stackPointer, runtimePtr, contextPtr } = machine.snapshot()
  machine.dispose()
  const shared = new Uint8Array(new SharedArrayBuffer(memory.byteLength))
  shared.set(memory)
  return {
    module,
    build: buildIdentity(wasm),
    kernel: kernelTokens,
    stackPointer,
    runtimePtr,
    contextPtr,
    stackBytes,
    memory: shared,
  }
}

/**
 * The engine has nothing to write to.
 * @param {{ readonly buffer: ArrayBufferLike }} memory
 */
export function quiet(memory) {
  return {
    /**
     * @param {number} _fd
     * @param {number} parts
     * @param {number} count
     * @param {number} written
     */
    fd_write(_fd, parts, count, written) {
      const view = new DataView(memory.buffer)
      let bytes = 0
      for (let at = 0; at < count; at++) bytes += view.getUint32(parts + at * 8 + 4, true)
      view.setUint32(written, bytes, true)
      return 0
    },
  }
}
