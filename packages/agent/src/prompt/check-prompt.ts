import { isJsonValue, isSnapshot, snapshotJsonValue } from '@millrace/schema'
import type { ToolSchema } from '@millrace/protocol'
import type { AssembledPrompt } from '../contract/prompt.ts'
import { PromptError } from './prompt-error.ts'

const toolName = /^[A-Za-z0-9_.-]{1,128}$/

/**
 * What a listener made of a prompt, as it will be sent: an own frozen copy, apart from schemas that are frozen already.
 * @param known - the tools of the draft, which need no check.
 * @param source - who answered, for the message.
 * @throws PromptError `PROMPT_MALFORMED`.
 */
export function checkPrompt(answer: unknown, known: readonly ToolSchema[], source: string): AssembledPrompt {
  const wrong = (problem: string): PromptError =>
    new PromptError(
      'PROMPT_MALFORMED',
      `what ${source} made of the prompt ${problem}; a system-prompt/assemble listener returns ` +
        '{ system, tools }, as next() does',
    )
  const read = readPrompt(answer, wrong)
  if (typeof read.system !== 'string') throw wrong('has no text as its "system"')
  if (!Array.isArray(read.tools)) throw wrong('has no array as its "tools"')
  if (read.tools === known) return Object.freeze({ system: read.system.toWellFormed(), tools: known })
  const trusted = new Set<unknown>(known)
  const names = new Set<string>()
  const tools = read.tools.map((tool: unknown, at) => {
    const checked = trusted.has(tool) ? (tool as ToolSchema) : checkTool(tool, at, wrong)
    if (names.has(checked.name)) throw wrong(`has two tools named "${checked.name}"`)
    names.add(checked.name)
    return checked
  })
  return Object.freeze({ system: read.system.toWellFormed(), tools: Object.freeze(tools) })
}

function readPrompt(
  answer: unknown,
  wrong: (problem: string) => PromptError,
): { system: unknown; tools: unknown } {
  if (typeof answer !== 'object' || answer === null) {
    throw wrong(`is ${answer === null ? 'null' : typeof answer}`)
  }
  const { system, tools } = answer as { system?: unknown; tools?: unknown }
  return { system, tools: Array.isArray(tools) && !Object.isFrozen(tools) ? [...tools] : tools }
}

function checkTool(tool: unknown, at: number, wrong: (problem: string) => PromptError): ToolSchema {
  if (typeof tool !== 'object' || tool === null) throw wrong(`has no object as its tool ${at}`)
  const { name, description, parameters } = tool as Record<keyof ToolSchema, unknown>
  if (typeof name !== 'string' || !toolName.test(name)) {
    throw wrong(`has no name of 1 to 128 letters, digits, "_", "." or "-" for its tool ${at}`)
  }
  if (typeof description !== 'string') throw wrong(`has no description for its tool "${name}"`)
  if (!isSnapshot(parameters) && !isJsonValue(parameters)) {
    throw wrong(`has no lossless JSON Schema as the parameters of "${name}"`)
  }
  if ((parameters as { type?: unknown } | null)?.type !== 'object') {
    throw wrong(`has parameters of "${name}" that are no schema of an object`)
  }
  const copied = snapshotJsonValue(parameters) as ToolSchema['parameters']
  return Object.freeze({ name, description, parameters: copied })
}
