import type { JsonValue } from '../json/value.ts'

/** The types of the scalar kinds; a literal in `const` or `enum` takes precedence. */
interface Scalars {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
  json: JsonValue
}

/** Counts container levels: `Deeper[D]` is one level further in. */
type Deeper = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]

type Literal<S> = S extends { readonly const: unknown }
  ? S['const']
  : S extends { readonly enum: readonly unknown[] }
    ? S['enum'][number]
    : never

/** `D` containers stand around this node: at 16, a further container is any JSON. */
type InferValueAt<S, D extends number> = S extends { readonly type: keyof Scalars }
  ? S extends { readonly const: unknown } | { readonly enum: readonly unknown[] }
    ? Literal<S>
    : Scalars[S['type']]
  : D extends 16
    ? JsonValue
    : S extends { readonly items: unknown }
      ? InferValueAt<S['items'], Deeper[D]>[]
      : S extends { readonly additionalProperties: false; readonly properties: unknown }
        ? InferProperties<S['properties'], Deeper[D]>
        : S extends { readonly properties: unknown }
          ? InferProperties<S['properties'], Deeper[D]> & Record<string, JsonValue>
          : S extends { readonly oneOf: readonly unknown[] }
            ? InferValueAt<S['oneOf'][number], Deeper[D]>
            : S extends { readonly additionalProperties: false }
              ? Record<string, never>
              : S extends { readonly type: 'object' }
                ? Record<string, JsonValue>
                : S extends { readonly type: 'array' }
                  ? JsonValue[]
                  : JsonValue

type RequiredKeys<P> = {
  [K in keyof P]: P[K] extends { readonly required: true } ? K : never
}[keyof P]

/** Mandatory keys from the second mapped type win over their optional twins from the first. */
type InferProperties<P, D extends number> = Fill<
  P,
  { [K in keyof P]?: unknown } & { [K in RequiredKeys<P>]: unknown },
  D
>

type Fill<P extends { [K in keyof M]: unknown }, M, D extends number> = {
  -readonly [K in keyof M]: InferValueAt<P[K], D>
}

/**
 * The TypeScript type of the values that a schema accepts. Exact through 16 levels of containers (arrays,
 * objects and unions); a container further in is `JsonValue`.
 */
export type InferValue<S> = InferValueAt<S, 0>

/** The TypeScript type of the arguments that a parameter map accepts. */
export type InferArgs<P> = InferProperties<P, 0>
