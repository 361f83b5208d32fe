import type { ToolDefinition } from '@millrace/tools'
import { keyText } from './scalar-text.ts'
import { commentText, typeText } from './type-text.ts'

/** The entries of one tool in the two maps. */
interface Entries {
  readonly args: string
  readonly output: string
}

const known = new WeakMap<ToolDefinition, Entries>()

/**
 * What a program's tools and globals are, in TypeScript.
 * @param definitions - sorted by name.
 */
export function typescriptDeclarations(definitions: readonly ToolDefinition[]): string {
  const entries = definitions.map(entriesOf)
  const args = entries.map((entry) => entry.args)
  const outputs = entries.map((entry) => entry.output)
  return [json, interfaceText('ToolArgsMap', args), interfaceText('ToolOutputMap', outputs), rest].join(
    '\n\n',
  )
}

function entriesOf(definition: ToolDefinition): Entries {
  let entries = known.get(definition)
  if (entries === undefined) {
    const { name, description, parameters, output } = definition
    const key = keyText(name)
    entries = {
      args: `${commentText(description, '  ')}  ${key}: ${typeText(parameters, 1)};\n`,
      output: `  ${key}: ${typeText(output.schema, 1)};\n`,
    }
    known.set(definition, entries)
  }
  return entries
}

function interfaceText(name: string, entries: readonly string[]): string {
  return entries.length === 0 ? `interface ${name} {}` : `interface ${name} {\n${entries.join('')}}`
}

const json = 'type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }'

const rest = `type ToolName = keyof ToolOutputMap

declare class ToolCallError extends Error {
  readonly toolName: ToolName;
  readonly code: string;
}

declare const tools: {
  readonly [Name in ToolName]: (args: ToolArgsMap[Name]) => Promise<ToolOutputMap[Name]>;
} & {
  $search(query: string | { query: string; namespace?: string; limit?: number }): Promise<{
    tools: { name: ToolName; line: string }[];
    total: number;
    truncated: boolean;
  }>;
  $describe(names: string | string[] | { names: string | string[]; full?: boolean }): Promise<string>;
}

interface ImageHandle { $image: string; mimeType: string; bytes: number; width?: number; height?: number }

declare function show(image: ImageHandle): Promise<void>
declare function sleep(ms: number): Promise<void>
`
