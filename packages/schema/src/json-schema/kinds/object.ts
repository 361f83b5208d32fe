import { isPolluted } from '../../json/pollution.ts'
import type { NodeKind } from '../kind.ts'
import type { Found, Legality } from '../legality.ts'
import type { JsonSchemaNode } from '../node.ts'
import { heightAbove } from '../plan.ts'
import { acceptsObject } from './object-accepts.ts'
import { checkObject } from './object-check.ts'

/** An ordinary object: named properties, of which some are required, and other keys unless it is closed. */
export const object: NodeKind = {
  keywords: ['properties', 'required', 'additionalProperties'],
  legal(node, legality) {
    const properties = legalProperties(node, legality)
    if (Object.hasOwn(node, 'required')) legalRequired(node['required'], properties, legality)
    const additional = node['additionalProperties']
    if (Object.hasOwn(node, 'additionalProperties') && typeof additional !== 'boolean') {
      legality.fail('must be true or false', 'additionalProperties')
    }
  },
  children: (node) => Object.values(node.properties ?? {}),
}
