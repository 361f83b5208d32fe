import type { Node } from 'jsonc-parser'
import type { HookCommand, HookGroup, Placed } from './file-settings.ts'
import { itemsOf, members, quoted, textOf, unknownName, type Report } from './nodes.ts'
import type { SettingsText } from './settings-text.ts'

/** The events that Claude Code has hooks for. Those that are none of calls never happen here. */
export const hookEvents: readonly string[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
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

/** The hooks of a settings file, in the shape that Claude Code has. Keys of it that are not known here are left alone. */
export function hooksOf(node: Node | undefined, text: SettingsText, report: Report): Placed<HookGroup>[] {
  if (node === undefined) return []
  if (node.type !== 'object') {
    report(node, 'expected an object: { "PreToolUse": [{ "matcher": "Bash", "hooks": […] }] }')
    return []
  }
  return members(node).flatMap(({ key, name, value }) => {
    if (!hookEvents.includes(name)) {
      report(key, unknownName('event', name, hookEvents))
      return []
    }
    const groups = itemsOf(value, 'groups: { "matcher": "Bash", "hooks": […] }', report) ?? []
    return groups.flatMap((group) => {
      const read = groupOf(name, group, report)
      return read === undefined ? [] : [{ value: read, place: text.line(group) }]
    })
  })
}

function groupOf(event: string, node: Node, report: Report): HookGroup | undefined {
  if (node.type !== 'object') {
    report(node, 'expected a group: { "matcher": "Bash", "hooks": […] }')
    return undefined
  }
  const found = new Map(members(node).map(({ name, value }) => [name, value]))
  const matcherNode = found.get('matcher')
  const matcher = matcherNode && textOf(matcherNode, 'names of tools, such as "Edit|Write"', report)
  if (matcherNode !== undefined && matcher === undefined) return undefined
  const list = found.get('hooks')
  if (list === undefined) report(node, 'expected the key "hooks" in this group')
  const hooks = (list && itemsOf(list, 'commands: { "type": "command", "command": "…" }', report)) ?? []
  const commands = hooks.flatMap((hook) => commandOf(hook, report) ?? [])
  return commands.length === 0
    ? undefined
    : { event, ...(matcher !== undefined && { matcher }), hooks: commands }
}

function commandOf(node: Node, report: Report): HookCommand | undefined {
  const found = new Map(members(node).map(({ name, value }) => [name, value]))
  const kind = found.get('type')
  if (kind?.value !== 'command') {
    report(kind ?? node, 'expected a hook of the type "command", which is the only one that runs here')
    return undefined
  }
  const commandNode = found.get('command')
  if (commandNode === undefined) report(node, 'expected the key "command" in this hook')
  const command = commandNode && textOf(commandNode, 'a command', report)
  if (command === undefined) return undefined
  const timeout = found.get('timeout')
  if (timeout === undefined) return { type: 'command', command }
  const seconds: unknown = timeout.value
  if (typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds))
    return { type: 'command', command, timeout: seconds }
  report(timeout, `expected seconds, more than 0, and not ${quoted(String(seconds))}`)
  return { type: 'command', command }
}
