import { randomFillSync } from 'node:crypto'
import { ConsoleKeeper } from './console-record.js'
import { CpuClock } from './cpu-clock.js'
import { packImage, unpackImage } from './image.js'
import { Broken, Instance } from './instance.js'
import { kernel } from './kernel.js'
import { prepareProgram } from './program.js'
import { programFile } from './stack.js'
import * as telling from './telling.js'

/**
 * @typedef {import('./engine.d.ts').Engine} Engine
 * @typedef {import('./image.d.ts').ImageFacts} ImageFacts
 * @typedef {import('./machine.d.ts').MachineHost} MachineHost
 * @typedef {import('./machine.d.ts').MachineStart} MachineStart
 * @typedef {import('./machine.d.ts').Step} Step
 * @typedef {import('../src/contract/runtime.ts').MachineImage} MachineImage
 * @typedef {import('../src/contract/runtime.ts').MachineOutcome} MachineOutcome
 * @typedef {import('./telling.js').Told} Told
 * @typedef {import('./telling.js').Ending} Ending
 */

/** Milliseconds for asking a machine where it was cut, and bytes for its answer. */
const answer = { ms: 20, bytes: 4 * 1024 * 1024 }

export class Machine {
  #build
  #instance
  /** @type {ImageFacts | undefined} */
  #facts
  /** @type {MachineHost} */
  #host = { stopped: () => false, says: () => {} }
  #given = telling.nothing
  #traceIn = (/** @type {string} */ stack) => telling.traceOf(stack, this.#given.program)
  #console = new ConsoleKeeper(0)
  /** @type {'running' | 'finishing'} */
  #phase = 'running'
  #main = 0
  #clock = new CpuClock(0, 0, () => false)
  /** Whether the engine itself refused the text of the program. */
  #isUnread = false
  /** @type {Told | undefined} */
  #told

  /**
   * @param {string} build
   * @param {Instance} instance
   * @param {ImageFacts} [facts]
   */
  constructor(build, instance, facts) {
    this.#build = build
    this.#instance = instance
    this.#facts = facts
  }

  /** @param {Engine} engine */
  static async blank(engine) {
    return new Machine(engine.build, await Instance.restore(engine, engine, engine.kernel))
  }

  /**
   * @param {Engine} engine
   * @param {Uint8Array} bytes
   */
  static async from(engine, bytes) {
    const { facts, memory } = unpackImage(bytes)
    const { build } = engine
    if (facts.build !== build) throw new TypeError(`the image is of ${facts.build}, not of ${build}`)
    return new Machine(engine.build, await Instance.restore(engine, memory, facts.kernel), facts)
  }

  /**
   * @param {MachineHost} host
   * @param {MachineStart} given
   * @returns {Step}
   */
  start(host, given) {
    this.#host = host
    this.#given = given
    const { limits } = given
    this.#console = new ConsoleKeeper(limits.consoleBytes, this.#facts?.console)
    this.#clock = new CpuClock(limits.cpuMs, this.#facts?.usedMs ?? 0, () => host.stopped())
    this.#instance.limitMemory(limits.memoryBytes)
    this.#instance.interrupts = () => this.#clock.interrupts()
    this.#instance.says = (entry) => this.#says(entry)
    if (this.#facts !== undefined) {
      this.#phase = this.#facts.phase
      this.#main = this.#facts.main
      return this.#step(() => given.again === true && this.#tell(kernel.again))
    }
    const { sourceBytes } = limits
    if (Buffer.byteLength(given.program) > sourceBytes) return this.#end(telling.tooLong(sourceBytes))
    const prepared = prepareProgram(given.program)
    if (!prepared.ok) return this.#end({ ...prepared, kind: 'syntax' })
    return this.#step(() => this.#begin(prepared.code, given))
  }

