import { expect, test, vi } from 'vitest'

const loaded = vi.hoisted((): string[] => [])

// A factory runs when the package is imported, and not before.
vi.mock('@ai-sdk/openai-compatible', async (original) => {
  loaded.push('openai-compatible')
  return original()
})
vi.mock('@ai-sdk/anthropic', async (original) => {
  loaded.push('anthropic')
  return original()
})
vi.mock('@ai-sdk/deepseek', async (original) => {
  loaded.push('deepseek')
  return original()
})
vi.mock('@ai-sdk/provider', async (original) => {
  loaded.push('provider')
  return original()
})

test('a package of a provider is loaded when a model of it is found, and no other one', async () => {
  await import('@millrace/agent')
  const { availableModels, findModel } = await import('@millrace/agent/models')
  const env = { ANTHROPIC_API_KEY: 'sk-1234567890', OPENAI_API_KEY: 'sk-1234567890' }
  availableModels(env)
  expect(loaded).toEqual([])
  await findModel(env, { model: 'anthropic/claude-x' })
  expect(loaded.filter((name) => name !== 'provider')).toEqual(['anthropic'])
})
