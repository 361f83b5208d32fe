import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { checkHooks, HookError, toolEvents, type HookSettings } from '@millrace/policies/hooks'
import { meant } from '../meant.ts'
import type { EventHooks, Placed } from './file-settings.ts'
import { members, quoted, unknownName, type Report } from './nodes.ts'
import { SettingsError } from './settings-error.ts'
import type { SettingsText } from './settings-text.ts'

/** The events that Claude Code has hooks for and that are none of calls: what they have never runs here. */
const otherEvents: readonly string[] = [
  'PermissionRequest',
  'Notification',
  'UserPromptSubmit',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'SessionStart',
  'SessionEnd',
]

/**
 * The hooks of a settings file, in the shape that Claude Code has.
 * @throws SettingsError `SETTINGS_UNREADABLE` for one that could not do here what it was written for: nothing may run
 *   without it, as it may hold calls back.
 */
export function hooksOf(node: Node | undefined, text: SettingsText, report: Report): Placed<EventHooks>[] {
  if (node === undefined) return []
  const settings = checked(node, text)
  for (const { key, name, value } of members(node)) tellOfIdle(name, key, value, text, report)
  return toolEvents.flatMap((event) =>
    (settings[event] ?? []).map((group, index) => ({
      value: { event, ...group },
      place: text.line(nodeAt(node, [event, index])),
    })),
  )
}

function checked(node: Node, text: SettingsText): HookSettings {
  const settings: unknown = getNodeValue(node)
  try {
    checkHooks(settings)
    return settings
  } catch (error) {
    if (!(error instanceof HookError)) throw error
    throw lost(nodeAt(node, pathOf(error.place)), error.message, text, error)
  }
}

/** Tells of hooks that never run. */
function tellOfIdle(event: string, key: Node, groups: Node, text: SettingsText, report: Report): void {
  if (toolEvents.some((known) => known === event)) return
  // It was meant for calls, which would go on without it.
  if (meant(event, toolEvents).length > 0)
    throw lost(key, unknownName('event', event, toolEvents), text, undefined)
  if (!otherEvents.includes(event)) report(key, unknownName('event', event, [...toolEvents, ...otherEvents]))
  else if (groups.type !== 'array') report(groups, 'expected a list: [ … ] of groups')
  else if ((groups.children ?? []).length > 0)
    report(key, `hooks of ${quoted(event)} do not run here, as it concerns no tool call`)
}

function lost(node: Node, problem: string, text: SettingsText, cause: unknown): SettingsError {
  return new SettingsError(
    'SETTINGS_UNREADABLE',
    `${text.place(node)}: ${problem}`,
    ['nothing runs until it is mended, as a hook may hold calls back'],
    { cause },
  )
}

/** `hooks.PreToolUse[0].matcher` from below `hooks`. */
function pathOf(place: string): (string | number)[] {
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '')
  return steps.slice(1).map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** The value at a path, or the nearest one around it that is there. */
function nodeAt(node: Node, path: readonly (string | number)[]): Node {
  for (let steps = path.length; steps > 0; steps -= 1) {
    const found = findNodeAtLocation(node, path.slice(0, steps))
    if (found !== undefined) return found
  }
  return node
}
