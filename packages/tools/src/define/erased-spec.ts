import type { ContentBlock, JsonValue } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolRunContext } from '../contract/execution.ts'
import type { OutputSource, ParametersSource } from './spec.ts'

type Shared = Omit<ToolDefinition, 'parameters' | 'output' | 'execute' | 'secrets'>

/** A tool's specification without the types that were inferred from it; what assembles a tool works on this. */
export interface ErasedToolSpec extends Shared {
  readonly parameters: ParametersSource
  readonly additionalProperties?: false
  readonly output: {
    readonly schema: OutputSource
    render(this: void, args: unknown, value: JsonValue): ContentBlock[]
    presentationMeta?(this: void, args: unknown, value: JsonValue): JsonValue
  }
  execute(this: void, args: unknown, exec: ToolRunContext): unknown
  readonly secrets?: readonly string[]
}
