import type { ContentBlock, JsonValue } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolRunContext } from '../contract/execution.ts'
import { assemble } from './assemble.ts'
import type { BodyArgsOf, ParametersSource, ToolFacts } from './spec.ts'

/** What `defineContentToolFixture` takes: a tool whose body returns content instead of a value. */
export interface ContentToolFixtureSpec<P> extends ToolFacts<P> {
  /** Runs one call and returns what the model reads. */
  execute(this: void, args: NoInfer<BodyArgsOf<P>>, exec: ToolRunContext): Promise<ContentBlock[]>
}

/**
 * A tool for tests that care about content: its value is its content blocks, and they are rendered as they are.
 *
 * @param spec - as for `defineTool`, without `output`.
 * @throws what `defineTool` throws.
 */
export function defineContentToolFixture<const P extends ParametersSource>(
  spec: ContentToolFixtureSpec<P>,
): ToolDefinition {
  return assemble({
    ...spec,
    output: {
      schema: { type: 'array', items: { type: 'json' } },
      render: (_args, value) => contentOf(value),
    },
  })
}

/** What a body returned as content comes back as the JSON of it. */
function contentOf(value: JsonValue): ContentBlock[] {
  return value as unknown as ContentBlock[]
}
