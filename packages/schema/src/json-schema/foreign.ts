import { printPath } from '../json/path.ts'
import type { JsonValue } from '../json/value.ts'
import { JsonSchemaError } from './errors.ts'
import { loadFor } from './foreign-library.ts'

/** What a foreign schema may lean on. */
export interface ForeignSchemaOptions {
  /** Documents known locally, by the address under which a `$ref` names them; nothing else is ever fetched. */
  readonly remotes?: Readonly<Record<string, JsonValue>>
}

/** Judges a value by a foreign schema: why it is refused, one line each; empty when it is accepted. */
export type ForeignValidator = (value: JsonValue) => string[]

const draft2020 = 'https://json-schema.org/draft/2020-12/schema'

/** At most so many reasons are given for one value. */
const mostReasons = 20

/**
 * Makes a schema that somebody else wrote ready, by the whole of JSON Schema: draft 2020-12, or the draft that
 * `$schema` names. The validator is loaded when the first such schema appears.
 * @throws JsonSchemaError when the schema is invalid, or refers to something that is not known locally.
 */
export async function compileForeignSchema(
  schema: JsonValue,
  options: ForeignSchemaOptions = {},
): Promise<ForeignValidator> {
  const compiling = queue.then(() => compile(schema, options))
  queue = compiling.catch(() => undefined)
  return compiling
}

// The library keeps one registry for the process: schemas take turns, so that their identifiers never meet.
let queue: Promise<unknown> = Promise.resolve()
let serial = 0

async function compile(schema: JsonValue, { remotes = {} }: ForeignSchemaOptions): Promise<ForeignValidator> {
  const { registerSchema, unregisterSchema, validate, BASIC } = await loadFor(schema)
  const registered: string[] = []
  const add = (document: JsonValue, address: string): void => {
    registerSchema(document as never, address, draft2020)
    registered.push(address)
  }
  const address = `urn:millrace:schema:${++serial}`
  try {
    for (const [remote, document] of Object.entries(remotes)) add(document, remote)
    add(schema, address)
    const judge = await validate(address)
    return (value) => {
      if (judge(value).valid) return []
      const output = judge(value, BASIC)
      return output.valid ? [] : reasonsOf(output.errors ?? [])
    }
  } catch (error) {
    throw new JsonSchemaError([
      `schema cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    ])
  } finally {
    for (const known of registered) unregisterSchema(known)
  }
}

interface Refusal {
  readonly keyword: string
  readonly instanceLocation: string
}

function reasonsOf(errors: readonly Refusal[]): string[] {
  const reasons = errors
    .slice(0, mostReasons)
    .map(
      ({ keyword, instanceLocation }) => `"${placeOf(instanceLocation)}" does not satisfy ${nameOf(keyword)}`,
    )
  const hidden = errors.length - reasons.length
  if (hidden > 0) reasons.push(`and ${hidden} more`)
  return reasons.length > 0 ? reasons : ['"value" is not accepted by the schema']
}

function nameOf(keyword: string): string {
  return keyword.slice(keyword.lastIndexOf('/') + 1)
}

/** A JSON Pointer in a URI fragment as the path that other messages print. */
function placeOf(location: string): string {
  const steps = decodeURI(location.slice(1))
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  return printPath(steps) || 'value'
}
