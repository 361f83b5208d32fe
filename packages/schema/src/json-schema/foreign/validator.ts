import { removeUriSchemePlugin } from '@hyperjump/browser'
import {
  InvalidSchemaError,
  registerSchema,
  setMetaSchemaOutputFormat,
  unregisterSchema,
} from '@hyperjump/json-schema/draft-2020-12'
import type { CompiledSchema } from '@hyperjump/json-schema/experimental'
import { BASIC, compile, getSchema, interpret } from '@hyperjump/json-schema/experimental'
import * as Instance from '@hyperjump/json-schema/instance/experimental'
import { printPath } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import { JsonSchemaError } from '../errors.ts'
import { tampering } from './dialect.ts'
import { expandedSize } from './expanded-size.ts'
import { explainFailures } from './explain.ts'
import { FailureCollector, TooMuchWork } from './failures.ts'
import { replacePatternKeywords } from './patterns.ts'

const defaultDialect = 'https://json-schema.org/draft/2020-12/schema'

/** Older drafts, each loaded when a schema first names it. */
const drafts: readonly (readonly [RegExp, () => Promise<unknown>])[] = [
  [/json-schema\.org\/v1/u, () => import('@hyperjump/json-schema')],
  [/draft\/2019-09\//u, () => import('@hyperjump/json-schema/draft-2019-09')],
  [/draft-07\//u, () => import('@hyperjump/json-schema/draft-07')],
  [/draft-06\//u, () => import('@hyperjump/json-schema/draft-06')],
  [/draft-04\//u, () => import('@hyperjump/json-schema/draft-04')],
]

// Without these the library knows no way to fetch anything.
for (const scheme of ['http', 'https', 'file']) removeUriSchemePlugin(scheme)
replacePatternKeywords()
setMetaSchemaOutputFormat(BASIC)

/** A larger value is refused unseen. */
const mostParts = 2_000_000

let serial = 0

/**
 * Compiles one schema. The library keeps a single registry, so that callers must take turns; nothing stays in it.
 *
 * @throws JsonSchemaError for a schema that is wrong, too deep, or refers to what is not known.
 */
export async function makeValidator(
  schema: JsonValue,
  remotes: Readonly<Record<string, JsonValue>>,
): Promise<(value: JsonValue) => string[]> {
  const problem = tampering(schema)
  if (problem !== undefined) throw new JsonSchemaError([`schema.${problem} here`])
  await loadDrafts(schema, remotes)
  const registry = new Registry()
  try {
    registry.addAll(remotes)
    const address = `urn:millrace:schema:${++serial}`
    registry.add(schema, address)
    const compiled = await compile(await getSchema(address))
    return (value) => judge(compiled, value)
  } catch (error) {
    throw new JsonSchemaError([describeProblem(error, registry)])
  } finally {
    registry.clear()
  }
}

/** What one schema put into the library's registry. */
class Registry {
  /** Why some documents could not be registered; it only matters when a schema refers to them. */
  readonly problems: Map<string, string> = new Map()
  readonly #addresses: string[] = []

  add(document: JsonValue, address: string): void {
    registerSchema(document as never, address, defaultDialect)
    this.#addresses.push(address)
  }

  /** Adds documents of which some may describe the dialect of others, so that these can only come later. */
  addAll(documents: Readonly<Record<string, JsonValue>>): void {
    let waiting = Object.entries(documents)
    for (let before = Number.POSITIVE_INFINITY; waiting.length < before;) {
      before = waiting.length
      waiting = waiting.filter(([address, document]) => !this.#tryAdd(document, address))
    }
  }

  clear(): void {
    for (const address of this.#addresses) unregisterSchema(address)
  }

  #tryAdd(document: JsonValue, address: string): boolean {
    const problem = tampering(document, address)
    if (problem !== undefined) {
      this.problems.set(address, `It is left out: ${problem}.`)
      return true
    }
    try {
      this.add(document, address)
      this.problems.delete(address)
      return true
    } catch (error) {
      this.problems.set(address, messageOf(error))
      return false
    }
  }
}

async function loadDrafts(schema: JsonValue, remotes: Readonly<Record<string, JsonValue>>): Promise<void> {
  for (const document of [schema, ...Object.values(remotes)]) {
    if (typeof document !== 'object' || document === null || Array.isArray(document)) continue
    const { $schema } = document
    if (typeof $schema !== 'string') continue
    for (const [address, load] of drafts) if (address.test($schema)) await load()
  }
}

function judge(compiled: CompiledSchema, value: JsonValue): string[] {
  // The library makes a node of its own for every part, shared or not.
  if (expandedSize(value) > mostParts) return ['"arguments" has too many parts to be checked by this schema']
  const collector = new FailureCollector()
  try {
    const { valid } = interpret(compiled, Instance.fromJs(value), {
      outputFormat: 'FLAG',
      plugins: [collector],
    })
    return valid ? [] : explainFailures(collector.failures, value)
  } catch (error) {
    if (error instanceof TooMuchWork) return ['"arguments" takes too much work to be checked by this schema']
    // The library recurses; a value or a reference that never ends takes all of the stack.
    if (error instanceof RangeError) return ['"arguments" is nested too deep to be checked by this schema']
    throw error
  }
}

function describeProblem(error: unknown, registry: Registry): string {
  if (error instanceof RangeError) return 'schema is nested too deep'
  if (error instanceof InvalidSchemaError) {
    const [first] = error.output.errors ?? []
    const pointer = decodeURIComponent(first?.instanceLocation.replace(/^[^#]*#/u, '') ?? '')
    return `${printPath(stepsOfPointer(pointer), 'schema')} is not valid JSON Schema`
  }
  const message = messageOf(error)
  if (!message.startsWith('Unable to load')) return `schema cannot be used: ${message}`
  const why = [...registry.problems].find(([address]) => message.includes(`'${address}`))?.[1]
  return `schema cannot be used: ${message} ${why ?? 'It is not known here, and nothing is ever fetched.'}`
}

/** What the library says, without the address that a schema has in its registry. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(/urn:millrace:schema:\d+#?/gu, 'schema')
}

const stepsOfPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
