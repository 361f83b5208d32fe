import type { Node } from 'jsonc-parser'
import type { ServerSettings } from '@millrace/mcp'
import { itemsOf, members, quoted, textOf, unknownName, type Report } from '../config/nodes.ts'
import type { SettingsText } from '../config/settings-text.ts'
import { meant } from '../meant.ts'
import type { ServerEntry } from './server-entry.ts'

/** The longest name of a server, so that the names of its tools have room beside it. */
const longestServerName = 40

// Two underscores end it in the names of its tools, so that a rule for `a__b` would mean tools of `a`.
const nameShape = new RegExp(`^(?!.*__)[A-Za-z0-9_-]{1,${longestServerName}}$`)

/** What a name has to be, for whoever wrote another one. */
export const nameExpected: string = `expected 1 to ${longestServerName} of A-Z a-z 0-9 _ -, and no __`

/** Whether rules and models can call a server by this name. */
export function isServerName(name: string): boolean {
  return nameShape.test(name)
}

const forPrograms = ['command', 'args', 'env', 'cwd', 'sandbox'] as const
const forAddresses = ['url', 'headers', 'oauth'] as const
const times = ['idleTimeoutMs', 'totalTimeoutMs', 'startTimeoutMs'] as const
const known: readonly string[] = [
  'type',
  ...forPrograms,
  ...forAddresses,
  ...times,
  'parallel',
  'include',
  'exclude',
  'disabled',
]

/** What other clients write into their files, and what means nothing here. */
const ofOthers: readonly string[] = [
  'alwaysAllow',
  'autoApprove',
  'description',
  'enabled',
  'headersHelper',
  'timeout',
  'tools',
  'transport',
]

const types: ReadonlyMap<string, 'stdio' | 'http'> = new Map([
  ['stdio', 'stdio'],
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['streamableHttp', 'http'],
])

/**
 * The servers under `mcpServers`, as Claude Code and others write them. An entry that cannot be used is reported and left
 * out; the others count.
 * @param isShared - whether other programs read the file, too: keys that only they know are no mistake then.
 */
export function serverEntries(
  node: Node | undefined,
  text: SettingsText,
  report: Report,
  isShared: boolean,
): readonly ServerEntry[] {
  if (node === undefined) return []
  if (node.type !== 'object') {
    report(node, 'expected an object: { "github": { "command": "…", "args": [ … ] } }')
    return []
  }
  return members(node).flatMap(({ key, name, value }) => {
    if (!isServerName(name)) {
      report(key, `${quoted(name)} is no name of a server: ${nameExpected}`)
      return []
    }
    const entry = new EntryReader(name, value, report, isShared).read()
    return entry === undefined ? [] : [{ name, ...entry, place: text.line(key) }]
  })
}

/** Reads one entry; the first thing that makes it unusable is what is told of it. */
class EntryReader {
  private isBroken = false
  private readonly found: ReadonlyMap<string, Node>

  private readonly name: string
  private readonly node: Node
  private readonly reportTo: Report
  private readonly isShared: boolean

  constructor(name: string, node: Node, reportTo: Report, isShared: boolean) {
    this.name = name
    this.node = node
    this.reportTo = reportTo
    this.isShared = isShared
    this.found = new Map(members(node).map((member) => [member.name, member.value]))
  }

  read(): Omit<ServerEntry, 'name' | 'place'> | undefined {
    if (this.node.type !== 'object') this.refuse(this.node, 'expected an object: { "command": "…" }')
    for (const { key, name } of members(this.node)) this.tellOfUnknown(key, name)
    const template = this.isBroken ? undefined : this.template()
    const isDisabled = this.flag('disabled') === true || this.found.get('enabled')?.value === false
    return template === undefined || this.isBroken ? undefined : { template, isDisabled }
  }

  private template(): ServerEntry['template'] | undefined {
    const type = this.type()
    const others = type === 'stdio' ? forAddresses : forPrograms
    const stray = others.find((key) => this.found.has(key))
    if (type === undefined) return undefined
    if (stray !== undefined) {
      const what = type === 'stdio' ? 'a program' : 'an address'
      return this.refuse(this.found.get(stray), `${quoted(stray)} says nothing about ${what}: leave it out`)
    }
    return type === 'stdio' ? this.program() : this.address()
  }

  private type(): 'stdio' | 'http' | undefined {
    const node = this.found.get('type')
    if (node === undefined) {
      if (this.found.has('command')) return 'stdio'
      if (this.found.has('url')) return 'http'
      return this.refuse(this.node, 'expected "command" for a program, or "url" for a server by HTTP')
    }
    const type = types.get(String(node.value))
    if (type !== undefined && node.type === 'string') return type
    if (node.value === 'sse')
      return this.refuse(
        node,
        'the old transport over server-sent events is not spoken here: use its address of streamable HTTP, with "type": "http"',
      )
    return this.refuse(node, unknownName('type', String(node.value), [...types.keys()]))
  }

  private program(): ServerEntry['template'] | undefined {
    const command = this.text('command', 'the program to run, such as "npx"')
    if (command === undefined) return undefined
    const cwd = this.found.has('cwd') ? this.text('cwd', 'a folder') : undefined
    const sandbox = this.flag('sandbox')
    return {
      type: 'stdio',
      command,
      args: this.list('args', 'arguments') ?? [],
      env: this.texts('env', 'variables: { "NAME": "value" }', /^[^=\0]+$/),
      ...(cwd !== undefined && { cwd }),
      ...(sandbox !== undefined && { sandbox }),
      ...this.settings(),
    }
  }

