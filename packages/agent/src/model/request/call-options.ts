import type { LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider'
import { providerNames } from '@millrace/tools'
import type { ModelRequest } from '../../contract/model.ts'
import { compileTools } from '../dialect/compile-tools.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Pictures } from './content.ts'
import { promptOf } from './prompt.ts'

/** Of the provider: how requests to it are put. */
export interface CallTarget {
  readonly provider: string
  readonly dialect: Dialect
  readonly pictures: Pictures
}

/** A request as the SDK takes it, and what has to be known when the answer comes. */
export interface PreparedCall {
  readonly options: LanguageModelV3CallOptions
  readonly notices: readonly string[]
  /** Our name of a tool that the provider names. */
  readonly toolOf: (name: string) => string
  /** Our name of the tool at a place in the request. */
  readonly toolAt: (index: number) => string | undefined
}

/** Puts a request into the form of the SDK and the dialect of the provider. The same request gives the same bytes. */
export function prepareCall(request: ModelRequest, target: CallTarget): PreparedCall {
  const compiled = compileTools(request.tools, target.dialect)
  const originals = new Map(Array.from(compiled.names, ([ours, theirs]) => [theirs, ours]))
  const nameOf = (tool: string): string => compiled.names.get(tool) ?? providerNames([tool]).get(tool) ?? tool
  const signedReasoning = target.dialect === 'anthropic'
  const prompt = promptOf(request, { ...target, signedReasoning, nameOf })
  if (target.dialect === 'anthropic') markForCache(prompt)
  const { maxOutputTokens, temperature, providerOptions } = request.settings
  return {
    options: {
      prompt,
      ...(compiled.tools.length > 0 && { tools: [...compiled.tools] }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(providerOptions !== undefined && {
        providerOptions: providerOptions as NonNullable<LanguageModelV3CallOptions['providerOptions']>,
      }),
    },
    notices: compiled.notices,
    toolOf: (name) => originals.get(name) ?? name,
    toolAt: (index) => request.tools[index]?.name,
  }
}

/**
 * Says where a cache may begin: after the system prompt, which stands behind the tools, and after the two last messages
 * to the model, so that the one before is found again.
 */
function markForCache(prompt: LanguageModelV3Prompt): void {
  const marked = [...prompt.filter(({ role }) => role === 'system'), ...prompt.filter(isToModel).slice(-2)]
  for (const message of marked)
    message.providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
}

const isToModel = ({ role }: LanguageModelV3Prompt[number]): boolean => role === 'user' || role === 'tool'
