import type { HookCommand } from './contract.ts'
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

const longestMs = 2 ** 31 - 1

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

function readGroup(event: ToolEvent, group: unknown, place: string): Hook[] {
  if (!isRecord(group)) throw new HookError(place, 'must be an object { matcher?, hooks }')
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
  if (typeof command !== 'string' || command.trim() === '') {
    throw new HookError(`${place}.command`, 'must be a line of shell, or a program where "args" are given')
  }
  if (args !== undefined && !isTexts(args)) throw new HookError(`${place}.args`, 'must be a list of texts')
  if (typeof isAsync !== 'boolean') throw new HookError(`${place}.async`, 'must be true or false')
  return { command, args, timeoutMs: readTimeout(timeout, place), isAsync }
}

function readTimeout(seconds: unknown, place: string): number | undefined {
  if (seconds === undefined) return undefined
  if (typeof seconds === 'number' && seconds > 0 && seconds * 1000 <= longestMs) return seconds * 1000
  throw new HookError(
    `${place}.timeout`,
    `must be a number of seconds above 0 and at most ${Math.floor(longestMs / 1000)}`,
  )
}

function listOf(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw new HookError(place, 'must be a list')
  return value
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
