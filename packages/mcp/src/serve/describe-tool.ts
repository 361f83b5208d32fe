import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'
import type { JsonObject, JsonValue } from '@millrace/schema'
import type { ToolDefinition, ToolEffects, ToolSchema } from '@millrace/tools'

/** A tool as the protocol lists it. @param isStructured - whether its results carry their values. */
export function describeTool(
  { name, description, parameters }: ToolSchema,
  definition: ToolDefinition | undefined,
  isStructured: boolean,
): Tool {
  const title = titleOf(name)
  const outputSchema = isStructured ? outputSchemaOf(definition) : undefined
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(parameters as JsonObject),
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: { title, ...annotationsOf(definition?.effects) },
  }
}

/** The protocol demands an object at the root, and models can give nothing else. */
function inputSchemaOf(parameters: JsonObject): Tool['inputSchema'] {
  return { ...parameters, type: 'object' } as Tool['inputSchema']
}

/**
 * The schema of what a tool returns, where the value says more than the text that is made of it.
 * @returns `undefined` for tools that return a text, or whatever they please: their content says all.
 */
export function outputSchemaOf(definition: ToolDefinition | undefined): JsonObject | undefined {
  const schema = definition?.output.schema as JsonValue | undefined
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return undefined
  const { type } = schema
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
  return type === undefined || isText ? undefined : schema
}

/** What a tool changes, in the words of the protocol. Whoever reads it must take it for a hint. */
function annotationsOf(effects: ToolEffects | undefined): ToolAnnotations {
  if (effects === 'none') return { readOnlyHint: true, destructiveHint: false, idempotentHint: true }
  return {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: effects === 'idempotent',
    openWorldHint: true,
  }
}

const ofServer = /^mcp__(?<server>.+?)__(?<tool>.+)$/

/** For people: `web_fetch` as `Web fetch`, `mcp__github__get_issue` as `github: get issue`. */
function titleOf(name: string): string {
  const { server, tool } = ofServer.exec(name)?.groups ?? {}
  if (server !== undefined && tool !== undefined) return `${server}: ${spaced(tool)}`
  const words = spaced(name)
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

function spaced(name: string): string {
  return name.replaceAll('_', ' ').trim() || name
}
