import { prepareProgram } from './program.js'
import { framesIn } from './stack.js'

/**
 * @typedef {import('../src/contract/failure.ts').CodeFailureKind} CodeFailureKind
 * @typedef {import('../src/contract/runtime.ts').MachineOutcome} MachineOutcome
 * @typedef {import('../src/contract/runtime.ts').ProgramPosition} ProgramPosition
 * @typedef {import('./machine.d.ts').MachineStart} MachineStart
 *
 * A failure as a machine tells it: positions are still those of what was evaluated.
 * @typedef {{ kind: CodeFailureKind, message: string, name?: string, stack?: string, call?: number, at?: ProgramPosition }} Told
 *
 * What the boot script says at the end: a failure, or a value.
 * @typedef {Omit<Told, 'kind'> & { kind?: CodeFailureKind, value?: string, lossy?: string[], unawaited?: number[] }} Ending
 *
 * @typedef {Pick<MachineOutcome, 'usage' | 'console'>} Report
 * @typedef {readonly { readonly name: string, readonly at: ProgramPosition }[]} Trace
 */

/** @type {MachineStart} */
export const nothing = {
  program: '',
  bindings: [],
  limits: { cpuMs: 0, memoryBytes: 0, sourceBytes: 0, argumentBytes: 0, resultBytes: 0, consoleBytes: 0 },
}

/** @type {Told} */
export const cancelled = { kind: 'cancelled', message: 'the run was cancelled' }

/** @type {Told} */
export const stalled = {
  kind: 'timeout_wall',
  message: 'the program waits for something that can never happen: no call and no timer is under way',
}

/** @type {Told} */
export const unreadable = { kind: 'exception', message: 'the program threw something that cannot be read' }

/**
 * @param {number} bytes
 * @returns {Told}
 */
export const memoryUsedUp = (bytes) => ({
  kind: 'memory',
  message: `the program used more memory than its limit of ${bytes} bytes`,
})

/**
 * @param {number} ms
 * @returns {Told}
 */
export const timeUsedUp = (ms) => ({
  kind: 'timeout_cpu',
  message: `the program computed for longer than its limit of ${ms} ms`,
})

/**
 * @param {number} bytes
 * @returns {Told}
 */
export const tooLong = (bytes) => ({
  kind: 'syntax',
  message: `the program is larger than the limit of ${bytes} bytes`,
})

/** What is left of the heap where the engine has no room for an error, and throws `null` in its place. */
const noRoom = 16 * 1024

/**
 * The engine's own word for it may have come through a reaction, which makes an ordinary rejection of it.
 * @param {Told} told
 * @param {number} memoryBytes
 * @param {number} heapBytes - that are in use.
 * @returns {Told}
 */
export function outOfMemory(told, memoryBytes, heapBytes) {
  const isSaid = told.name === 'InternalError' && told.message === 'out of memory'
  const isNull = told.message === 'the program threw null' && heapBytes > memoryBytes - noRoom
  if (!isSaid && !isNull) return told
  return { ...memoryUsedUp(memoryBytes), ...(told.stack && { stack: told.stack }) }
}

/**
 * @param {Ending} ending
 * @param {Report} report
 * @returns {MachineOutcome}
 */
export function valueOutcome({ value, lossy = [], unawaited = [] }, report) {
  return { ok: true, lossy, unawaited, ...(value !== undefined && { value }), ...report }
}

/**
 * @param {Told} told
 * @param {Report} report
 * @param {(stack: string) => Trace} traceIn - the frames of a stack, where the program as it was written has them.
 * @returns {MachineOutcome}
 */
export function failureOutcome({ kind, message, name, stack = '', call, at }, report, traceIn) {
  const trace = at === undefined ? traceIn(stack) : []
  const position = at ?? positionOf(kind, trace)
  return {
    ok: false,
    kind,
    message,
    ...(name && { name }),
    ...(position && { at: position }),
    ...(trace.length > 1 && { trace }),
    ...(call !== undefined && { call }),
    ...report,
  }
}

/**
 * The frames of a stack of the engine in WebAssembly.
 * @param {string} stack
 * @param {string} program - as it was written.
 * @returns {Trace}
 */
export function traceOf(stack, program) {
  const frames = framesIn(stack)
  if (frames.length === 0) return []
  const prepared = prepareProgram(program)
  if (!prepared.ok) return []
  return frames.map(({ name, line, column }) => ({ name, at: prepared.toSource(line, column) }))
}

/** @type {readonly CodeFailureKind[]} */
const cutOff = ['timeout_cpu', 'memory', 'cancelled']

/**
 * Where a program was cut off, the engine may know no more than in which function; its beginning is no position then.
 * @param {CodeFailureKind} kind
 * @param {readonly { at: ProgramPosition }[]} trace
 */
function positionOf(kind, trace) {
  const at = trace[0]?.at
  return at !== undefined && cutOff.includes(kind) && at.line === 1 && at.column === 1 ? undefined : at
}
