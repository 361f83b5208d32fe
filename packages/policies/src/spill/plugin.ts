import type { Context } from '@deepseek-ai/cordis'
import { dirname } from 'node:path'
import type { ContentBlock, JsonValue } from '@millrace/protocol'
import { isJsonValue } from '@millrace/schema'
import type { PostToolDecision, ToolExecutionResult } from '@millrace/tools'
import { boundContent } from './bound-content.ts'
import type { SpillConfig, SpillSource } from './contract.ts'
import { limitsFor } from './limits.ts'
import { fits } from './size.ts'

/**
 * Bounds what the model sees of a result and what a log keeps of it, for successes, failures and blocks, and for the
 * calls of programs alike. The value of a call stays whole. It stands around all other listeners, so that what they
 * put into a result is bounded, too.
 */
export const spill = {
  name: 'spill',
  inject: ['tools'],
  /** @throws RangeError for a limit that makes no sense. */
  apply(ctx: Context, config: SpillConfig): void {
    const limits = limitsFor(config)
    const { store } = config
    ctx.on(
      'tools/post-execute',
      async (exec, result, next) => {
        const decision = await next()
        const content = contentOf(decision, result)
        if (content === undefined || fits(content, limits(exec.name))) return decision
        const alreadyIn = content === result.content ? await ownSpill(result, store) : undefined
        const origin = { name: exec.name, ...(alreadyIn === undefined ? {} : { alreadyIn }) }
        return withContent(decision, await boundContent(content, limits(exec.name), store, origin))
      },
      { prepend: true },
    )
    ctx.on(
      'tools/code-dispatch-log',
      async ({ name }, next) => boundContent(await next(), limits(name), store, { name }),
      { prepend: true },
    )
  },
}

/**
 * The content that a decision leaves, where it can be replaced. That of a new value is rendered later, and what is no
 * decision, or no content, is left to the pipeline to refuse.
 */
function contentOf(
  decision: PostToolDecision,
  result: Readonly<ToolExecutionResult>,
): ContentBlock[] | undefined {
  if (typeof decision !== 'object' || decision === null) return undefined
  if (decision.kind === 'block') return blocksOf(decision.feedback)
  if (decision.kind !== 'accept' || Object.hasOwn(decision, 'value')) return undefined
  return Object.hasOwn(decision, 'content') ? blocksOf(decision.content) : result.content
}

function blocksOf(content: unknown): ContentBlock[] | undefined {
  return Array.isArray(content) && isJsonValue(content) && content.every(isBlock)
    ? (content as unknown as ContentBlock[])
    : undefined
}

function isBlock(block: JsonValue): boolean {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return false
  const { type, text } = block
  return typeof type === 'string' && (type !== 'text' || typeof text === 'string')
}

function withContent(decision: PostToolDecision, content: ContentBlock[]): PostToolDecision {
  if (decision.kind === 'block') return { ...decision, feedback: content }
  const { additionalContexts } = decision
  return { kind: 'accept', content, ...(additionalContexts === undefined ? {} : { additionalContexts }) }
}

/** The file of this store to which a tool wrote all its output while it ran, as its value says: `spill: { path, dropped }`. */
async function ownSpill(
  { value }: Readonly<ToolExecutionResult>,
  source: SpillSource,
): Promise<string | undefined> {
  const spilled = membersOf(membersOf(value)['spill'])
  const { path, dropped } = spilled
  if (typeof path !== 'string' || dropped !== 0) return undefined
  const folder = await folderOf(source)
  return dirname(path) === folder ? path : undefined
}

async function folderOf(source: SpillSource): Promise<string | undefined> {
  if (typeof source !== 'function') return source.folder
  // A place that cannot be opened has no files; what fails is said of the text that it was to keep.
  return source().then(
    ({ folder }) => folder,
    () => undefined,
  )
}

function membersOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
