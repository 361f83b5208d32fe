import { QuickJS } from 'quickjs-wasi'
import { quiet } from './engine.js'

/**
 * @typedef {import('./engine.d.ts').Engine} Engine
 * @typedef {import('./image.d.ts').Memory} Memory
 */

/**
 * Bytes of the heap at which the engine first looks for cycles: most programs are over before. With the engine's own
 * quarter of a MiB, a thousand calls at once would be looked through again and again.
 */
const firstCollection = 8 * 1024 * 1024

/** Thrown through the host where the engine itself is broken: nothing of the instance can be used any more. */
export class Broken extends Error {
  /** Whether it was the depth of calls that broke it. */
  get isDepth() {
    return this.cause instanceof RangeError
  }
}

/**
 * One instance of the engine, as thinly as it can be held. Values are addresses in its memory; whoever gets one frees it.
 */
export class Instance {
  /** Where the functions of the boot script stand. */
  kernel
  #vm
  #exports
  #undefined
  /** Asked now and then while the engine computes; `true` stops it. @type {() => boolean} */
  interrupts = () => false
  /** @type {(entry: string) => void} */
  says = () => {}

  /**
   * @param {QuickJS} vm
   * @param {readonly number[]} kernel
   */
  constructor(vm, kernel) {
    this.#vm = vm
    this.#exports = vm._getExports()
    this.kernel = kernel
    this.#undefined = vm.undefined.ptr
  }

  /**
   * @param {Engine} engine
   * @param {Memory} from
   * @param {readonly number[]} kernel
   */
  static async restore(engine, from, kernel) {
    /** @type {{ instance?: Instance }} */
    const holder = {}
    const vm = await QuickJS.restore(
      { ...from, extensions: [] },
      {
        wasm: /** @type {any} */ (engine.module),
        wasi: quiet,
        maxStackSize: engine.stackBytes,
        timezoneOffset: 0,
        interruptHandler: () => holder.instance?.interrupts() === true,
      },
    )
    const instance = new Instance(vm, kernel)
    holder.instance = instance
    vm.registerHostCallback('say', (entry) => {
      if (entry?.isString) instance.says(entry.toString())
      return vm.undefined
    })
    return instance
  }

  /** @param {number} bytes */
  limitMemory(bytes) {
    this.#exports.qjs_set_memory_limit(bytes)
    this.#exports.qjs_set_gc_threshold(Math.min(firstCollection, bytes / 2))
  }

  /** Bytes of the heap. */
  get heapBytes() {
    return this.#vm.getAllocatedSize()
  }

  /**
   * Evaluates a script.
   * @param {string} code
   * @param {string} filename
   */
  evaluate(code, filename) {
    const source = this.#write(code)
    const name = this.#write(filename)
    const value = this.#guard(() => this.#exports.qjs_eval(source.at, source.length, name.at, 0))
    this.#exports.wasm_free(source.at)
    this.#exports.wasm_free(name.at)
    return value
  }

  /**
   * Calls a function of the boot script.
   * @param {number} which
   * @param {number} [argument]
   */
  ask(which, argument) {
    return this.call(this.kernel[which] ?? 0, argument)
  }

  /**
   * @param {number} target
   * @param {number} [argument]
   */
  call(target, argument) {
    if (argument === undefined)
      return this.#guard(() => this.#exports.qjs_call(target, this.#undefined, 0, 0))
    const list = this.#allocate(4)
    new DataView(this.#exports.memory.buffer).setUint32(list, argument, true)
    const value = this.#guard(() => this.#exports.qjs_call(target, this.#undefined, 1, list))
    this.#exports.wasm_free(list)
    return value
  }

  /** @param {string} text */
  string(text) {
    const { at, length } = this.#write(text)
    const value = this.#exports.qjs_new_string(at, length)
    this.#exports.wasm_free(at)
    return value
  }

  /**
   * The text of a value that is a text; it is freed.
   * @param {number} value
   */
  text(value) {
    const length = this.#allocate(4)
    const start = this.#exports.qjs_get_string_len(value, length)
    if (start === 0) throw new Broken('a text of the machine cannot be read')
    const view = new DataView(this.#exports.memory.buffer)
    const said = Buffer.from(this.#exports.memory.buffer, start, view.getUint32(length, true)).toString(
      'utf8',
    )
    this.#exports.qjs_free_cstring(start)
    this.#exports.wasm_free(length)
    this.free(value)
    return said
  }

  /** @param {number} value */
  free(value) {
    this.#exports.qjs_free_value(value)
  }

  /** @param {number} value */
  isException(value) {
    return this.#exports.qjs_is_exception(value) !== 0
  }

  /** @param {number} value */
  isFunction(value) {
    return this.#exports.qjs_is_function(value) !== 0
  }

  /** @param {number} value */
  isPromise(value) {
    return this.#exports.qjs_is_promise(value) !== 0
  }

  /** Takes what was thrown last. */
  thrown() {
    return this.#exports.qjs_get_exception()
  }

  /**
   * Whether no program can catch it: the engine was stopped, or out of memory.
   * @param {number} value
   */
  isUncatchable(value) {
    return this.#exports.qjs_is_uncatchable_error(value) !== 0
  }

  /**
   * @param {number} promise
   * @returns {'pending' | 'fulfilled' | 'rejected'}
   */
  stateOf(promise) {
    const state = this.#exports.qjs_promise_state(promise)
    return state === 0 ? 'pending' : state === 1 ? 'fulfilled' : 'rejected'
  }

  /** @param {number} promise */
  resultOf(promise) {
    return this.#exports.qjs_promise_result(promise)
  }

  /** Runs one job; `undefined` where there is none, `false` where it threw. */
  job() {
    if (this.#exports.qjs_is_job_pending() === 0) return undefined
    return this.#guard(() => this.#exports.qjs_execute_pending_job()) >= 0
  }

  /** A copy of everything. @returns {Memory} */
  copy() {
    const { memory, stackPointer, runtimePtr, contextPtr } = this.#vm.snapshot()
    return { memory, stackPointer, runtimePtr, contextPtr }
  }

  dispose() {
    this.#vm.dispose()
  }

  /** @param {string} text */
  #write(text) {
    const bytes = Buffer.from(text, 'utf8')
    const at = this.#allocate(bytes.length + 1)
    const memory = new Uint8Array(this.#exports.memory.buffer)
    memory.set(bytes, at)
    memory[at + bytes.length] = 0
    return { at, length: bytes.length }
  }

  /** @param {number} bytes */
  #allocate(bytes) {
    const at = this.#exports.wasm_malloc(bytes)
    if (at === 0) throw new Broken('the memory of the machine is used up')
    return at
  }

  /**
   * @template T
   * @param {() => T} work
   * @returns {T}
   */
  #guard(work) {
    try {
      return work()
    } catch (error) {
      if (error instanceof RangeError)
        throw new Broken('the program calls itself too deeply', { cause: error })
      throw new Broken('the engine stopped working', { cause: error })
    }
  }
}
