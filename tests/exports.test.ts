import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesOf, publicNames } from './support/modules.ts'
import { root, workspacePackages } from './support/workspace.ts'

const entries = workspacePackages().flatMap((found) =>
  Object.entries(entriesOf(found)).map(([address, file]) => ({
    address: address === '.' ? found.id : `${found.id}${address.slice(1)}`,
    file,
  })),
)

/** What a plugin author takes from the published documents. */
const seedNames = `
  ToolDefinition ToolOutputDefinition ToolSchema ToolResult defineTool ValueSchemaSpec
  StringValueSchemaSpec NumberValueSchemaSpec IntegerValueSchemaSpec BooleanValueSchemaSpec
  NullValueSchemaSpec ArrayValueSchemaSpec ObjectValueSchemaSpec JsonValueSchemaSpec
  OneOfValueSchemaSpec ParameterPropertySpec ParameterSchemaSpec InferValue InferArgs
  parameterSchemaSpecToJsonSchema valueSchemaSpecToJsonSchema validateArgs ToolArgsError
  ToolOutputError ToolNotFoundError ToolErrorInfo ToolRestriction ToolGuard ToolPresentationMode
  ToolExecutionMode CodeDispatchLog ToolExecutionInput ToolExecution ToolDispatchExecution
  ToolRunContext ToolExecutionToken ToolFailure ToolExecutionSuccess ToolExecutionFailure
  ToolExecutionResult PreToolDecision PostToolDecision JsonValue ContentBlock UserMessage CallId
  Agent JsonSchemaNode JsonSchemaScalar JsonSchemaType ObjectJsonSchema JsonSchemaError
  assertSupportedJsonSchema assertObjectJsonSchema validateJsonSchemaValue ToolRuntime
  ToolRegistry ScopeKey Scoped
`
  .trim()
  .split(/\s+/)

/** The words of tool cards, which have an address of their own too. */
const cardNames = [
  'ToolCallView',
  'ToolResultView',
  'ToolCallKind',
  'FileLocation',
  'FileDiff',
  'ReadFileLine',
]

const toolsEntry = join(root, 'packages/tools/src/index.ts')

describe.each(entries)('$address', ({ address, file }) => {
  test('exports the names on its list, and a new one is a visible change', async () => {
    const list = publicNames(file).map(({ name, kind }) => `${name} (${kind})\n`)
    const place = `./exports/${address.replace('/', '-')}.txt`
    await expect(list.join('')).toMatchFileSnapshot(place)
  })
})

describe('a plugin written against the published documents', () => {
  test('finds every name in the tools package', () => {
    const names = publicNames(toolsEntry).map(({ name }) => name)
    expect([...seedNames, ...cardNames].filter((name) => !names.includes(name))).toEqual([])
  })

  test('finds the card vocabulary under its own address', () => {
    const names = publicNames(join(root, 'packages/tools/src/presentation.ts')).map(({ name }) => name)
    expect(cardNames.filter((name) => !names.includes(name))).toEqual([])
  })

  test('may use the service by either name, or as the default', async () => {
    const tools = await import('@millrace/tools')
    expect(tools.ToolRuntime).toBeTypeOf('function')
    expect(tools.ToolRegistry).toBe(tools.ToolRuntime)
    expect(tools.default).toBe(tools.ToolRuntime)
  })
})
