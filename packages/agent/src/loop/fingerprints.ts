import { createHash } from 'node:crypto'
import type { JsonValue, ToolSchema } from '@millrace/protocol'
import { canonicalJson } from '@millrace/schema'

/** What tells one version of a tool from another, by the names of the tools. */
export function fingerprints(schemas: readonly ToolSchema[]): Readonly<Record<string, string>> {
  return Object.fromEntries(schemas.map((schema) => [schema.name, fingerprint(schema)]))
}

function fingerprint(schema: ToolSchema): string {
  const text = canonicalJson(schema as unknown as JsonValue)
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
