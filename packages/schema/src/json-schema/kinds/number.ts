import { Refused } from '../../json/refused.ts'
import type { NodeKind } from '../kind.ts'
import { scalar } from './scalar.ts'

/** Any finite number but negative zero. */
export const number: NodeKind = scalar({
  name: 'a number',
  typeOf: 'number',
  is: (value): value is number => typeof value === 'number',
  expected: (value) =>
    value instanceof Refused && value.kind === 'number' ? 'a finite JSON number' : 'a number',
})
