import { headOf } from '@millrace/schema'

/** UTF-16 units of a provider's answer that are looked at. */
const mostRead = 65_536
/** Causes behind a failure that are looked at. */
const mostCauses = 8

/** What a failure of a provider's package says about itself, read without trusting that it says anything. */
export interface FailureFacts {
  /** The name of the error's class. */
  readonly name: string
  readonly message: string
  readonly status?: number
  /** Where the request went: host and port alone. */
  readonly host?: string
  /** The provider's own words for the kind of failure. */
  readonly type: string
  /** The provider's own words. */
  readonly words: string
  /** The code of a failure of the network, such as `ECONNREFUSED`. */
  readonly network?: string
  readonly retryAfter?: string
  readonly retryAfterMs?: string
  /** Host and port that the provider sends requests on to. */
  readonly location?: string
}

/** Reads a failure. Keys can stand in whatever it returns but the host, the status and the network's code. */
export function factsOf(error: unknown): FailureFacts {
  const status = member(error, 'statusCode')
  const headers = member(error, 'responseHeaders')
  const said = saidBy(error)
  return {
    name: text(member(error, 'name')),
    message: typeof error === 'string' ? headOf(error, mostRead) : text(member(error, 'message')),
    ...said,
    ...optional('status', typeof status === 'number' ? status : undefined),
    ...optional('host', hostOf(member(error, 'url'))),
    ...optional('network', networkCode(error)),
    ...optional('retryAfter', header(headers, 'retry-after')),
    ...optional('retryAfterMs', header(headers, 'retry-after-ms')),
    ...optional('location', hostOf(header(headers, 'location'))),
  }
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V })
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return Reflect.get(value, key)
  } catch {
    // A getter that throws says nothing.
    return undefined
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? headOf(value, mostRead) : '')

function header(headers: unknown, name: string): string | undefined {
  const value = member(headers, name)
  return typeof value === 'string' ? headOf(value, 2_000) : undefined
}

/** Host and port of an address; nothing else of it, as keys can stand in all other parts. */
export function hostOf(url: unknown): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : undefined
}

/** The provider's words: from the body of its answer, or from an error within a stream. */
function saidBy(error: unknown): { type: string; words: string } {
  const body = member(error, 'responseBody')
  const parsed = typeof body === 'string' ? parsedBody(body) : error
  const inner = member(parsed, 'error') ?? parsed
  if (typeof inner === 'string') return { type: '', words: text(inner) }
  const kinds = [member(inner, 'type'), member(inner, 'code'), member(parsed, 'code')]
  const type = kinds.filter((kind) => typeof kind === 'string').join(' ')
  const words = text(member(inner, 'message')) || text(member(parsed, 'detail'))
  return {
    type: headOf(type, 500),
    words: words || (typeof body === 'string' && parsed === undefined ? text(body) : ''),
  }
}

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The code of the system or of the HTTP client, somewhere among the causes. */
function networkCode(error: unknown): string | undefined {
  let current = error
  for (let left = mostCauses; left > 0 && typeof current === 'object' && current !== null; left--) {
    const code = member(current, 'code')
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return code
    const [first] = listOf(member(current, 'errors'))
    current = member(current, 'cause') ?? first
  }
  return undefined
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
