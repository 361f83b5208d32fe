import { describeFound } from '../../json/describe.ts'
import { shorten } from '../../json/cut.ts'
import type { Hints } from '../hints.ts'
import type { NodeKind } from '../kind.ts'
import type { Found, Legality } from '../legality.ts'
import type { JsonSchemaNode, JsonSchemaScalar } from '../node.ts'
import type { Plan } from '../plan.ts'

/** What distinguishes one scalar type from the others. */
export interface ScalarType {
  /** As messages say it, such as `a string`. */
  readonly name: string
  readonly is: (value: unknown) => value is JsonSchemaScalar
  /** Its `typeof`, where that is enough to tell its snapshots. */
  readonly typeOf?: Plan['typeOf']
  /** What to say instead of the name about certain values. */
  readonly expected?: (value: unknown) => string
}

/** Messages list the values of an enum up to this many characters. */
const longestList = 1_000
/** Fewer values are compared one by one. */
const fewValues = 8

/** The kind of a scalar type: the type itself, `enum` and `const`. */
export function scalar(type: ScalarType): NodeKind {
  return {
    keywords: ['enum', 'const'],
    legal(node, legality) {
      const values = Object.hasOwn(node, 'enum') ? legalEnum(type, node['enum'], legality) : undefined
      if (Object.hasOwn(node, 'const')) legalConst(type, node, values, legality)
    },
    children: () => [],
    plan(node) {
      const accepts = acceptance(type, node)
      return {
        height: 1,
        typeOf: accepts === type.is ? (type.typeOf ?? '') : '',
        accepts,
        check(value, place, check) {
          if (!type.is(value)) {
            const expected = type.expected?.(value) ?? type.name
            check.fail(place, (path) => `"${path}" must be ${expected}, received ${describeFound(value)}`)
          } else if (!accepts(value)) {
            check.fail(place, (path, _detail, hints) => `"${path}" must be ${wanted(node, value, hints)}`)
          }
        },
      }
    },
  }
}

function legalEnum(type: ScalarType, value: unknown, legality: Legality): readonly unknown[] | undefined {
  const values = legality.list(value, 'a non-empty array of values', 'enum')
  if (values === undefined) return undefined
  if (values.length === 0) legality.fail('must not be empty', 'enum')
  for (const [index, entry] of values.entries()) {
    if (!type.is(entry)) legality.fail(`must be ${type.name}, not ${describeFound(entry)}`, 'enum', index)
  }
  return values
}

function legalConst(
  type: ScalarType,
  node: Found,
  values: readonly unknown[] | undefined,
  legality: Legality,
): void {
  const value = node['const']
  if (!type.is(value)) legality.fail(`must be ${type.name}, not ${describeFound(value)}`, 'const')
  else if (values !== undefined && !values.includes(value)) legality.fail('must be one of enum', 'const')
}

/** A legal const is a member of the enum beside it, so that it alone decides. */
function acceptance(type: ScalarType, node: JsonSchemaNode): (value: unknown) => boolean {
  const { const: only, enum: values } = node
  if (only !== undefined) return (value) => value === only
  if (values === undefined) return type.is
  if (values.length === 1) {
    const [first] = values
    return (value) => value === first
  }
  if (values.length <= fewValues) return (value) => values.includes(value as JsonSchemaScalar)
  const set = new Set<unknown>(values)
  return (value) => set.has(value)
}

function wanted(node: JsonSchemaNode, value: JsonSchemaScalar, hints: Hints): string {
  if (node.const !== undefined) return shorten(JSON.stringify(node.const), longestList)
  const values = node.enum ?? []
  return `one of ${printList(values)}${suggestion(values, value, hints)}`
}

function printList(values: readonly JsonSchemaScalar[]): string {
  const shown: string[] = []
  let length = 0
  for (const value of values) {
    const text = shorten(JSON.stringify(value), longestList)
    length += text.length + 1
    if (shown.length > 0 && length > longestList)
      return `[${shown.join(',')}, and ${values.length - shown.length} more]`
    shown.push(text)
  }
  return `[${shown.join(',')}]`
}

function suggestion(values: readonly JsonSchemaScalar[], value: JsonSchemaScalar, hints: Hints): string {
  if (typeof value !== 'string') return ''
  const close = hints.closest(value, () => values as readonly string[])
  return close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`
}