  private address(): ServerEntry['template'] | undefined {
    const url = this.text('url', 'an address, such as "https://example.com/mcp"')
    if (url === undefined) return undefined
    const oauth = this.oauth()
    return {
      type: 'http',
      url,
      headers: this.headers(),
      ...(oauth !== undefined && { oauth }),
      ...this.settings(),
    }
  }

  private headers(): Readonly<Record<string, string>> {
    const headers = this.texts('headers', 'headers: { "Authorization": "Bearer …" }', /^[\w!#$%&'*+.^`|~-]+$/)
    const names = new Set<string>()
    for (const name of Object.keys(headers)) {
      // Both would be sent as one.
      if (names.has(name.toLowerCase()))
        this.refuse(this.found.get('headers'), `the header ${name} stands there twice, in other letters`)
      names.add(name.toLowerCase())
    }
    return headers
  }

  private oauth(): Extract<ServerEntry['template'], { type: 'http' }>['oauth'] {
    const node = this.found.get('oauth')
    if (node === undefined) return undefined
    if (node.type !== 'object') return this.refuse(node, 'expected an object: { "clientId": "…" }')
    const inner = new EntryReader(this.name, node, (at, problem) => this.refuse(at, problem), true)
    const [clientId, clientSecret] = (['clientId', 'clientSecret'] as const).map((key) =>
      inner.found.has(key) ? inner.text(key, 'a text') : undefined,
    )
    const scopes = inner.list('scopes', 'scopes')
    return {
      ...(clientId !== undefined && { clientId }),
      ...(clientSecret !== undefined && { clientSecret }),
      ...(scopes !== undefined && { scopes }),
    }
  }

  private settings(): ServerSettings {
    const limits = times.flatMap((key) => {
      const node = this.found.get(key)
      if (node === undefined) return []
      const value: unknown = node.value
      if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostMs)
        return [[key, value] as const]
      this.refuse(node, `expected whole milliseconds, 1 to ${mostMs}`)
      return []
    })
    const parallel = this.flag('parallel')
    const [include, exclude] = (['include', 'exclude'] as const).map((key) => this.list(key, 'tools'))
    return {
      ...Object.fromEntries(limits),
      ...(parallel !== undefined && { parallel }),
      ...(include !== undefined && { include }),
      ...(exclude !== undefined && { exclude }),
    }
  }

  private tellOfUnknown(key: Node, name: string): void {
    if (known.includes(name) || (this.isShared && ofOthers.includes(name))) return
    const isMisspelt = meant(name, known).length > 0
    if (!this.isShared || isMisspelt)
      this.reportTo(key, `server ${this.name}: ${unknownName('key', name, known)}`)
  }

  private text(key: string, what: string): string | undefined {
    const node = this.found.get(key)
    if (node === undefined) return this.refuse(this.node, `expected ${quoted(key)}: ${what}`)
    const text = textOf(node, what, (at, problem) => this.refuse(at, problem))
    if (text === undefined || isPlain(text)) return text
    return this.refuse(
      node,
      text.trim() === '' ? `expected ${what}` : 'a NUL or a line break cannot stand here',
    )
  }

  private flag(key: string): boolean | undefined {
    const node = this.found.get(key)
    if (node === undefined) return undefined
    if (node.type === 'boolean') return node.value === true
    return this.refuse(node, `expected ${quoted(key)} to be true or false`)
  }

  private list(key: string, what: string): readonly string[] | undefined {
    const node = this.found.get(key)
    if (node === undefined) return undefined
    const refuse: Report = (at, problem) => this.refuse(at, problem)
    const items = itemsOf(node, what, refuse) ?? []
    return items.flatMap((item) => {
      const text = textOf(item, `one of the ${what}, as a text`, refuse)
      if (text?.includes('\0') === true) this.refuse(item, 'a NUL cannot stand here')
      return text ?? []
    })
  }

  private texts(key: string, what: string, names: RegExp): Readonly<Record<string, string>> {
    const node = this.found.get(key)
    if (node === undefined) return {}
    if (node.type !== 'object') this.refuse(node, `expected ${what}`)
    const entries = members(node).flatMap((member): (readonly [string, string])[] => {
      if (!names.test(member.name))
        this.refuse(member.key, `${quoted(member.name)} cannot be a name of ${key}`)
      const text = textOf(member.value, `a text for ${quoted(member.name)}`, (at, problem) =>
        this.refuse(at, problem),
      )
      if (text?.includes('\0') === true) this.refuse(member.value, 'a NUL cannot stand here')
      return text === undefined ? [] : [[member.name, text]]
    })
    return Object.fromEntries(entries)
  }

  /** Tells once why the entry is left out. */
  private refuse(node: Node | undefined, problem: string): undefined {
    if (!this.isBroken) this.reportTo(node ?? this.node, `server ${this.name} is left out: ${problem}`)
    this.isBroken = true
  }
}

/** A day: more is no limit that somebody meant. */
const mostMs = 86_400_000

function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return text.trim() !== '' && !/[\0\r\n]/.test(text)
}
