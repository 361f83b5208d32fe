import { shown } from '@millrace/protocol'
import type { HookCommand, HookSettings } from './contract.ts'
import { HookError } from './hook-error.ts'
import { readMatcher } from './matcher.ts'

/** The events that concern tool calls. */
export const toolEvents = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const

/** An event that concerns tool calls. */
export type ToolEvent = (typeof toolEvents)[number]

/** A hook that is ready to run. */
export interface Hook {
  readonly event: ToolEvent
  readonly command: string
  readonly args: readonly string[] | undefined
  /** Undefined where the hook leaves it to the configuration. */
  readonly timeoutMs: number | undefined
  readonly isAsync: boolean
  matches(names: readonly string[]): boolean
}

/** All hooks of some settings, and the events that are none of ours. */
export interface ReadHooks {
  readonly hooks: readonly Hook[]
  readonly otherEvents: readonly string[]
}

/**
 * Reads the `hooks` of a settings file.
 * @throws HookError for a hook that could not do here what it was written for.
 */
export function readSettings(settings: unknown): ReadHooks {
  if (!isRecord(settings))
    throw new HookError('hooks', 'must be an object from the names of events to lists of groups')
  const names = Object.keys(settings)
  const otherEvents = names.filter((name) => !toolEvents.some((event) => event === name))
  const hooks = toolEvents.flatMap((event) =>
    listOf(settings[event] ?? [], `hooks.${event}`).flatMap((group, index) =>
      readGroup(event, group, `hooks.${event}[${index}]`),
    ),
  )
  return { hooks, otherEvents }
}

/**
 * Says of the `hooks` of a settings file whether they can be followed, before anything runs under them. What other events
 * have is not looked at, as it never runs.
 * @throws HookError as `readSettings` does.
 */
export function checkHooks(settings: unknown): asserts settings is HookSettings {
  readSettings(settings)
}

function readGroup(event: ToolEvent, group: unknown, place: string): Hook[] {
  if (!isRecord(group)) throw new HookError(place, 'must be an object { matcher?, hooks }')
  requireKnown(group, groupKeys, place)
  const matches = readMatcher(group['matcher'], `${place}.matcher`)
  return listOf(group['hooks'], `${place}.hooks`).map((hook, index) => ({
    event,
    matches,
    ...readHook(hook, `${place}.hooks[${index}]`),
  }))
}

function readHook(hook: unknown, place: string): Omit<Hook, 'event' | 'matches'> {
  if (!isRecord(hook)) throw new HookError(place, 'must be an object { type: "command", command }')
  const {
    type,
    command,
    args,
    timeout,
    async: isAsync = false,
  } = hook as Partial<Record<keyof HookCommand, unknown>>
  if (type !== 'command') {
    throw new HookError(
      `${place}.type`,
      'only hooks of the type "command" run here; turn it into a command or remove it',
    )
  }
  if ('if' in hook) {
    throw new HookError(
      `${place}.if`,
      'conditions are not known here; let the command look at its input, or remove it',
    )
  }
  requireKnown(hook, hookKeys, place)
  if (!isText(command) || command.trim() === '') {
    throw new HookError(`${place}.command`, 'must be a line of shell, or a program where "args" are given')
  }
  if (args !== undefined && !isTexts(args)) throw new HookError(`${place}.args`, 'must be a list of texts')
  if (typeof isAsync !== 'boolean') throw new HookError(`${place}.async`, 'must be true or false')
  return { command, args, timeoutMs: readTimeout(timeout, place), isAsync }
}

const groupKeys = ['matcher', 'hooks']
/** What a program shows while a hook runs changes nothing about it. */
const hookKeys = ['type', 'command', 'args', 'timeout', 'async', 'statusMessage']

/** A key that is not known could be the one that makes the hook do what it was written for. */
function requireKnown(value: object, known: readonly string[], place: string): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key))
  if (stranger === undefined) return
  throw new HookError(
    place,
    `has the key "${shown(stranger)}", which is not known here: remove it, or take one of ${known.join(', ')}`,
  )
}

function readTimeout(seconds: unknown, place: string): number | undefined {
  if (seconds === undefined) return undefined
  if (typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds * 1000)) return seconds * 1000
  throw new HookError(`${place}.timeout`, 'must be a number of seconds above 0')
}

function listOf(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw new HookError(place, 'must be a list')
  return value
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText)
}

/** Half of a character would come to the program as another one. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
