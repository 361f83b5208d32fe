import type { NodeKind } from '../kind.ts'
import { scalar } from './scalar.ts'

/** A number without a fraction, of any magnitude. */
export const integer: NodeKind = scalar({
  name: 'an integer',
  is: (value): value is number => Number.isInteger(value),
})
