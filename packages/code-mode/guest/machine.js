import { randomFillSync } from 'node:crypto'
import { ConsoleKeeper } from './console-record.js'
import { packImage, unpackImage } from './image.js'
import { Broken, Instance } from './instance.js'
import { prepareProgram } from './program.js'
import { framesIn, programFile } from './stack.js'

/**
 * @typedef {import('./engine.d.ts').Engine} Engine
 * @typedef {import('./image.d.ts').ImageFacts} ImageFacts
 * @typedef {import('./machine.d.ts').MachineHost} MachineHost
 * @typedef {import('./machine.d.ts').MachineStart} MachineStart
 * @typedef {import('./machine.d.ts').Step} Step
 * @typedef {import('../src/contract/runtime.ts').MachineImage} MachineImage
 * @typedef {import('../src/contract/runtime.ts').MachineOutcome} MachineOutcome
 * @typedef {import('../src/contract/failure.ts').CodeFailureKind} CodeFailureKind
 * @typedef {{ kind: CodeFailureKind, message: string, name?: string, stack?: string, call?: number }} Told
 */

/** Functions of the boot script, by their place in what it gives. */
const kernel = {
  begin: 0,
  complete: 1,
  fail: 2,
  take: 3,
  deliver: 4,
  wake: 5,
  standing: 6,
  where: 7,
  again: 8,
}

/** Milliseconds for asking a machine where it was cut, and bytes for its answer. */
const answerMs = 20
const answerBytes = 4 * 1024 * 1024

/** @type {MachineStart} */
const nothing = {
  program: '',
  bindings: [],
  limits: { cpuMs: 0, memoryBytes: 0, sourceBytes: 0, argumentBytes: 0, resultBytes: 0, consoleBytes: 0 },
}

const stalled = 'the program waits for something that can never happen: no call and no timer is under way'

