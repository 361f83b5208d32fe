import { availableModels } from '@millrace/agent/models'
import { expect, test } from 'vitest'
import { modelKeys, modelVariable } from './model-variables.ts'

test('each of the keys gives access to a model, and without one there is none', () => {
  for (const key of modelKeys) {
    const env = { [key]: 'sk-1' }
    expect([modelVariable(env), availableModels(env).chosen?.because]).toEqual([
      key,
      expect.stringContaining(key),
    ])
  }
  expect([modelVariable({}), availableModels({}).chosen]).toEqual([undefined, undefined])
  for (const key of modelKeys) expect(availableModels({}).problem).toContain(key)
})

test('a server of the person needs no key', () => {
  const env = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', MILLRACE_MODEL: 'qwen3' }
  expect([modelVariable(env), availableModels(env).chosen?.id]).toEqual(['OPENAI_BASE_URL', 'qwen3'])
})
