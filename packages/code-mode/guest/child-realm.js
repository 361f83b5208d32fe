import { constants, createContext, Script } from 'node:vm'
import { bootSource } from './boot.js'
import { preludeSource } from './child-prelude.js'

/** The program used up the time for which it may compute. */
export class OutOfTime extends Error {}

/** The realm answered what it never answers. */
export class BrokenRealm extends Error {}

/**
 * Whether a failure is V8's own, for a script that took too long. It is an error of the realm that was left.
 * @param {unknown} error
 */
const isTimeout = (error) =>
  typeof error === 'object' &&
  error !== null &&
  Object.getOwnPropertyDescriptor(error, 'code')?.value === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

const quiet = { displayErrors: false }

/**
 * A realm of its own for one program: the language and what the boot script offers. No object of the outer realm is in it:
 * it is driven by functions of its own, which take texts and give texts.
 */
export class Realm {
  #context
  #prelude
  #kernel
  /** Does nothing; whatever is queued runs at its end, and within its time limit. */
  #turn = new Script('0', { filename: 'turn' })

  constructor() {
    this.#context = createContext(constants.DONT_CONTEXTIFY, {
      microtaskMode: 'afterEvaluate',
      codeGeneration: { strings: false, wasm: false },
    })
    this.#prelude = this.#evaluate(preludeSource, 'prelude')
    this.#kernel = this.#evaluate(bootSource(), 'runtime')
  }

  /** @param {number} bytes */
  limitConsole(bytes) {
    this.#prelude[0](bytes)
  }

  /**
   * Queues a function of the boot script.
   * @param {number} which
   * @param {string} [text]
   */
  tell(which, text) {
    this.#prelude[2](this.#kernel[which], text)
  }

  /**
   * Queues the function that a script gives, and what hears how it ended.
   * @param {Script} script
   * @param {number} done
   * @param {number} failed
   */
  begin(script, done, failed) {
    const main = script.runInContext(this.#context, quiet)
    this.#prelude[3](main, this.#kernel[done], this.#kernel[failed])
  }

  /**
   * Runs what is queued.
   * @param {number} timeout - milliseconds, whole and at least 1.
   * @throws OutOfTime where it takes longer.
   */
  run(timeout) {
    try {
      this.#turn.runInContext(this.#context, { ...quiet, timeout })
    } catch (error) {
      throw isTimeout(error) ? new OutOfTime() : new BrokenRealm()
    }
  }

  /**
   * What a function of the boot script answers; it runs nothing of the program.
   * @param {number} which
   */
  ask(which) {
    return textOf(this.#kernel[which])
  }

  /** The console since it was last asked for: entries and bytes that were left out, and the others as a JSON array. */
  said() {
    const text = textOf(this.#prelude[1])
    const [, dropped, bytes, json] = /^(\d+),(\d+),(.*)$/s.exec(text) ?? []
    return {
      entries: Number(dropped),
      bytes: Number(bytes),
      kept: /** @type {string[]} */ (JSON.parse(json ?? '[]')),
    }
  }

  /**
   * @param {string} source
   * @param {string} filename
   */
  #evaluate(source, filename) {
    return new Script(source, { filename }).runInContext(this.#context, quiet)
  }
}

/**
 * What was thrown is an object of the program's realm, and is not looked at.
 * @param {() => unknown} ask
 * @returns {string}
 */
function textOf(ask) {
  let answer
  try {
    answer = ask()
  } catch {
    throw new BrokenRealm()
  }
  if (typeof answer !== 'string') throw new BrokenRealm()
  return answer
}