  /**
   * @param {string} code
   * @param {MachineStart} given
   */
  #begin(code, given) {
    const { argumentBytes, resultBytes } = given.limits
    const seed = [...randomFillSync(new Int32Array(4))]
    const opening = JSON.stringify({ bindings: given.bindings, argumentBytes, resultBytes, seed })
    this.#tell(kernel.begin, opening)
    if (this.#told !== undefined) return
    const program = this.#instance.evaluate(code, programFile)
    if (this.#instance.isException(program)) {
      this.#isUnread = true
      return this.#caught()
    }
    const promise = this.#instance.call(program)
    if (this.#instance.isException(promise)) return this.#caught()
    this.#instance.free(program)
    this.#main = promise
  }

  /**
   * @param {string} replies
   * @returns {Step}
   */
  deliver(replies) {
    return this.#step(() => this.#tell(kernel.deliver, replies))
  }

  /** @returns {Step} */
  wake() {
    return this.#step(() => this.#tell(kernel.wake))
  }

  cancel() {
    return telling.failureOutcome(telling.cancelled, this.#report(), this.#traceIn)
  }

  /** @returns {MachineImage} */
  image() {
    const memory = this.#instance.copy()
    const standing = this.#instance.text(this.#instance.ask(kernel.standing))
    return packImage(standing, memory, {
      build: this.#build,
      memoryBytes: memory.memory.length,
      kernel: this.#instance.kernel,
      main: this.#main,
      phase: this.#phase,
      usedMs: this.#clock.usedMs,
      console: this.#console.record(),
    })
  }

  dispose() {
    this.#instance.dispose()
  }

  /**
   * Computes until the program is blocked or has ended.
   * @param {() => void} work
   * @returns {Step}
   */
  #step(work) {
    this.#clock.begin()
    this.#host.computes?.(true, this.#clock.usedMs)
    let said
    try {
      work()
      this.#drain()
      said = this.#take() ?? this.#take()
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      this.#told ??= { kind: error.isDepth ? 'exception' : 'runtime_died', message: error.message }
    }
    this.#clock.end()
    this.#host.computes?.(false, this.#clock.usedMs)
    if (this.#told !== undefined) return this.#end(this.#told)
    return this.#heard(said ?? '')
  }

  /** What the machine has to say; nothing where asking it failed. */
  #take() {
    if (this.#told !== undefined) return undefined
    const said = this.#instance.ask(kernel.take)
    if (!this.#instance.isException(said)) return this.#instance.text(said)
    this.#caught()
    return undefined
  }

  #drain() {
    while (this.#told === undefined) {
      const ran = this.#instance.job()
      if (ran === false) this.#caught()
      // An engine that was stopped inside of a reaction takes that for the reaction's failure, and would go on.
      else if (this.#clock.cut !== undefined) this.#cutOff()
      else if (ran === undefined && !this.#observe()) return
    }
  }

  /** Sees whether the promise of the program has settled; it is not asked to call anybody. */
  #observe() {
    if (this.#phase !== 'running' || this.#main === 0) return false
    const state = this.#instance.stateOf(this.#main)
    if (state === 'pending') return false
    this.#phase = 'finishing'
    const result = this.#instance.resultOf(this.#main)
    this.#done(this.#instance.ask(state === 'fulfilled' ? kernel.complete : kernel.fail, result))
    this.#instance.free(result)
    return true
  }

  /** Something was thrown to the very top. */
  #caught() {
    const thrown = this.#instance.thrown()
    if (this.#clock.cut !== undefined) this.#cutOff(thrown)
    else if (this.#instance.isUncatchable(thrown)) {
      this.#told = { ...telling.memoryUsedUp(this.#given.limits.memoryBytes), stack: this.#where(thrown) }
    } else if (this.#instance.isException(this.#instance.ask(kernel.fail, thrown))) {
      this.#told = telling.unreadable
    }
  }

  /** @param {number} [thrown] */
  #cutOff(thrown) {
    const stack = thrown === undefined ? '' : this.#where(thrown)
    const told =
      this.#clock.cut === 'stopped' ? telling.cancelled : telling.timeUsedUp(this.#given.limits.cpuMs)
    this.#told = { ...told, stack }
  }

  /** @param {number} thrown */
  #where(thrown) {
    this.#instance.limitMemory(this.#instance.heapBytes + answer.bytes)
    const until = performance.now() + answer.ms
    this.#instance.interrupts = () => performance.now() > until
    const said = this.#instance.ask(kernel.where, thrown)
    return this.#instance.isException(said) ? '' : this.#instance.text(said)
  }

  /** @param {string} entry */
  #says(entry) {
    if (this.#console.add(entry)) this.#host.says(entry)
    else this.#host.omits?.(Buffer.byteLength(entry) + 1)
  }

  /**
   * @param {number} which
   * @param {string} [text]
   */
  #tell(which, text) {
    if (text === undefined) return this.#done(this.#instance.ask(which))
    const argument = this.#instance.string(text)
    if (this.#instance.isException(argument)) return this.#caught()
    this.#done(this.#instance.ask(which, argument))
    this.#instance.free(argument)
  }

  /** @param {number} answer */
  #done(answer) {
    if (this.#instance.isException(answer)) this.#caught()
    else this.#instance.free(answer)
  }

  /**
   * @param {string} said
   * @returns {Step}
   */
  #heard(said) {
    const calls = said.slice(said.indexOf('\n') + 1)
    if (said.startsWith('end')) return this.#close(JSON.parse(calls))
    const [pending, timer] = [parseInt(said, 10), parseInt(said.slice(said.indexOf(',') + 1), 10)]
    if (pending === 0 && timer < 0) return this.#end(telling.stalled)
    return { kind: 'blocked', calls, pending, timer }
  }

  /**
   * @param {Ending} ending
   * @returns {Step}
   */
  #close(ending) {
    const { kind } = ending
    if (this.#isUnread) return this.#end({ ...ending, kind: 'syntax' })
    const { memoryBytes } = this.#given.limits
    if (kind !== undefined)
      return this.#end(telling.outOfMemory({ ...ending, kind }, memoryBytes, this.#instance.heapBytes))
    return { kind: 'ended', outcome: telling.valueOutcome(ending, this.#report()) }
  }

  /**
   * @param {Told} told
   * @returns {Step}
   */
  #end(told) {
    return { kind: 'ended', outcome: telling.failureOutcome(told, this.#report(), this.#traceIn) }
  }

  #report() {
    return {
      usage: { cpuMs: this.#clock.usedMs, memoryBytes: this.#instance.heapBytes },
      console: this.#console.record(),
    }
  }
}
