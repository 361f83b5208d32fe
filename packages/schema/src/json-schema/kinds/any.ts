import { isJsonValue } from '../../json/snapshot.ts'
import { settled, violation } from '../plan.ts'
import type { Kind } from './kind.ts'

/** A node without a type: any lossless JSON. */
export const any: Kind = {
  keywords: [],
  legal: () => undefined,
  compile: () => ({
    accepts: () => true,
    check: (value, at) => settled(isJsonValue(value) ? [] : [violation(at, 'must be a lossless JSON value')]),
  }),
}
