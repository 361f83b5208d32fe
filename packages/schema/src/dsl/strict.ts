/** Every key that some kind of node may carry. */
type Known =
  | 'type'
  | 'enum'
  | 'const'
  | 'items'
  | 'properties'
  | 'additionalProperties'
  | 'oneOf'
  | 'required'
  | 'description'
  | 'title'
  | 'default'
  | 'examples'

type ScalarType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'json'

/** All keys of a node and of the nodes inside it. A union of unknown length is not looked into. */
type KeysIn<N> = N extends { readonly type: ScalarType }
  ? keyof N
  : N extends { readonly properties: unknown }
    ? keyof N | KeysIn<N['properties'][keyof N['properties']]>
    : N extends { readonly items: unknown }
      ? keyof N | KeysIn<N['items']>
      : N extends { readonly oneOf: readonly unknown[] }
        ? number extends N['oneOf']['length']
          ? keyof N
          : keyof N | KeysIn<N['oneOf'][number]>
        : keyof N

/** A type that no schema fits; its text is what the compiler prints. */
type UnknownKey<K> = K extends string ? `"${K}" is not a key of a schema node` : never

/**
 * The parameter map itself when every key in it is known. Otherwise a type that it does not fit, which makes
 * the unknown key a compile error: what a type parameter stands for is exempt from TypeScript's own check.
 */
export type StrictParameters<P> = [KeysIn<P[keyof P]>] extends [Known]
  ? P
  : UnknownKey<Exclude<KeysIn<P[keyof P]>, Known>>

/** The same for the schema of one value. */
export type StrictValue<S> = [KeysIn<S>] extends [Known] ? S : UnknownKey<Exclude<KeysIn<S>, Known>>
