import { span, wrapWords, type Row, type Tone } from '@millrace/cards'
import { exampleCall, requiredOf } from '../call/example.ts'
import { asSchema, propertiesOf, type Schema } from '../call/typed-value.ts'
import type { ForeseenTool } from './listed.ts'
import { notes } from './notes.ts'
import { outcomes } from './outcomes.ts'
import { typeName } from './type-name.ts'

/** One tool for a person: what it does, what it takes, and a call to try. */
export function toolRows(tool: ForeseenTool, folder: string, width: number): Row[] {
  const { name, description, kind, source, outcome } = tool
  const required = requiredOf(tool)
  const parameters = [...propertiesOf(tool.parameters)]
  const note = source === 'built in' ? notes.get(name) : undefined
  return [
    [span(name, 'strong')],
    ...wrapped(`kind ${kind}; ${source}; ${outcomes[outcome].meaning}`, '', width, 'quiet'),
    [],
    ...description.split('\n').flatMap((line) => wrapped(line, '', width)),
    ...(note === undefined ? [] : wrapped(note, '', width)),
    [],
    [span('Arguments', 'strong')],
    ...parameters.flatMap(([key, schema]) => parameterRows(key, schema, required.includes(key), width, '  ')),
    ...(parameters.length === 0 ? [[span('  none')]] : []),
    [],
    [span('Example', 'strong')],
    [span(`  ${exampleCall(tool, folder)}`)],
  ]
}

function parameterRows(
  key: string,
  schema: Schema,
  isRequired: boolean,
  width: number,
  margin: string,
): Row[] {
  const { description, default: byDefault } = schema
  const facts = [
    typeName(schema),
    ...(isRequired ? ['required'] : []),
    ...(byDefault === undefined ? [] : [`default ${JSON.stringify(byDefault)}`]),
  ]
  return [
    [span(`${margin}${key}`, 'strong'), span(`  ${facts.join(', ')}`)],
    ...(typeof description === 'string' ? wrapped(description, `${margin}    `, width, 'quiet') : []),
    ...memberRows(schema, width, `${margin}  `),
  ]
}

/** A deeper margin would leave no room for words. */
const deepestMargin = 12

/** What stands in an object, or in each object of a list. */
function memberRows(schema: Schema, width: number, margin: string): Row[] {
  if (margin.length > deepestMargin) return []
  const holder = schema['type'] === 'array' ? asSchema(schema['items']) : schema
  const required = requiredOf({ parameters: holder })
  return [...propertiesOf(holder)].flatMap(([key, each]) => {
    return parameterRows(key, each, required.includes(key), width, margin)
  })
}

function wrapped(text: string, margin: string, width: number, tone: Tone = 'plain'): Row[] {
  const rows = wrapWords(text, Math.max(1, width - margin.length))
  return rows.map((row) => [span(margin), span(row, tone)])
}
