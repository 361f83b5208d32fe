import { randomFillSync } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import { Script } from 'node:vm'
import { OutOfTime, Realm } from './child-realm.js'
import { ConsoleKeeper } from './console-record.js'
import { prepareProgram } from './program.js'
import { framesIn, programFile } from './stack.js'

/**
 * @typedef {import('./machine.d.ts').MachineStart} MachineStart
 * @typedef {import('./machine.d.ts').Step} Step
 * @typedef {import('./program.d.ts').Prepared} Prepared
 * @typedef {import('../src/contract/runtime.ts').MachineOutcome} MachineOutcome
 * @typedef {import('../src/contract/failure.ts').CodeFailureKind} CodeFailureKind
 * @typedef {{ kind: CodeFailureKind, message: string, name?: string, stack?: string, call?: number }} Told
 */

/** Functions of the boot script, by their place in what it gives. */
const kernel = { begin: 0, complete: 1, fail: 2, take: 3, deliver: 4, wake: 5 }

const stalled = 'the program waits for something that can never happen: no call and no timer is under way'

/** One program in a realm of V8. Each step computes until the program is blocked or has ended. */
export class ChildMachine {
  #realm = new Realm()
  /** @type {MachineStart | undefined} */
  #given
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
    if (Buffer.byteLength(program) > limits.sourceBytes) {
      const message = `the program is larger than the limit of ${limits.sourceBytes} bytes`
      return this.#end({ kind: 'syntax', message })
    }
    const prepared = prepareProgram(program)
    if (!prepared.ok) return this.#end({ kind: 'syntax', message: prepared.message }, prepared.at)
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
    const cpuMs = this.#given?.limits.cpuMs ?? 0
    const from = performance.now()
    try {
      work()
      this.#realm.run(Math.max(1, Math.ceil(cpuMs - this.#usedMs)))
    } catch (error) {
      this.#usedMs += performance.now() - from
      this.#hear()
      if (!(error instanceof OutOfTime)) throw error
      const message = `the program computed for longer than its limit of ${cpuMs} ms`
      return this.#end({ kind: 'timeout_cpu', message })
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
    if (pending === 0 && timer < 0) return this.#end({ kind: 'timeout_wall', message: stalled })
    return { kind: 'blocked', calls, pending, timer }
  }

  /**
   * @param {Told & { value?: string, lossy?: string[], unawaited?: number[] }} ending
   * @returns {Step}
   */
  #close(ending) {
    if (ending.kind !== undefined) return this.#end(ending)
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
  #end({ kind, message, name, stack = '', call }, at) {
    const trace = at === undefined ? this.#trace(stack) : []
    const position = at ?? trace[0]?.at
    /** @type {MachineOutcome} */
    const outcome = {
      ok: false,
      kind,
      message,
      ...(name && { name }),
      ...(position && { at: position }),
      ...(trace.length > 1 && { trace }),
      ...(call !== undefined && { call }),
      ...this.#report(),
    }
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
