import type { Node } from 'jsonc-parser'
import { isEgressEntry } from '@millrace/host'
import { leastContentBytes } from '@millrace/policies/spill'
import { serverEntries } from '../mcp/read-entries.ts'
import { meant } from '../meant.ts'
import { sandboxChoices, toolModes } from './choices.ts'
import type { FileSettings, Placed, SpillSettings, TelemetrySettings } from './file-settings.ts'
import { itemsOf, knownMembers, problemsOf, quoted, textOf, textsOf, wordOf, type Report } from './nodes.ts'
import { protectedNames } from './protected-names.ts'
import { limitsOf, modelOf, pricesOf } from './read-agent-settings.ts'
import { hooksOf } from './read-hooks.ts'
import { permissionsOf } from './read-rules.ts'
import type { SettingsText } from './settings-text.ts'

const keys = [
  '$schema',
  'permissions',
  'sandbox',
  'egress',
  'unprotected',
  'hooks',
  'env',
  'secrets',
  'telemetry',
  'spill',
  'mode',
  'model',
  'limits',
  'prices',
  'mcpServers',
]

/**
 * What a settings file says. Whatever is wrong with an entry is told among the problems, and the others count.
 * @throws SettingsError `SETTINGS_UNREADABLE` where it cannot be told which rules there are that hold back.
 */
export function fileSettings(text: SettingsText): FileSettings {
  const problems = problemsOf(text)
  const { report } = problems
  const found = text.root === undefined ? new Map<string, Node>() : knownMembers(text.root, keys, report)
  const schema = found.get('$schema')
  if (schema !== undefined) textOf(schema, 'the address of a schema', report)
  const scalar = <T>(name: string, read: (node: Node) => T | undefined): Placed<T> | undefined => {
    const node = found.get(name)
    const value = node && read(node)
    return node === undefined || value === undefined ? undefined : { value, place: text.line(node) }
  }
  const list = (
    name: string,
    what: string,
    isRight: (text: string) => boolean,
  ): readonly Placed<string>[] => {
    const node = found.get(name)
    if (node === undefined) return []
    const texts = textsOf(node, what, isRight, report)
    return texts.map((each) => ({ value: each.text, place: text.line(each.node) }))
  }
  const sandbox = scalar('sandbox', (node) => wordOf(node, sandboxChoices, 'choice', report))
  const telemetry = scalar('telemetry', (node) => telemetryOf(node, report))
  const spill = scalar('spill', (node) => spillOf(node, report))
  const toolMode = scalar('mode', (node) => wordOf(node, toolModes, 'mode', report))
  const model = scalar('model', (node) => modelOf(node, report))
  const limits = scalar('limits', (node) => limitsOf(node, report))
  return {
    ...permissionsOf(found.get('permissions'), text, report),
    ...(sandbox !== undefined && { sandbox }),
    egress: list('egress', 'a host and its port, such as "registry.npmjs.org:443"', isEgress),
    unprotected: unprotectedOf(found.get('unprotected'), text, report),
    env: list('env', 'names of environment variables', isVariable),
    secrets: list('secrets', 'names of environment variables', isVariable),
    hooks: hooksOf(found.get('hooks'), text, report),
    ...(telemetry !== undefined && { telemetry }),
    ...(spill !== undefined && { spill }),
    ...(toolMode !== undefined && { toolMode }),
    ...(model !== undefined && { model }),
    ...(limits !== undefined && { limits }),
    prices: pricesOf(found.get('prices'), text, report),
    servers: serverEntries(found.get('mcpServers'), text, report, false),
    problems: problems.all(),
  }
}

function unprotectedOf(
  node: Node | undefined,
  text: SettingsText,
  report: Report,
): readonly Placed<string>[] {
  const what = 'protected paths, such as "package.json"'
  const items = (node && itemsOf(node, what, report)) ?? []
  return items.flatMap((item) => {
    const value = textOf(item, `one of the ${what}`, report)
    if (value === undefined) return []
    if (protectedNames.includes(value)) return [{ value, place: text.line(item) }]
    const near = meant(value, protectedNames)[0] ?? 'expected one such as package.json or ~/.gitconfig'
    report(item, `unknown protected path ${quoted(value)}; ${near}`)
    return []
  })
}

/** The same as in the published schema; a test holds them together. A host has to be one for the sandbox, too. */
const egressShape: RegExp = new RegExp(
  String.raw`^(?:\*\.)?(?:(?:[A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]*[A-Za-z0-9]|\[[0-9A-Fa-f:.]+\]):` +
    '(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$',
)

function isEgress(text: string): boolean {
  return egressShape.test(text) && isEgressEntry(text)
}

function isVariable(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
}

function telemetryOf(node: Node, report: Report): TelemetrySettings | undefined {
  if (node.type !== 'object') {
    report(node, 'expected an object: { "enabled": true }')
    return undefined
  }
  const names = ['enabled', 'arguments', 'results'] as const
  const found = knownMembers(node, names, report)
  const flags = names.flatMap((name) => {
    const flag = found.get(name)
    if (flag !== undefined && flag.type !== 'boolean') report(flag, 'expected true or false')
    return flag?.type === 'boolean' ? [[name, flag.value === true] as const] : []
  })
  return Object.fromEntries(flags)
}

/** In bytes; more is no bound. */
const mostContentBytes = 64 * 1024 * 1024

function spillOf(node: Node, report: Report): SpillSettings | undefined {
  if (node.type !== 'object') {
    report(node, 'expected an object: { "maxBytes": 65536 }')
    return undefined
  }
  const size = knownMembers(node, ['maxBytes'], report).get('maxBytes')
  if (size === undefined) return {}
  const bytes: unknown = size.value
  const [least, most] = [leastContentBytes, mostContentBytes]
  if (typeof bytes === 'number' && Number.isInteger(bytes) && bytes >= least && bytes <= most)
    return { maxBytes: bytes }
  report(size, `expected a whole number of bytes from ${least} to ${most}`)
  return undefined
}
