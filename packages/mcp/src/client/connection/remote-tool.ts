import { snapshotJsonValue, type JsonObject, type JsonValue } from '@millrace/schema'
import { messageOf, shown } from '@millrace/protocol'
import type { RemoteTool } from '../../contract/connection.ts'
import { isRecord } from '../../is-record.ts'
import { connectionLimits } from './limits.ts'

/** An entry of a list of tools as a tool, or a sentence on why it is none. */
export function remoteTool(entry: unknown, place: number): RemoteTool | string {
  if (!isRecord(entry)) return `entry ${place} of the list is no object; it is left out`
  const { name } = entry
  if (typeof name !== 'string' || name === '') return `entry ${place} of the list has no name; it is left out`
  if (name.length > connectionLimits.nameLength) {
    return `the tool "${shown(name)}" has a name of more than ${connectionLimits.nameLength} characters; it is left out`
  }
  let wire: JsonObject
  try {
    wire = snapshotJsonValue(entry) as JsonObject
  } catch (error) {
    return `the definition of the tool "${shown(name)}" is no exact JSON (${shown(messageOf(error))}); it is left out`
  }
  return toolOf(name, wire)
}

function toolOf(name: string, wire: JsonObject): RemoteTool {
  const { title, description, inputSchema, outputSchema, annotations } = wire
  return {
    name,
    ...(typeof title === 'string' && { title }),
    description: typeof description === 'string' ? description : '',
    inputSchema: inputSchema ?? {},
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: annotationsOf(annotations),
    wire,
  }
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

function annotationsOf(value: JsonValue | undefined): RemoteTool['annotations'] {
  if (!isRecord(value)) return {}
  const { title } = value
  const said = hints.flatMap((hint) => {
    const answer = value[hint]
    return typeof answer === 'boolean' ? [[hint, answer] as const] : []
  })
  return { ...(typeof title === 'string' && { title }), ...Object.fromEntries(said) }
}
