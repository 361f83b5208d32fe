import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import { shown, type ToolSchema } from '@millrace/protocol'
import type { JsonObject } from '@millrace/schema'
import { providerNames } from '@millrace/tools'
import { dialectRules, type Dialect } from './dialect.ts'
import { Loosenings } from './loosening.ts'
import { isTooDeep } from './reference.ts'
import { objectRoot, type Root } from './object-root.ts'
import { strictFault, withoutAnnotations } from './strict.ts'
import { mostNodes, translate } from './walk.ts'
import { withWords } from './words.ts'

/** Tools as one provider takes them. */
export interface CompiledTools {
  /** In the order of the given ones, under names that the provider takes. */
  readonly tools: readonly LanguageModelV3FunctionTool[]
  /** What each schema lost on the way, for people; arguments are still checked against all of it. */
  readonly notices: readonly string[]
  /** The provider's name of each tool. */
  readonly names: ReadonlyMap<string, string>
}

const compiled = new WeakMap<readonly ToolSchema[], Map<Dialect, CompiledTools>>()

/**
 * Tools in the dialect of a provider. What it refuses is loosened and recorded, never narrowed: whatever the given
 * schema accepts, the translated one accepts, too. The same list gives the same result, byte for byte; it is translated once.
 */
export function compileTools(tools: readonly ToolSchema[], dialect: Dialect): CompiledTools {
  const before = compiled.get(tools) ?? new Map<Dialect, CompiledTools>()
  compiled.set(tools, before)
  const known = before.get(dialect)
  if (known !== undefined) return known
  const fresh = compileAll(tools, dialect)
  before.set(dialect, fresh)
  return fresh
}

function compileAll(tools: readonly ToolSchema[], dialect: Dialect): CompiledTools {
  const names = providerNames(tools.map((tool) => tool.name))
  const notices: string[] = []
  const translated = tools.map((tool): LanguageModelV3FunctionTool => {
    const { parameters, lost, loosened } = schemaFor(tool, dialect)
    notices.push(...loosened.notices())
    const function_ = { type: 'function' as const, name: names.get(tool.name) ?? tool.name }
    const description = lost === undefined ? tool.description : toldOf(tool.description, lost)
    const schema = { ...function_, ...(description === '' ? {} : { description }), inputSchema: parameters }
    return dialect === 'openai-strict' ? strictly(schema, parameters, tool.name, notices) : schema
  })
  return { tools: translated, notices, names }
}

/** The description of a tool whose schema had unions at its root. */
function toldOf(description: string, lost: JsonObject): string {
  if (isTooDeep(lost)) return description
  return withWords(description, `the arguments also have to fit ${JSON.stringify(lost)}`)
}

function schemaFor(
  tool: ToolSchema,
  dialect: Dialect,
): { parameters: JsonObject; loosened: Loosenings; lost?: JsonObject } {
  const parameters = tool.parameters as JsonObject
  const first = attempt(parameters, tool.name, dialect, false)
  // Once anything says less, nothing may count on references to be exact.
  return first.loosened.count === 0 ? first : attempt(parameters, tool.name, dialect, true)
}

function attempt(
  parameters: JsonObject,
  name: string,
  dialect: Dialect,
  inexact: boolean,
): { parameters: JsonObject; loosened: Loosenings } & Omit<Root, 'schema'> {
  const loosened = new Loosenings(name, dialect)
  const { schema, ...rest } = objectRoot(parameters, loosened)
  const walk = { rules: dialectRules[dialect], root: parameters, loosened, inexact, left: mostNodes }
  return { parameters: translate(schema, walk), loosened, ...rest }
}

/** The tool in strict mode, where its schema can be said there. */
function strictly(
  tool: LanguageModelV3FunctionTool,
  parameters: JsonObject,
  name: string,
  notices: string[],
): LanguageModelV3FunctionTool {
  const bare = withoutAnnotations(parameters) as JsonObject
  const fault = strictFault(bare)
  if (fault === undefined) return { ...tool, inputSchema: bare, strict: true }
  notices.push(
    `tool ${shown(name)}: ${shown(fault)}, which strict mode cannot say: sent without it; arguments are still checked here`,
  )
  return tool
}
