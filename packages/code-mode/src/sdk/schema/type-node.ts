import type { JsonSchemaScalar, JsonSchemaType } from '@millrace/schema'

/** What types are written from: a schema of the enforced subset is one, whatever its annotations. */
export interface TypeNode {
  readonly type?: JsonSchemaType
  /** Alternatives; unlike those of a schema they may overlap. */
  readonly oneOf?: readonly TypeNode[]
  readonly properties?: Readonly<Record<string, TypeNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  /** What all values of an object are of which no property is known. */
  readonly values?: TypeNode
  readonly items?: TypeNode
  readonly enum?: readonly JsonSchemaScalar[]
  readonly const?: JsonSchemaScalar
  readonly description?: string
}

/** Whether a node says anything. */
export function isConstrained(node: TypeNode): boolean {
  return node.type !== undefined || node.oneOf !== undefined
}