export class Machine {
  #build
  #instance
  /** @type {ImageFacts | undefined} */
  #facts
  /** @type {MachineHost} */
  #host = { stopped: () => false, says: () => {} }
  /** @type {MachineStart} */
  #given = nothing
  #console = new ConsoleKeeper(0)
  /** @type {'running' | 'finishing'} */
  #phase = 'running'
  #main = 0
  #usedMs = 0
  #deadline = Infinity
  /** @type {'stopped' | 'cpu' | undefined} */
  #cut
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
    return new Machine(engine.build, await Instance.restore(engine, engine))
  }

  /**
   * @param {Engine} engine
   * @param {Uint8Array} bytes
   */
  static async from(engine, bytes) {
    const { facts, memory } = unpackImage(bytes)
    if (facts.build !== engine.build)
      throw new TypeError(`the image is of ${facts.build}, not of ${engine.build}`)
    return new Machine(engine.build, await Instance.restore(engine, memory), facts)
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
    this.#instance.limitMemory(limits.memoryBytes)
    this.#instance.interrupts = () => this.#interrupts()
    this.#instance.says = (entry) => this.#says(entry)
    if (this.#facts !== undefined) return this.#continue(this.#facts, given.again === true)
    if (Buffer.byteLength(given.program) > limits.sourceBytes) {
      return this.#end({
        kind: 'syntax',
        message: `the program is larger than the limit of ${limits.sourceBytes} bytes`,
      })
    }
    const prepared = prepareProgram(given.program)
    if (!prepared.ok) return this.#end({ kind: 'syntax', message: prepared.message }, prepared.at)
    return this.#step(() => this.#begin(prepared.code, given))
  }

  /**
   * @param {ImageFacts} facts
   * @param {boolean} again
   */
  #continue(facts, again) {
    this.#phase = facts.phase
    this.#main = facts.main
    this.#usedMs = facts.usedMs
    return this.#step(() => again && this.#tell(kernel.again))
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
    const program = this.#instance.evaluate(code, programFile)
    if (this.#instance.isException(program)) return this.#caught(true)
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
    return this.#outcome({ kind: 'cancelled', message: 'the run was cancelled' })
  }

  /** @returns {MachineImage} */
  image() {
    const memory = this.#instance.copy()
    const [next, waiting] = this.#instance.text(this.#instance.ask(kernel.standing)).split(';')
    const facts = {
      build: this.#build,
      memoryBytes: memory.memory.length,
      main: this.#main,
      phase: this.#phase,
      usedMs: this.#usedMs,
      console: this.#console.record(),
    }
    const ids = waiting === undefined || waiting === '' ? [] : waiting.split(',').map(Number)
    return { build: this.#build, bytes: packImage(facts, memory), nextCall: Number(next), waiting: ids }
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
    const { cpuMs } = this.#given.limits
    const from = performance.now()
    this.#deadline = from + cpuMs - this.#usedMs
    this.#host.computes?.(true, this.#usedMs)
    let said
    try {
      work()
      this.#drain()
      if (this.#told === undefined) said = this.#instance.text(this.#instance.ask(kernel.take))
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      this.#told ??= {
        kind: error.cause instanceof RangeError ? 'exception' : 'runtime_died',
        message: error.message,
      }
    }
    this.#usedMs += performance.now() - from
    this.#host.computes?.(false, this.#usedMs)
    if (this.#told !== undefined) return this.#end(this.#told)
    return this.#heard(said ?? '')
  }

  #drain() {
    while (this.#told === undefined) {
      const ran = this.#instance.job()
      if (ran === false) this.#caught()
      // An engine that was stopped inside of a reaction takes that for the reaction's failure, and would go on.
      else if (this.#cut !== undefined) this.#cutOff()
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
  #caught(parsing = false) {
    const thrown = this.#instance.thrown()
    if (this.#cut !== undefined) this.#cutOff(thrown)
    else if (this.#instance.isUncatchable(thrown)) {
      const { memoryBytes } = this.#given.limits
      const message = `the program used more memory than its limit of ${memoryBytes} bytes`
      this.#told = { kind: 'memory', message, stack: this.#where(thrown) }
    } else if (parsing)
      this.#told = { kind: 'syntax', message: 'the program cannot be parsed', stack: this.#where(thrown) }
    else this.#done(this.#instance.ask(kernel.fail, thrown))
  }

  /** @param {number} [thrown] */
  #cutOff(thrown) {
    const stack = thrown === undefined ? '' : this.#where(thrown)
    this.#told =
      this.#cut === 'stopped'
        ? { kind: 'cancelled', message: 'the run was cancelled', stack }
        : {
            kind: 'timeout_cpu',
            message: `the program computed for longer than its limit of ${this.#given.limits.cpuMs} ms`,
            stack,
          }
  }

  /** @param {number} thrown */
  #where(thrown) {
    this.#instance.limitMemory(this.#instance.heapBytes + answerBytes)
    const until = performance.now() + answerMs
    this.#instance.interrupts = () => performance.now() > until
    const said = this.#instance.ask(kernel.where, thrown)
    return this.#instance.isException(said) ? '' : this.#instance.text(said)
  }

  #interrupts() {
    if (this.#host.stopped()) this.#cut = 'stopped'
    else if (performance.now() > this.#deadline) this.#cut = 'cpu'
    return this.#cut !== undefined
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
    const line = said.indexOf('\n')
    const calls = said.slice(line + 1)
    if (said.startsWith('end')) return this.#close(JSON.parse(calls))
    const [pending = 0, timer = -1] = said.slice(0, line).split(',').map(Number)
    if (pending === 0 && timer < 0) return this.#end({ kind: 'timeout_wall', message: stalled })
    return { kind: 'blocked', calls, pending, timer }
  }

  /**
   * @param {Told & { value?: string, lossy?: string[], unawaited?: number[] }} ending
   * @returns {Step}
   */
  #close(ending) {
    if (ending.kind !== undefined) return this.#end(outOfMemory(ending, this.#given.limits.memoryBytes))
    const { value, lossy = [], unawaited = [] } = ending
    /** @type {MachineOutcome} */
    const outcome = { ok: true, lossy, unawaited, ...(value !== undefined && { value }), ...this.#report() }
    return { kind: 'ended', outcome }
  }

  /**
   * @param {Told} told
   * @param {{ line: number, column: number }} [at]
   * @returns {Step}
   */
  #end(told, at) {
    return { kind: 'ended', outcome: this.#outcome(told, at) }
  }

  /**
   * @param {Told} told
   * @param {{ line: number, column: number }} [at]
   * @returns {MachineOutcome}
   */
  #outcome({ kind, message, name, stack = '', call }, at) {
    const trace = at === undefined ? this.#trace(stack) : []
    const position = at ?? trace[0]?.at
    return {
      ok: false,
      kind,
      message,
      ...(name && { name }),
      ...(position && { at: position }),
      ...(trace.length > 1 && { trace }),
      ...(call !== undefined && { call }),
      ...this.#report(),
    }
  }

  /** @param {string} stack */
  #trace(stack) {
    const frames = framesIn(stack)
    if (frames.length === 0) return []
    const prepared = prepareProgram(this.#given.program)
    if (!prepared.ok) return []
    return frames.map(({ name, line, column }) => ({ name, at: prepared.toSource(line, column) }))
  }

  #report() {
    return {
      usage: { cpuMs: this.#usedMs, memoryBytes: this.#instance.heapBytes },
      console: this.#console.record(),
    }
  }
}

/**
 * The engine's own word for it may have come through a reaction, which makes an ordinary rejection of it.
 * @param {Told} told
 * @param {number} memoryBytes
 * @returns {Told}
 */
function outOfMemory(told, memoryBytes) {
  if (told.name !== 'InternalError' || told.message !== 'out of memory') return told
  return {
    ...told,
    kind: 'memory',
    message: `the program used more memory than its limit of ${memoryBytes} bytes`,
  }
}
