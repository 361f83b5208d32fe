import type { LanguageModelV3Usage } from '@ai-sdk/provider'
import type { Usage } from '@millrace/protocol'

/** What a provider counted, as far as it makes sense; nothing where it counted nothing. */
export function usageOf(usage: LanguageModelV3Usage | undefined): Usage | undefined {
  if (usage === undefined) return undefined
  const { inputTokens, outputTokens } = usage
  const cachedInput = countOf(inputTokens.cacheRead)
  const input = countOf(inputTokens.total) ?? sumOf(inputTokens.noCache, cachedInput, inputTokens.cacheWrite)
  const output = countOf(outputTokens.total) ?? sumOf(outputTokens.text, outputTokens.reasoning)
  if (input === undefined && output === undefined) return undefined
  const reasoning = countOf(outputTokens.reasoning)
  return {
    input: input ?? 0,
    output: output ?? 0,
    ...(cachedInput !== undefined && { cachedInput: Math.min(cachedInput, input ?? 0) }),
    ...(reasoning !== undefined && { reasoning: Math.min(reasoning, output ?? 0) }),
  }
}

function countOf(count: number | undefined): number | undefined {
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

function sumOf(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.map(countOf).filter((count) => count !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0)
}
