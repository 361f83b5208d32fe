import { randomFillSync } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import { Script } from 'node:vm'
import { OutOfTime, Realm } from './child-realm.js'
import { ConsoleKeeper } from './console-record.js'
import { prepareProgram } from './program.js'
import { framesIn, programFile } from './stack.js'
import * as telling from './telling.js'

/**
 * @typedef {import('./machine.d.ts').MachineStart} MachineStart
 * @typedef {import('./machine.d.ts').Step} Step
 * @typedef {import('./program.d.ts').Prepared} Prepared
 * @typedef {import('./telling.js').Told} Told
 * @typedef {import('./telling.js').Ending} Ending
 */

/** Functions of the boot script, by their place in what it gives. */
const kernel = { begin: 0, complete: 1, fail: 2, take: 3, deliver: 4, wake: 5 }

/** One program in a realm of V8. Each step computes until the program is blocked or has ended. */
export class ChildMachine {
  #realm = new Realm()
  #given = telling.nothing
  /** @type {Extract<Prepared, { ok: true }> | undefined} */
  #prepared
  #console = new ConsoleKeeper(0)
  #omitted = { entries: 0, bytes: 0 }
  #says
  #usedMs = 0
  #emptyBytes = Infinity

  /** @param {(entry: string) => void} says - hears the head of the console. */
  constructor(says) {
    this.#says = says
  }

  get usedMs() {
    return this.#usedMs
  }

  /**
   * @param {MachineStart} given
   * @param {() => void} shut - called when everything is loaded that the outer realm needs, before the program begins.
   * @returns {Step}
   */
  start(given, shut) {
    this.#given = given
    const { program, limits } = given
    this.#console = new ConsoleKeeper(limits.consoleBytes)
    this.#realm.limitConsole(limits.consoleBytes)
    const { sourceBytes } = limits
    if (Buffer.byteLength(program) > sourceBytes) return this.#end(telling.tooLong(sourceBytes))
    const prepared = prepareProgram(program)
    if (!prepared.ok) return this.#end({ ...prepared, kind: 'syntax' })
    this.#prepared = prepared
    let script
    try {
      script = new Script(prepared.code, { filename: programFile })
    } catch (error) {
      return this.#end({ kind: 'syntax', message: error instanceof Error ? error.message : 'no program' })
    }
    shut()
    this.#emptyBytes = heapBytes()
    const { argumentBytes, resultBytes } = limits
    const seed = [...randomFillSync(new Int32Array(4))]
    this.#realm.tell(
      kernel.begin,
      JSON.stringify({ bindings: given.bindings, argumentBytes, resultBytes, seed }),
    )
    return this.#step(() => this.#realm.begin(script, kernel.complete, kernel.fail))
  }

  /** @param {string} replies */
  deliver(replies) {
    return this.#step(() => this.#realm.tell(kernel.deliver, replies))
  }

  wake() {
    return this.#step(() => this.#realm.tell(kernel.wake))
  }

  /**
   * @param {() => void} work
   * @returns {Step}
   */
  #step(work) {
    const { cpuMs } = this.#given.limits
    const from = performance.now()
    try {
      work()
      this.#realm.run(Math.max(1, Math.ceil(cpuMs - this.#usedMs)))
    } catch (error) {
      this.#usedMs += performance.now() - from
      this.#hear()
      if (!(error instanceof OutOfTime)) throw error
      return this.#end(telling.timeUsedUp(cpuMs))
    }
    this.#usedMs += performance.now() - from
    this.#hear()
    return this.#heard(this.#realm.ask(kernel.take))
  }

  #hear() {
    const { entries, bytes, kept } = this.#realm.said()
    this.#omitted.entries += entries
    this.#omitted.bytes += bytes
    for (const entry of kept) if (this.#console.add(entry)) this.#says(entry)
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
    if (pending === 0 && timer < 0) return this.#end(telling.stalled)
    return { kind: 'blocked', calls, pending, timer }
  }

  /**
   * @param {Ending} ending
   * @returns {Step}
   */
  #close(ending) {
    const { kind } = ending
    if (kind !== undefined) return this.#end({ ...ending, kind })
    return { kind: 'ended', outcome: telling.valueOutcome(ending, this.#report()) }
  }

  /**
   * @param {Told} told
   * @returns {Step}
   */
  #end(told) {
    const outcome = telling.failureOutcome(told, this.#report(), (stack) => this.#trace(stack))
    return { kind: 'ended', outcome }
  }

  /** @param {string} stack */
  #trace(stack) {
    const prepared = this.#prepared
    if (prepared === undefined) return []
    return framesIn(stack.replaceAll('    at async ', '    at ')).map(({ name, line, column }) => ({
      name,
      at: prepared.toSource(line, column, 'utf16'),
    }))
  }

  #report() {
    const record = this.#console.record()
    const omitted = {
      entries: record.omitted.entries + this.#omitted.entries,
      bytes: record.omitted.bytes + this.#omitted.bytes,
    }
    const memoryBytes = Math.max(0, heapBytes() - this.#emptyBytes)
    return { usage: { cpuMs: this.#usedMs, memoryBytes }, console: { ...record, omitted } }
  }
}

function heapBytes() {
  const { used_heap_size: used, external_memory: external } = getHeapStatistics()
  return used + external
}
