import { compileForeignSchema, headOf, printJson, snapshotJsonValue, type JsonValue } from '@millrace/schema'
import { messageOf } from '@millrace/protocol'
import type { McpFieldLimits, McpQuestionField } from '../../contract/question.ts'
import { isRecord } from '../../is-record.ts'

const mostFields = 64
const schemaLength = 64 * 1024
const mostOptions = 1000
const textLength = 2000

/** What a server asks for, and whether an answer is that. */
export interface AskedFields {
  readonly fields: readonly McpQuestionField[]
  /** What is wrong with an answer, one line each. */
  judge(content: Readonly<Record<string, JsonValue>>): string[]
}

/** The fields of a flat schema, or why it is none. */
export async function flatFields(schema: unknown): Promise<AskedFields | string> {
  if (!isRecord(schema) || schema['type'] !== 'object' || !isRecord(schema['properties'])) {
    return 'a question whose schema is no object with properties'
  }
  const properties = Object.entries(schema['properties'])
  if (properties.length > mostFields) return `a question with more than ${mostFields} fields`
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const fields: McpQuestionField[] = []
  for (const [name, node] of properties) {
    const field = fieldOf(name, node, required.has(name))
    if (field === undefined) return 'a question with a field that is no text, number, yes or no, or choice'
    fields.push(field)
  }
  try {
    const exact = snapshotJsonValue(schema)
    if (printJson(exact).length > schemaLength) return 'a question whose schema is too long'
    const validate = await compileForeignSchema(exact)
    const names = new Set(fields.map(({ name }) => name))
    const unasked = (content: object) =>
      Object.keys(content).flatMap((name) => (names.has(name) ? [] : ['a field that was not asked for']))
    return { fields, judge: (content) => [...unasked(content), ...validate({ ...content })] }
  } catch (error) {
    return `a question whose schema cannot be used: ${messageOf(error)}`
  }
}

type Option = NonNullable<McpQuestionField['options']>[number]

function fieldOf(name: string, node: unknown, required: boolean): McpQuestionField | undefined {
  if (!isRecord(node)) return undefined
  const kind = kindOf(node)
  if (kind === undefined) return undefined
  const { title, description, default: usual } = node
  const limits = limitsOf(node, kind.type)
  return {
    name,
    ...(typeof title === 'string' && { title: headOf(title, textLength) }),
    ...(typeof description === 'string' && { description: headOf(description, textLength) }),
    ...kind,
    required,
    ...(usual !== undefined && { default: snapshotJsonValue(usual) }),
    ...(Object.keys(limits).length > 0 && { limits }),
  }
}

const limitNames = {
  text: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  choice: [],
  choices: ['minItems', 'maxItems'],
} as const satisfies Record<McpQuestionField['type'], readonly (keyof McpFieldLimits)[]>

const formats = ['email', 'uri', 'date', 'date-time'] as const

function limitsOf(node: Readonly<Record<string, unknown>>, type: McpQuestionField['type']): McpFieldLimits {
  const numbers = limitNames[type].flatMap((name) => {
    const limit = node[name]
    return typeof limit === 'number' && Number.isFinite(limit) ? [[name, limit] as const] : []
  })
  const format = type === 'text' ? formats.find((each) => each === node['format']) : undefined
  return { ...Object.fromEntries(numbers), ...(format !== undefined && { format }) }
}

function kindOf(
  node: Readonly<Record<string, unknown>>,
): Pick<McpQuestionField, 'type' | 'options'> | undefined {
  switch (node['type']) {
    case 'string': {
      if (!('enum' in node) && !('oneOf' in node)) return { type: 'text' }
      const options = optionsOf(node['enum'], node['enumNames'], node['oneOf'])
      return options && { type: 'choice', options }
    }
    case 'number':
    case 'integer':
    case 'boolean':
      return { type: node['type'] }
    case 'array': {
      const { items } = node
      if (!isRecord(items)) return undefined
      const options = optionsOf(items['enum'], undefined, items['anyOf'] ?? items['oneOf'])
      return options && { type: 'choices', options }
    }
    default:
      return undefined
  }
}

function optionsOf(values: unknown, titles: unknown, titled: unknown): Option[] | undefined {
  const listed = Array.isArray(values)
    ? values.map((value: unknown, index) => ({
        value,
        title: Array.isArray(titles) ? titles[index] : undefined,
      }))
    : Array.isArray(titled)
      ? titled.map((one: unknown) =>
          isRecord(one) ? { value: one['const'], title: one['title'] } : { value: undefined },
        )
      : []
  if (listed.length === 0 || listed.length > mostOptions) return undefined
  const options: Option[] = []
  for (const { value, title } of listed) {
    if (typeof value !== 'string') return undefined
    options.push({ value, title: headOf(typeof title === 'string' ? title : value, textLength) })
  }
  return options
}
