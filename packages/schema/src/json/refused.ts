import type { ContainerKind } from './container-kind.ts'

/** What kind of thing was refused; an `instance` is an object that is no JSON container. */
export type RefusedKind =
  | ContainerKind
  | 'instance'
  | 'number'
  | 'undefined'
  | 'function'
  | 'symbol'
  | 'bigint'
  | 'string'
  | 'boolean'

/** What a part is called that is held by something inside it. */
export const cycle = 'a cycle'

/** Stands in a tolerant copy where the original had something that is not lossless JSON. */
export class Refused {
  /** What stood there, such as `undefined` or `a function`. */
  readonly what: string
  readonly kind: RefusedKind

  constructor(what: string, kind: RefusedKind) {
    this.what = what
    this.kind = kind
  }
}
