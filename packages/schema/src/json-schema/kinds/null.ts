import type { NodeKind } from '../kind.ts'
import { scalar } from './scalar.ts'

/** `null` alone. */
export const nothing: NodeKind = scalar({ name: 'null', is: (value) => value === null })
