import { describe, expect, test } from 'vitest'
import { availableModels } from './available-models.ts'
import { findModel } from './find-model.ts'
import type { Environment } from './model-choice.ts'

const openai = { OPENAI_API_KEY: 'sk-one-1234567890' }
const anthropic = { ANTHROPIC_API_KEY: 'sk-two-1234567890' }
const deepseek = { DEEPSEEK_API_KEY: 'sk-three-1234567890' }
const local = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/' }

/** What would be used, in one line. */
function choiceOf(env: Environment, model?: string): string {
  const { chosen, problem } = availableModels(env, model === undefined ? {} : { model })
  return chosen === undefined ? `none: ${problem}` : `${chosen.provider} ${chosen.id} at ${chosen.host}`
}

describe('the model that an environment chooses', () => {
  test.each<[string, Environment, string]>([
    ['the usual one of the key', openai, 'openai gpt-5.5 at api.openai.com'],
    ['of another key', anthropic, 'anthropic claude-sonnet-5-5 at api.anthropic.com'],
    ['of a third key', deepseek, 'deepseek deepseek-v4-pro at api.deepseek.com'],
    [
      'of the first of several',
      { ...deepseek, ...anthropic },
      'anthropic claude-sonnet-5-5 at api.anthropic.com',
    ],
    [
      'by provider and name',
      { ...openai, ...deepseek, MILLRACE_MODEL: 'deepseek/x' },
      'deepseek x at api.deepseek.com',
    ],
    [
      'by the look of its name',
      { ...openai, ...anthropic, MILLRACE_MODEL: 'claude-opus-5' },
      'anthropic claude-opus-5 at api.anthropic.com',
    ],
    [
      'by a name that nobody knows',
      { ...openai, MILLRACE_MODEL: 'new-one' },
      'openai new-one at api.openai.com',
    ],
    [
      'of a local server, without a key',
      { ...local, MILLRACE_MODEL: 'qwen3:8b' },
      'openai qwen3:8b at 127.0.0.1:11434',
    ],
    [
      'of a broker, whose names have slashes',
      { ...openai, ...local, MILLRACE_MODEL: 'qwen/qwen3' },
      'openai qwen/qwen3 at 127.0.0.1:11434',
    ],
    [
      'of a broker, under the name of a provider without a key',
      { ...openai, ...local, MILLRACE_MODEL: 'anthropic/claude-x' },
      'openai anthropic/claude-x at 127.0.0.1:11434',
    ],
    [
      'of the provider all the same, where it has a key',
      { ...anthropic, ...local, MILLRACE_MODEL: 'anthropic/claude-x' },
      'anthropic claude-x at api.anthropic.com',
    ],
    [
      'of a proxy of a provider',
      { ...anthropic, ANTHROPIC_BASE_URL: 'https://proxy.test' },
      'anthropic claude-sonnet-5-5 at proxy.test',
    ],
    [
      'of a region of a provider',
      { ...openai, OPENAI_BASE_URL: 'https://eu.api.openai.com/v1' },
      'openai gpt-5.5 at eu.api.openai.com',
    ],
  ])('%s', (_, env, expected) => {
    expect(choiceOf(env)).toBe(expected)
  })

  test('is the one that was asked for, rather than that of the environment', () => {
    expect(choiceOf({ ...openai, MILLRACE_MODEL: 'gpt-a' }, 'openai/gpt-b')).toContain('gpt-b')
  })

  test.each<[string, Environment, readonly string[]]>([
    ['nothing is set', {}, ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'DEEPSEEK_API_KEY', 'MILLRACE_MODEL']],
    ['a key is blank', { OPENAI_API_KEY: '  ' }, ['OPENAI_API_KEY']],
    ['a local server has any model', local, ['127.0.0.1:11434', 'MILLRACE_MODEL']],
    ['the provider has no key', { ...openai, MILLRACE_MODEL: 'anthropic/claude-x' }, ['ANTHROPIC_API_KEY']],
    ['the owner of the name has no key', { ...openai, MILLRACE_MODEL: 'claude-x' }, ['ANTHROPIC_API_KEY']],
    [
      'the provider is unknown',
      { ...openai, MILLRACE_MODEL: 'antropic/claude' },
      ['antropic', 'did you mean anthropic?'],
    ],
    [
      'the provider is nothing like any',
      { ...openai, MILLRACE_MODEL: 'zzz/claude' },
      ['known are openai, anthropic, deepseek; for another server'],
    ],
    ['no model is named', { ...openai, MILLRACE_MODEL: 'openai/' }, ['names no model']],
  ])('is none where %s, which is said', (_, env, words) => {
    const said = choiceOf(env)
    expect(said).toMatch(/^none: /)
    for (const word of words) expect(said).toContain(word)
  })

  test('is told with its reason, and without a key', () => {
    const found = availableModels({ ...openai, ...anthropic, MILLRACE_MODEL: 'openai/gpt-x' })
    expect(found.chosen?.because).toBe('MILLRACE_MODEL')
    expect(found.available.map(({ provider, because }) => [provider, because])).toEqual([
      ['openai', 'OPENAI_API_KEY is set'],
      ['anthropic', 'ANTHROPIC_API_KEY is set'],
    ])
    expect(JSON.stringify(found)).not.toContain('1234567890')
  })
})

describe('findModel', () => {
  test('rejects with what to set', async () => {
    await expect(findModel({})).rejects.toMatchObject({ code: 'MODEL_UNKNOWN', name: 'ModelError' })
    await expect(findModel(openai, { model: 'anthropic/x' })).rejects.toMatchObject({ code: 'MODEL_AUTH' })
  })

  test.each<[Environment, string, number | undefined]>([
    [openai, 'openai/gpt-5.5', 272_000],
    [anthropic, 'anthropic/claude-sonnet-5-5', 200_000],
    [deepseek, 'deepseek/deepseek-v4-pro', 128_000],
    [{ ...local, MILLRACE_MODEL: 'gpt-5.5' }, 'openai/gpt-5.5', undefined],
  ])('gives the model its name, and its window where that is known', async (env, name, contextWindow) => {
    const model = await findModel(env, { price: { input: 1, output: 2 } })
    expect(`${model.name.provider}/${model.name.id}`).toBe(name)
    expect(model.contextWindow).toBe(contextWindow)
    expect(model.price).toEqual({ input: 1, output: 2 })
  })
})
