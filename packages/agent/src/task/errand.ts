import {
  assertObjectJsonSchema,
  headOf,
  JsonSchemaError,
  nearest,
  ToolArgsError,
  type ObjectJsonSchema,
} from '@millrace/schema'
import { shown } from '@millrace/protocol'
import { schemaView, transportName, type ToolRestriction, type ToolRuntime } from '@millrace/tools'
import type { SessionAgent } from '../contract/agent.ts'
import { taskLimits } from './limits.ts'
import type { TaskArgs } from './parameters.ts'
import { hasRespond, respondName } from './respond.ts'

/** A task as it was checked. */
export interface Errand {
  readonly description: string
  readonly prompt: string
  readonly restrict: ToolRestriction | undefined
  readonly schema: ObjectJsonSchema | undefined
}

const mostViolations = 10

/**
 * Checks what a parent wants of a sub-agent.
 * @param withheld - tools that the sub-agent must not see, such as this one at the deepest level.
 * @throws ToolArgsError for an empty text, an unknown tool, or a schema that is none.
 */
export function errandOf(
  args: TaskArgs,
  parent: SessionAgent,
  tools: ToolRuntime,
  withheld: readonly string[],
): Errand {
  const { description, prompt } = args
  const names = new Set(schemaView(tools, parent).map(({ name }) => name))
  names.delete(transportName)
  // What a parent answers its own parent with is no business of its sub-agents.
  const hidden = [...withheld, ...(hasRespond(parent) ? [respondName] : [])].filter((name) => names.has(name))
  const problems = [
    ...(description.trim() === '' ? ['"description" must not be empty'] : []),
    ...(prompt.trim() === '' ? ['"prompt" must not be empty'] : []),
    ...unknownTools(args.tools ?? [], names, hidden),
  ]
  const schema = schemaOf(args.schema, problems)
  if (problems.length > 0) throw new ToolArgsError(problems.slice(0, mostViolations))
  return {
    description: headOf(description.trim(), taskLimits.descriptionLength),
    prompt,
    restrict: restrictionOf(args.tools, hidden),
    schema,
  }
}

function unknownTools(
  wanted: readonly string[],
  names: ReadonlySet<string>,
  hidden: readonly string[],
): string[] {
  const known = [...names].filter((name) => !hidden.includes(name))
  return wanted.flatMap((name, at) => {
    if (known.includes(name)) return []
    if (hidden.includes(name))
      return [`"tools[${at}]" must not be "${name}": a sub-agent of yours cannot use it`]
    const close = nearest(name, known)
    const hint = close.length > 0 ? `; did you mean ${close.join(' or ')}?` : ''
    return [`"tools[${at}]" is not a tool of yours: "${shown(name)}"${hint}`]
  })
}

function schemaOf(schema: unknown, problems: string[]): ObjectJsonSchema | undefined {
  if (schema === undefined) return undefined
  try {
    assertObjectJsonSchema(schema)
    return schema
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error
    problems.push(...error.violations.map((violation) => `"schema": ${violation}`))
    return undefined
  }
}

function restrictionOf(
  wanted: readonly string[] | undefined,
  hidden: readonly string[],
): ToolRestriction | undefined {
  if (wanted !== undefined) return { allow: [...new Set(wanted)] }
  return hidden.length > 0 ? { deny: hidden } : undefined
}
