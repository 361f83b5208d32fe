import type { AgentModel, LanguageModel } from '../../contract/model.ts'
import { languageModel, type LanguageModelOptions } from '../language-model.ts'
import { chosen, type Access, type Environment } from './model-choice.ts'

/** What is chosen beside the environment. */
export interface FindModelOptions extends Omit<LanguageModelOptions, 'provider' | 'secrets' | 'keyFrom'> {
  /** `provider/model` or the name of a model; what `MILLRACE_MODEL` says unless given. */
  readonly model?: string
}

/**
 * The model that an environment chooses: `MILLRACE_MODEL`, or the usual one of the first provider with a key. The
 * provider's package is loaded now, and nobody is asked yet.
 * @returns rejects with a ModelError that names the variables to set.
 */
export async function findModel(env: Environment, options: FindModelOptions = {}): Promise<AgentModel> {
  const { model: wanted, ...rest } = options
  const { access, id } = chosen(env, wanted)
  const { known, key, isForeign } = access
  const model = await providerModel(access, id)
  const contextWindow = isForeign ? undefined : known.windows.find(([names]) => names.test(id))?.[1]
  return languageModel(model, {
    provider: known.name,
    dialect: isForeign ? 'plain' : known.dialect,
    // Whether another server's model sees pictures is not known, and one that does not refuses all that follows.
    pictures: isForeign ? 'none' : known.pictures,
    keyFrom: known.key,
    ...(key !== undefined && { secrets: [key] }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...rest,
  })
}

// Not followed: a key must not go where an answer points.
const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

async function providerModel({ known, key, address, isForeign }: Access, id: string): Promise<LanguageModel> {
  const shared = { baseURL: address, fetch: fetchWithoutRedirects }
  if (known.name === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ ...shared, ...(key !== undefined && { apiKey: key }) })(id)
  }
  if (known.name === 'deepseek') {
    const { createDeepSeek } = await import('@ai-sdk/deepseek')
    return createDeepSeek({ ...shared, ...(key !== undefined && { apiKey: key }) })(id)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const own = isForeign ? {} : { transformRequestBody: withNewNames }
  return createOpenAICompatible({
    ...shared,
    ...own,
    name: known.name,
    includeUsage: true,
    ...(key !== undefined && { apiKey: key }),
  })(id)
}

/** OpenAI's own models take the limit of an answer under its newer name alone. */
function withNewNames(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens: limit, ...rest } = body
  return limit === undefined ? rest : { ...rest, max_completion_tokens: limit }
}
