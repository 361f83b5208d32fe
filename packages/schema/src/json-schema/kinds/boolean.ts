import type { NodeKind } from '../kind.ts'
import { scalar } from './scalar.ts'

/** `true` or `false`. */
export const boolean: NodeKind = scalar({
  name: 'a boolean',
  typeOf: 'boolean',
  is: (value): value is boolean => typeof value === 'boolean',
})
