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

/** Bytes for one number, and for texts; longer ones get memory of their own. */
const numberBytes = 4
const scratchBytes = 4096

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
  /** A few bytes of the engine's memory for what crosses: asking for some each time costs two crossings more. */
  #scratch = 0
  /** The memory as it is now; it is another one once it has grown. */
  #memory = Buffer.alloc(0)
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
    try {
      return this.#exports.qjs_eval(source.at, source.length, name.at, 0)
    } catch (error) {
      throw broken(error)
    } finally {
      this.#exports.wasm_free(source.at)
      this.#exports.wasm_free(name.at)
    }
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
    let list = 0
    if (argument !== undefined) {
      list = this.#room()
      this.#view().writeUInt32LE(argument, list)
    }
    try {
      return this.#exports.qjs_call(target, this.#undefined, list === 0 ? 0 : 1, list)
    } catch (error) {
      throw broken(error)
    }
  }

  /** @param {string} text */
  string(text) {
    // No text has more than three bytes for each of its units.
    if (text.length * 3 < scratchBytes) {
      const at = this.#room() + numberBytes
      return this.#exports.qjs_new_string(at, this.#view().write(text, at, 'utf8'))
    }
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
    const length = this.#room()
    const start = this.#exports.qjs_get_string_len(value, length)
    if (start === 0) throw new Broken('a text of the machine cannot be read')
    const view = this.#view()
    const said = view.toString('utf8', start, start + view.readUInt32LE(length))
    this.#exports.qjs_free_cstring(start)
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
    let ran
    try {
      ran = this.#exports.qjs_execute_pending_job()
    } catch (error) {
      throw broken(error)
    }
    return ran === 0 ? undefined : ran > 0
  }

  /** A copy of everything. @returns {Memory} */
  copy() {
    // Who goes on from the copy does not know of it.
    if (this.#scratch !== 0) this.#exports.wasm_free(this.#scratch)
    this.#scratch = 0
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
    const memory = this.#view()
    memory.set(bytes, at)
    memory[at + bytes.length] = 0
    return { at, length: bytes.length }
  }

  #view() {
    if (this.#memory.length === 0) this.#memory = Buffer.from(this.#exports.memory.buffer)
    return this.#memory
  }

  #room() {
    if (this.#scratch === 0) this.#scratch = this.#allocate(numberBytes + scratchBytes)
    return this.#scratch
  }

  /** @param {number} bytes */
  #allocate(bytes) {
    const at = this.#exports.wasm_malloc(bytes)
    if (at === 0) throw new Broken('the memory of the machine is used up')
    return at
  }
}

/**
 * @param {unknown} error - thrown through the host.
 */
function broken(error) {
  const why =
    error instanceof RangeError ? 'the program calls itself too deeply' : 'the engine stopped working'
  return new Broken(why, { cause: error })
}
