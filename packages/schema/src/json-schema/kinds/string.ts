import type { NodeKind } from '../kind.ts'
import { scalar } from './scalar.ts'

/** Any text, lone surrogates included. */
export const string: NodeKind = scalar({
  name: 'a string',
  typeOf: 'string',
  is: (value): value is string => typeof value === 'string',
})
