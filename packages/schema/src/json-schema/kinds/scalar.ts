import { nearest } from '../../nearest.ts'
import type { JsonValue } from '../../json/value.ts'
import type { JsonSchemaNode, JsonSchemaScalar } from '../node.ts'
import { settled, violation, type Plan, type Spot } from '../plan.ts'
import type { Kind } from './kind.ts'

/** What sets one scalar kind apart. */
interface Scalar {
  /** The values of this type; `-0`, `NaN` and the infinities are of none. */
  readonly belongs: (value: unknown) => boolean
  /** How messages call such a value, and what they say of others. */
  readonly called: string
  readonly expected?: (value: unknown) => string
}

function scalar({ belongs, called, expected = () => called }: Scalar): Kind {
  return {
    keywords: ['enum', 'const'],
    legal: (reader) => reader.scalars(belongs, called),
    compile: (node) => {
      const allowed = choiceOf(node)
      return {
        accepts: (value: JsonValue) => belongs(value) && (allowed === undefined || allowed.has(value)),
        check: (value, at) =>
          belongs(value)
            ? settled(refusedChoice(node, allowed, value, at))
            : settled([violation(at, `must be ${expected(value)}`)]),
      } satisfies Plan
    },
  }
}

function choiceOf(node: JsonSchemaNode): ReadonlySet<unknown> | undefined {
  if (Object.hasOwn(node, 'const')) return new Set([node.const])
  return node.enum === undefined ? undefined : new Set<unknown>(node.enum)
}

function refusedChoice(
  node: JsonSchemaNode,
  allowed: ReadonlySet<unknown> | undefined,
  value: unknown,
  at: Spot,
): string[] {
  if (allowed === undefined || allowed.has(value)) return []
  if (Object.hasOwn(node, 'const')) return [violation(at, `must be ${JSON.stringify(node.const)}`)]
  const choices = node.enum ?? []
  return [violation(at, `must be one of ${JSON.stringify(choices)}${suggestion(value, choices)}`)]
}

function suggestion(value: unknown, choices: readonly JsonSchemaScalar[]): string {
  if (typeof value !== 'string') return ''
  const near = nearest(
    value,
    choices.filter((choice) => typeof choice === 'string'),
  )
  return near.length === 0 ? '' : `; did you mean ${near.map((name) => JSON.stringify(name)).join(' or ')}?`
}

const isFiniteJsonNumber = (value: unknown): boolean => Number.isFinite(value) && !Object.is(value, -0)

/** Text. */
export const string: Kind = scalar({ belongs: (value) => typeof value === 'string', called: 'a string' })

/** Any finite number but `-0`. */
export const number: Kind = scalar({
  belongs: isFiniteJsonNumber,
  called: 'a number',
  expected: (value) => (typeof value === 'number' ? 'a finite JSON number' : 'a number'),
})

/** A number without a fraction. */
export const integer: Kind = scalar({
  belongs: (value) => Number.isInteger(value) && !Object.is(value, -0),
  called: 'an integer',
})

/** `true` or `false`. */
export const boolean: Kind = scalar({ belongs: (value) => typeof value === 'boolean', called: 'a boolean' })

/** `null` alone. */
export const nothing: Kind = scalar({ belongs: (value) => value === null, called: 'null' })
