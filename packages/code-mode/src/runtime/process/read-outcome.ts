import type { CodeFailureKind } from '../../contract/failure.ts'
import type { ConsoleRecord, MachineLimits, MachineOutcome, ProgramPosition } from '../../contract/runtime.ts'

/** How a child may say that a program ended. All others are for the host to say. */
const kinds: ReadonlySet<unknown> = new Set<CodeFailureKind>([
  'syntax',
  'exception',
  'tool_error',
  'timeout_cpu',
  'timeout_wall',
  'memory',
  'output_limit',
])

const mostMessage = 16_384
const mostNotes = 64
const mostNote = 4096
const mostName = 512
const mostFrames = 16

type Fields = Readonly<Record<string, unknown>>

/** Whether a text is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * The outcome that a child tells of, where all of it is what an outcome can be; `undefined` otherwise.
 * @param calls - how many calls the program made.
 */
export function readOutcome(text: string, limits: MachineLimits, calls: number): MachineOutcome | undefined {
  const told = fieldsOf(parsed(text))
  const usage = told && usageOf(fieldsOf(told['usage']))
  const console = told && consoleOf(fieldsOf(told['console']), limits.consoleBytes)
  if (told === undefined || usage === undefined || console === undefined) return undefined
  const rest = told['ok'] === true ? successOf(told, limits, calls) : failureOf(told, calls)
  return rest && { ...rest, usage, console }
}

type Success = Omit<Extract<MachineOutcome, { ok: true }>, 'usage' | 'console'>
type Failure = Omit<Extract<MachineOutcome, { ok: false }>, 'usage' | 'console'>

function successOf(told: Fields, { resultBytes }: MachineLimits, calls: number): Success | undefined {
  const { value, lossy, unawaited } = told
  const isValue = typeof value === 'string' && Buffer.byteLength(value) <= resultBytes && isJsonText(value)
  if (value !== undefined && !isValue) return undefined
  if (!isListOf(lossy, mostNotes, (note): note is string => isText(note, mostNote))) return undefined
  if (!isListOf(unawaited, calls, (id): id is number => isCall(id, calls))) return undefined
  return { ok: true, lossy, unawaited, ...(isValue && { value }) }
}

function failureOf(told: Fields, calls: number): Failure | undefined {
  const { kind, message, name, call } = told
  if (!kinds.has(kind) || !isText(message, mostMessage)) return undefined
  if (name !== undefined && !isText(name, mostName)) return undefined
  if (call !== undefined && !isCall(call, calls)) return undefined
  const place = placeOf(told)
  if (place === undefined) return undefined
  const known = { ...(name !== undefined && { name }), ...(call !== undefined && { call }) }
  return { ok: false, kind: kind as CodeFailureKind, message, ...known, ...place }
}

/** Where it happened; empty where that is not told, `undefined` where it cannot be read. */
function placeOf({ at, trace }: Fields): Pick<Failure, 'at' | 'trace'> | undefined {
  const position = at === undefined ? undefined : positionOf(at)
  const frames = trace === undefined ? undefined : framesOf(trace)
  const isRead =
    (at === undefined) === (position === undefined) && (trace === undefined) === (frames === undefined)
  return isRead ? { ...(position && { at: position }), ...(frames && { trace: frames }) } : undefined
}

function usageOf(told: Fields | undefined): MachineOutcome['usage'] | undefined {
  const { cpuMs, memoryBytes } = told ?? {}
  return isAmount(cpuMs) && isAmount(memoryBytes) ? { cpuMs, memoryBytes } : undefined
}

function consoleOf(told: Fields | undefined, most: number): ConsoleRecord | undefined {
  const { head, tail } = told ?? {}
  const { entries, bytes } = fieldsOf(told?.['omitted']) ?? {}
  const isEntry = (entry: unknown): entry is string => typeof entry === 'string'
  if (!isListOf(head, most, isEntry) || !isListOf(tail, most, isEntry)) return undefined
  if (!isAmount(entries) || !isAmount(bytes)) return undefined
  const size = [...head, ...tail].reduce((sum, entry) => sum + Buffer.byteLength(entry) + 1, 0)
  return size > most ? undefined : { head, tail, omitted: { entries, bytes } }
}

function framesOf(told: unknown): { name: string; at: ProgramPosition }[] | undefined {
  if (!Array.isArray(told) || told.length > mostFrames) return undefined
  const frames = told.flatMap((frame) => {
    const { name, at } = fieldsOf(frame) ?? {}
    const position = positionOf(at)
    return position !== undefined && isText(name, mostName) ? [{ name, at: position }] : []
  })
  return frames.length === told.length ? frames : undefined
}

function positionOf(told: unknown): ProgramPosition | undefined {
  const { line, column } = fieldsOf(told) ?? {}
  return isAmount(line) && isAmount(column) && line >= 1 && column >= 1 ? { line, column } : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fieldsOf = (told: unknown): Fields | undefined =>
  typeof told === 'object' && told !== null && !Array.isArray(told) ? (told as Fields) : undefined

const isAmount = (told: unknown): told is number =>
  typeof told === 'number' && told >= 0 && told <= Number.MAX_SAFE_INTEGER

const isText = (told: unknown, most: number): told is string =>
  typeof told === 'string' && told.length <= most

const isCall = (told: unknown, calls: number): told is number =>
  typeof told === 'number' && Number.isInteger(told) && told >= 1 && told <= calls

function isListOf<T>(told: unknown, most: number, isItem: (item: unknown) => item is T): told is T[] {
  return Array.isArray(told) && told.length <= most && told.every(isItem)
}
