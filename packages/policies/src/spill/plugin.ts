import type { Context } from '@deepseek-ai/cordis'
import { dirname } from 'node:path'
import type { SpillFile } from '@millrace/host'
import type { ContentBlock, JsonValue } from '@millrace/protocol'
import { isJsonValue } from '@millrace/schema'
import type { PostToolDecision, ToolExecutionResult } from '@millrace/tools'
import { boundContent } from './bound-content.ts'
import { quietly } from '../log/quietly.ts'
import { tellers } from '../log/tell.ts'
import type { SpillConfig, SpillPlace, SpillSource } from './contract.ts'
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
    const tell = tellers(ctx, (message, error) => quietly(() => ctx.logger.warn(`${message}: %s`, error)))
    ctx.on(
      'tools/post-execute',
      async (exec, result, next) => {
        const decision = await next()
        const { name, callId, agent } = exec
        const own = await ownSpill(result, store)
        if (own !== undefined) tell('spill/kept', { callId, path: own.path, bytes: own.bytes }, agent)
        const content = contentOf(decision, result)
        if (content === undefined || fits(content, limits(name))) return decision
        const isWhole = content === result.content && own !== undefined && own.isWhole
        const noted = notedFiles(store)
        const origin = { name, ...(isWhole && { alreadyIn: own.path }) }
        const bounded = await boundContent(content, limits(name), noted.source, origin)
        for (const { path, written: bytes } of noted.files)
          if (bytes > 0) tell('spill/kept', { callId, path, bytes }, agent)
        return withContent(decision, bounded)
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

/** A file of this store to which a tool wrote its output while it ran, as its value says: `spill: { path, bytes, dropped }`. */
async function ownSpill(
  { value }: Readonly<ToolExecutionResult>,
  source: SpillSource,
): Promise<{ path: string; bytes: number; isWhole: boolean } | undefined> {
  const { path, bytes, dropped } = membersOf(membersOf(value)['spill'])
  if (typeof path !== 'string' || typeof bytes !== 'number') return undefined
  const folder = await folderOf(source)
  return dirname(path) === folder ? { path, bytes, isWhole: dropped === 0 } : undefined
}

/** The same place, and the files that are made there. */
function notedFiles(source: SpillSource): { readonly source: SpillSource; readonly files: SpillFile[] } {
  const files: SpillFile[] = []
  const noted = async (): Promise<SpillPlace> => {
    const place = typeof source === 'function' ? await source() : source
    const create: SpillPlace['create'] = (name, kind) => {
      const file = place.create(name, kind)
      files.push(file)
      return file
    }
    return { folder: place.folder, create }
  }
  return { source: noted, files }
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
