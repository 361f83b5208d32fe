import { snapshotJsonValue } from '@millrace/schema'
import { messageOf, isHarnessError, type ContentBlock, type JsonValue } from '@millrace/protocol'
import { ToolOutputError } from '../errors.ts'
import type { ToolEntry } from '../registry/entry.ts'
import { isContent } from './lossless.ts'
import { discard } from './discard.ts'

/** A tool's value and what it projects to, all lossless and frozen. */
export interface Canonical {
  readonly value: JsonValue
  readonly content: ContentBlock[]
  readonly meta: JsonValue | undefined
}

/**
 * Takes what a body returned, or a policy put in its place, through the output declaration: snapshot,
 * schema, rendering, and presentation facts for top-level calls.
 * @throws ToolOutputError with everything that is wrong.
 */
export function canonicalize(
  entry: ToolEntry,
  args: unknown,
  returned: unknown,
  topLevel: boolean,
): Canonical {
  const value = snapshotValue(entry, returned)
  checkValue(entry, value)
  const { output } = entry.definition
  const content = project(entry, 'output.render', () => output.render(args, value))
  if (!isContent(content)) {
    throw new ToolOutputError(entry.name, ['output.render must return an array of content blocks'])
  }
  const meta =
    topLevel && output.presentationMeta !== undefined
      ? project(entry, 'output.presentationMeta', () => output.presentationMeta?.(args, value))
      : undefined
  return { value, content, meta }
}

function snapshotValue(entry: ToolEntry, returned: unknown): JsonValue {
  try {
    return snapshotJsonValue(returned)
  } catch (error) {
    const hint = returned === undefined ? ' (return null for "nothing")' : ''
    throw new ToolOutputError(entry.name, [snapshotProblem(error) + hint])
  }
}

function snapshotProblem(error: unknown): string {
  if (isHarnessError(error) && error.code === 'NOT_LOSSLESS_JSON') return error.message
  return `value snapshot failed: ${messageOf(error)}`
}

function checkValue(entry: ToolEntry, value: JsonValue): void {
  const { output } = entry.definition
  if (output.validate !== undefined) {
    const violations = project(entry, 'output.validate', () => output.validate?.(value))
    if (!isMessages(violations)) {
      throw new ToolOutputError(entry.name, ['output.validate must return an array of messages'])
    }
    if (violations.length > 0) throw new ToolOutputError(entry.name, violations)
  } else if (!entry.output.accepts(value)) {
    throw new ToolOutputError(entry.name, entry.output.violations(value, 'value'))
  }
}

/** Runs one of the tool's own pure functions, and takes a lossless copy of what it returns. */
function project(entry: ToolEntry, what: string, run: () => unknown): JsonValue {
  let projected: unknown
  try {
    projected = run()
    return snapshotJsonValue(projected)
  } catch (error) {
    discard(projected)
    throw new ToolOutputError(entry.name, [`${what} failed: ${messageOf(error)}`])
  }
}

function isMessages(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((message) => typeof message === 'string')
}
