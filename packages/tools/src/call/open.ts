import { snapshotJsonValue } from '@millrace/schema'
import { isHarnessError } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolExecutionInput } from '../contract/execution.ts'
import type { ToolExecutionFailure } from '../contract/result.ts'
import { ToolCallInputError, ToolNotFoundError } from '../errors.ts'
import { aborted, isAborted } from '../outcome/aborted.ts'
import { failureOf } from '../outcome/result.ts'
import { messageOf } from '../outcome/thrown.ts'
import { isCollapsed } from '../registry/collapse.ts'
import type { ToolEntry } from '../registry/entry.ts'
import { bodyActions } from './attempt.ts'
import type { Call, Runtime } from './call.ts'
import { execution, isAbortSignal, type CallIdentity, type SignalSlot } from './execution.ts'
import { startTrace } from './trace.ts'

/** A call, and its result where it ended while it was being opened. */
export interface Opened {
  readonly call: Call
  readonly ended: ToolExecutionFailure | undefined
}

/** Reads the input, each member once and the arguments last, and looks the tool up once. Never throws. */
export function open(runtime: Runtime, input: ToolExecutionInput): Opened {
  const read = readIdentity(input)
  const { identity, signal } = read
  const found = read.problem === undefined ? lookUp(runtime, identity) : nothing
  const finalizer = captureFinalizer(found.entry)
  const args = readArguments(input, read.problem)
  const collapsed = found.collapsed && !isAborted(signal)
  const call = makeCall(runtime, read, args.value, found.entry, collapsed ? undefined : finalizer.finalize)
  if (collapsed) call.trace?.denied('open', 'millrace')
  return { call, ended: endOf(args.problem ?? finalizer.problem, signal, collapsed, identity.name) }
}

interface ReadIdentity {
  readonly identity: CallIdentity
  readonly signal: AbortSignal
  readonly problem: unknown
}

function readIdentity(input: ToolExecutionInput): ReadIdentity {
  let identity: CallIdentity = { callId: '', rootCallId: '', name: '', agent: undefined, parent: undefined }
  let signal: AbortSignal | undefined
  try {
    if (typeof input !== 'object' || input === null)
      throw new ToolCallInputError('tool execution input must be an object')
    const { callId, rootCallId, name, agent, parent } = input
    signal = input.signal
    identity = { callId, rootCallId: rootCallId ?? callId, name, agent, parent }
    checkIdentity(identity, signal)
    return { identity, signal, problem: undefined }
  } catch (error) {
    const problem = isHarnessError(error) ? error : new ToolCallInputError(messageOf(error), { cause: error })
    return { identity: printable(identity), signal: isAbortSignal(signal) ? signal : never(), problem }
  }
}

function checkIdentity({ callId, rootCallId, name, agent, parent }: CallIdentity, signal: unknown): void {
  const wrong = (member: string, expected: string): ToolCallInputError =>
    new ToolCallInputError(`tool execution input: ${member} must be ${expected}`)
  if (typeof callId !== 'string' || callId === '') throw wrong('callId', 'a non-empty string')
  if (typeof rootCallId !== 'string' || rootCallId === '') throw wrong('rootCallId', 'a non-empty string')
  if (typeof name !== 'string') throw wrong('name', 'a string')
  if (agent !== undefined && (typeof agent !== 'object' || agent === null)) throw wrong('agent', 'an object')
  if (parent !== undefined && typeof parent !== 'symbol') throw wrong('parent', 'the token of a call')
  if (!isAbortSignal(signal)) throw wrong('signal', 'an AbortSignal')
}

/** An identity that is good for observers, whatever the input held. */
function printable({ callId, rootCallId, name }: CallIdentity): CallIdentity {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return {
    callId: text(callId),
    rootCallId: text(rootCallId),
    name: text(name),
    agent: undefined,
    parent: undefined,
  }
}

function never(): AbortSignal {
  return new AbortController().signal
}

interface Found {
  readonly entry: ToolEntry | undefined
  readonly collapsed: boolean
}

const nothing: Found = { entry: undefined, collapsed: false }

function lookUp(runtime: Runtime, { name, agent, parent }: CallIdentity): Found {
  const view = runtime.registry.views.of(agent)
  return { entry: view.get(name), collapsed: isCollapsed(view, name, parent) }
}

interface Finalizer {
  readonly finalize?: ToolDefinition['finalizeContent']
  readonly problem?: unknown
}

function captureFinalizer(entry: ToolEntry | undefined): Finalizer {
  if (entry === undefined) return {}
  const { definition } = entry
  try {
    const finalizeContent: unknown = Reflect.get(definition, 'finalizeContent')
    if (finalizeContent === undefined) return {}
    if (typeof finalizeContent === 'function') return { finalize: finalizeContent.bind(definition) }
    return { problem: new ToolCallInputError(`tool "${entry.name}": finalizeContent is not a function`) }
  } catch (error) {
    return { problem: new ToolCallInputError(messageOf(error), { cause: error }) }
  }
}

interface ReadArguments {
  readonly value?: unknown
  readonly problem?: unknown
}

function readArguments(input: ToolExecutionInput, problem: unknown): ReadArguments {
  if (problem !== undefined) return { problem }
  try {
    return { value: snapshotJsonValue(input.arguments) }
  } catch (error) {
    const lossy = isHarnessError(error) && error.code === 'NOT_LOSSLESS_JSON'
    const prefix = lossy ? 'tool execution arguments must be losslessly JSON-serializable: ' : ''
    return { problem: new ToolCallInputError(prefix + messageOf(error), { cause: error }) }
  }
}

function endOf(
  problem: unknown,
  signal: AbortSignal,
  collapsed: boolean,
  name: string,
): ToolExecutionFailure | undefined {
  if (problem !== undefined) return failureOf(problem)
  if (isAborted(signal)) return aborted(false)
  if (!collapsed) return undefined
  const route = `: only \`run_code\` is callable directly — call \`${name}\` from inside a \`run_code\` program instead`
  return failureOf(new ToolNotFoundError(name, route))
}

function makeCall(
  runtime: Runtime,
  { identity, signal }: ReadIdentity,
  args: unknown,
  tool: ToolEntry | undefined,
  finalize: Call['finalize'],
): Call {
  const scope = identity.agent
  const slot: SignalSlot = { current: signal, replaceable: false }
  const actions = bodyActions(() => call)
  const call: Call = {
    runtime,
    exec: execution(identity, args, slot, actions),
    signal: slot,
    caller: signal,
    scope,
    tool,
    finalize,
    trace: startTrace(runtime, scope),
    bodyStarted: false,
    attempt: undefined,
    minted: [],
    misuseReported: false,
    carrier: undefined,
  }
  return call
}
