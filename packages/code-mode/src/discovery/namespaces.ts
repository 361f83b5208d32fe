/** The strongest of these marks in a name ends its namespace, where it stands first. */
const marks = ['.', '__', '_', '-']

/** Said before names of some servers' tools, and no namespace of itself. */
const server = 'mcp__'

/** Names of tools by what they begin with, both sorted by code unit. Namespaces of one name are put together under ''. */
export type Namespaces = ReadonlyMap<string, readonly string[]>

/** The namespace that a name would have. MCP servers and large APIs put theirs first: `issues_create`, `github__search`. */
export function namespaceOf(name: string): string {
  const from = name.startsWith(server) ? server.length : 0
  const ends = marks.map((mark) => name.indexOf(mark, from)).find((at) => at >= 0) ?? 0
  return ends <= from ? '' : name.slice(0, ends)
}

/** Sorts names into namespaces. */
export function namespacesOf(names: Iterable<string>): Namespaces {
  const found = new Map<string, string[]>()
  for (const name of names) {
    const namespace = namespaceOf(name)
    const those = found.get(namespace)
    if (those === undefined) found.set(namespace, [name])
    else those.push(name)
  }
  const single = found.get('') ?? []
  for (const [namespace, those] of found) {
    if (namespace === '' || those.length > 1) continue
    single.push(...those)
    found.delete(namespace)
  }
  if (single.length > 0) found.set('', single)
  return new Map([...found].map(([key, those]) => [key, those.sort(byCodeUnit)] as const).sort(byKey))
}

/** Order that no language or machine changes. */
export function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  byCodeUnit(one, other)
