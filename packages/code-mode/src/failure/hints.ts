import { nearest } from '@millrace/schema'
import type { FailureReport } from './failure-report.ts'
import { nameShown } from './shown-text.ts'

/** Names in shapes and in one line of a program that are compared. */
const mostNames = 200

/** What somebody who wrote this may have meant; empty where nothing is near. */
export function hintFor(report: FailureReport): string {
  const { name, kind } = report.failure
  if (kind !== 'exception') return ''
  if (name === 'ReferenceError') return unknownName(report)
  return name === 'TypeError' ? unknownProperty(report) : ''
}

/** A name that is none, but that of a tool or near to it. */
function unknownName({ failure, tools }: FailureReport): string {
  const name = /^'?([\w$]{1,128})'? is not defined/.exec(failure.message)?.[1]
  if (name === undefined) return ''
  if (tools.includes(name))
    return `\`${nameShown(name)}\` is a tool: call \`await tools.${nameShown(name)}({ … })\`.`
  const near = nearest(name, tools).filter((tool) => !failure.message.includes(tool))
  return near.length === 0 ? '' : `Did you mean ${near.map((tool) => `\`${toolPath(tool)}\``).join(' or ')}?`
}

function toolPath(tool: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(tool)
    ? `tools.${nameShown(tool)}`
    : `tools[${JSON.stringify(nameShown(tool))}]`
}

/** A property that the line reads, that no result has, and that is near to one that a result has. */
function unknownProperty({ program, failure: { at }, ledger }: FailureReport): string {
  const line = at && program.split(/\r\n|\r|\n/)[at.line - 1]
  if (line === undefined) return ''
  const seen = new Set(
    ledger.flatMap(({ shape = '' }) => shape.match(/[\w$]+(?=[,{}[])/g) ?? []).slice(0, mostNames),
  )
  const read = [...line.slice(0, 2_000).matchAll(/\.\s*([A-Za-z_$][\w$]*)(?!\s*\(|[\w$])/g)].slice(
    0,
    mostNames,
  )
  for (const [, property = ''] of read) {
    const [near] = seen.has(property) ? [] : nearest(property, seen, 1)
    if (near !== undefined)
      return `No result has \`${nameShown(property)}\`. Did you mean \`${nameShown(near)}\`?`
  }
  return ''
}
