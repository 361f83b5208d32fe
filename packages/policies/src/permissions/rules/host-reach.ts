/** Hosts that a rule is about. */
export interface HostReach {
  readonly kind: 'host'
  /** Lower case, without the dot at its end. */
  readonly name: string
  /** Whether it is about all hosts below that name. */
  readonly below: boolean
  /** `undefined` where none is written, `*` for any. */
  readonly port: string | undefined
}

/** A host as a call names it. */
export interface HostPlace {
  readonly name: string
  readonly port: string | undefined
}

// What is no plain name or address is no host: no rule is about it.
const plainHost = /^(\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?(?::(\d{1,5}|\*))?$/i

/** Reads `host`, `host:port`; `undefined` for what is neither. */
export function hostPlace(text: string): HostPlace | undefined {
  const [, name, port] = plainHost.exec(text) ?? []
  return name === undefined || port === '*' ? undefined : { name: name.toLowerCase(), port }
}

/** Reads `example.com`, `*.example.com`, `example.com:8080`, `example.com:*`; `undefined` for what is none of them. */
export function hostReach(text: string): HostReach | undefined {
  const below = text.startsWith('*.')
  const [, name, port] = plainHost.exec(below ? text.slice(2) : text) ?? []
  return name === undefined ? undefined : { kind: 'host', name: name.toLowerCase(), below, port }
}

/** Whether a host is exactly what the rule says, for rules that allow: without a port, only those of the web. */
export function matchesHost(reach: HostReach, host: HostPlace): boolean {
  const named = reach.below ? host.name.endsWith(`.${reach.name}`) : host.name === reach.name
  return named && allowsPort(reach.port, host.port)
}

function allowsPort(wanted: string | undefined, port: string | undefined): boolean {
  if (wanted === '*' || port === wanted) return true
  return wanted === undefined && (port === '443' || port === '80')
}

/** Whether a host is what the rule may be about, for rules that ask and deny: whatever is below it, too. */
export function resemblesHost(reach: HostReach, host: HostPlace): boolean {
  const named = host.name === reach.name || host.name.endsWith(`.${reach.name}`)
  const { port } = reach
  return named && (port === undefined || port === '*' || host.port === undefined || port === host.port)
}
