import type { Grant } from '@millrace/protocol'
import type { Node } from 'jsonc-parser'
import { knownMembers, textOf, type Report } from './nodes.ts'

/**
 * The record beside a rule that an answer gave: who, when, for which call, until when.
 * @param rule - the rule that it stands at.
 * @param file - how people know the file.
 * @returns `undefined` where it cannot be read, which is reported.
 */
export function grantOf(node: Node, rule: string, file: string, report: Report): Grant | undefined {
  if (node.type !== 'object') {
    report(node, 'expected the record of an answer; without "grant" this is a rule of your own')
    return undefined
  }
  const found = knownMembers(node, ['id', 'by', 'at', 'until', 'for', 'principal'], report)
  const id = required('id', node, found, report)
  const by = required('by', node, found, report)
  const at = time('at', node, found, report)
  const until = found.has('until') ? time('until', node, found, report) : undefined
  if (id === undefined || by === undefined || at === undefined) return undefined
  if (found.has('until') && until === undefined) return undefined
  const call = found.get('for')
  const about = call && callOf(call, report)
  const forWhom = found.get('principal')
  const principal = forWhom && textOf(forWhom, 'a text', report)
  return {
    id,
    rule,
    lasts: 'always',
    by,
    at,
    file,
    ...(until !== undefined && { until }),
    ...(about !== undefined && { for: about }),
    ...(principal !== undefined && { principal }),
  }
}

function required(
  name: string,
  node: Node,
  found: ReadonlyMap<string, Node>,
  report: Report,
): string | undefined {
  const value = found.get(name)
  if (value !== undefined) return textOf(value, 'a text', report)
  report(
    node,
    `expected the key "${name}" in the record of an answer; without "grant" this is a rule of your own`,
  )
  return undefined
}

const timeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/

/** Milliseconds since the epoch. */
function time(
  name: string,
  node: Node,
  found: ReadonlyMap<string, Node>,
  report: Report,
): number | undefined {
  const text = required(name, node, found, report)
  if (text === undefined) return undefined
  const at = timeShape.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return at
  report(found.get(name) ?? node, 'expected a time such as "2026-01-31T12:00:00Z"')
  return undefined
}

function callOf(node: Node, report: Report): Grant['for'] | undefined {
  const found = knownMembers(node, ['callId', 'toolName'], report)
  const callId = required('callId', node, found, report)
  const toolName = required('toolName', node, found, report)
  return callId === undefined || toolName === undefined ? undefined : { callId, toolName }
}
