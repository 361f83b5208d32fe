import { shorten } from '../../json/cut.ts'
import { describeFound } from '../../json/describe.ts'
import type { PathStep } from '../../json/path.ts'
import { printPath } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Failure } from './failures.ts'

/** At most so many failures of one value are put into words. */
const mostLines = 20
const longestOperand = 300

/**
 * Why a value is invalid, one line each, in the manner of the enforced subset.
 *
 * @param failures - at least one.
 * @param value - the whole value.
 */
export function explainFailures(failures: readonly Failure[], value: JsonValue): string[] {
  const lines = failures.slice(0, mostLines).flatMap((failure) => explainFailure(failure, value))
  const more = Math.max(0, failures.length - mostLines) + Math.max(0, lines.length - mostLines)
  if (more === 0) return lines
  return [...lines.slice(0, mostLines), `and ${more} more violation${more === 1 ? '' : 's'}`]
}

function explainFailure({ keyword, location, operand, instance }: Failure, value: JsonValue): string[] {
  const name = keyword.slice(keyword.lastIndexOf('/') + 1)
  const { steps, part } = follow(instance.pointer, value)
  const path = printPath(steps) || 'arguments'
  if (name === 'required' && Array.isArray(operand)) {
    return operand
      .filter((key) => !Object.hasOwn(Object(part), key))
      .map((key: string) => `missing required property "${printPath([...steps, key])}"`)
  }
  const text = wordings[name]?.(operand, part) ?? falseSchema(name, location) ?? `does not satisfy ${name}`
  return [`"${path}" ${text}`]
}

/** The steps of a JSON Pointer and the part it leads to. */
function follow(pointer: string, value: JsonValue): { steps: PathStep[]; part: unknown } {
  const steps: PathStep[] = []
  let part: unknown = value
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    steps.push(Array.isArray(part) ? Number(key) : key)
    part = (part as Readonly<Record<string, unknown>> | undefined)?.[key]
  }
  return { steps, part }
}

const articles: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
}

/** Puts a keyword whose operand is a number into words. */
const amount =
  (words: (limit: number) => string) =>
  (operand: unknown): string | undefined =>
    typeof operand === 'number' ? words(operand) : undefined

const items = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** What the keywords demand; the operand is what the library compiled their value to. */
const wordings: Readonly<Record<string, (operand: unknown, part: unknown) => string | undefined>> = {
  type(operand, part) {
    const types = [operand].flat().map((type) => articles[String(type)] ?? String(type))
    return `must be ${types.join(' or ')}, received ${describeFound(part)}`
  },
  const: (operand) => `must be ${shorten(String(operand), longestOperand)}`,
  enum: (operand) => `must be one of ${shorten(`[${String(operand)}]`, longestOperand)}`,
  minimum: amount((limit) => `must be at least ${limit}`),
  maximum: amount((limit) => `must be at most ${limit}`),
  exclusiveMinimum: amount((limit) => `must be greater than ${limit}`),
  exclusiveMaximum: amount((limit) => `must be less than ${limit}`),
  multipleOf: amount((unit) => `must be a multiple of ${unit}`),
  minLength: amount((limit) => `must have at least ${items(limit, 'character')}`),
  maxLength: amount((limit) => `must have at most ${items(limit, 'character')}`),
  minItems: amount((limit) => `must have at least ${items(limit, 'item')}`),
  maxItems: amount((limit) => `must have at most ${items(limit, 'item')}`),
  minProperties: amount(
    (limit) => `must have at least ${limit === 1 ? '1 property' : `${limit} properties`}`,
  ),
  maxProperties: amount((limit) => `must have at most ${limit === 1 ? '1 property' : `${limit} properties`}`),
  pattern: (operand) => {
    const { source } = operand as { readonly source: string }
    return `must match the pattern ${shorten(source, longestOperand)}`
  },
  uniqueItems: () => 'must not have the same item twice',
  contains: () => 'must contain as many matching items as the schema asks for',
  anyOf: () => 'must match at least one anyOf branch',
  oneOf: () => 'must match exactly one oneOf branch',
  not: () => 'must not match the schema under not',
}

/** A property or item that the schema forbids outright. */
function falseSchema(name: string, location: string): string | undefined {
  if (name !== 'validate') return undefined
  const keyword = location.slice(location.lastIndexOf('/') + 1)
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
    ? `is not a declared property (${keyword}: false)`
    : 'is not allowed'
}
