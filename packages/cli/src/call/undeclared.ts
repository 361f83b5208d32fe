import type { JsonValue, ToolSchema } from '@millrace/protocol'
import type { Io } from '../io.ts'
import { meant } from '../meant.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import { propertiesOf, type Schema } from './typed-value.ts'

const mostWarnings = 3

/** Warns of arguments that a tool does not declare, where its schema neither refuses nor invites them. */
export function warnOfUndeclared(value: JsonValue, tool: ToolSchema, io: Io): void {
  const { additionalProperties, patternProperties } = tool.parameters as Schema
  if (additionalProperties !== undefined || patternProperties !== undefined) return
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const declared = [...propertiesOf(tool.parameters).keys()]
  const undeclared = Object.keys(value).filter((key) => !declared.includes(key))
  for (const key of undeclared.slice(0, mostWarnings)) {
    writeWarning(io, `tool "${tool.name}" has no argument "${key}" and may ignore it`)
    writeHints(io, meant(key, declared))
  }
  const more = undeclared.length - mostWarnings
  if (more > 0) writeWarning(io, `and ${more} more that it does not declare`)
}
