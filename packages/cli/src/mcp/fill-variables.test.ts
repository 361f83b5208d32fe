import { expect, test } from 'vitest'
import type { McpServerConfig } from '@millrace/mcp'
import { filledConfig } from './fill-variables.ts'

const env = {
  HOME: '/home/me',
  KEY: 'canary-0123456789',
  EMPTY: '',
  WORD: 'production',
  SHORT: 'ab',
  DIR: '/tmp',
}

function program(more: object): McpServerConfig {
  return { type: 'stdio', command: 'x', args: [], env: {}, ...more }
}

function filled(
  template: McpServerConfig,
  isLiteral = false,
): Extract<ReturnType<typeof filledConfig>, { config: unknown }> {
  const found = filledConfig(template, env, '/work', isLiteral)
  if (!('config' in found)) throw new Error(`missing ${found.missing.join(', ')}`)
  return found
}

test.each([
  ['${KEY}', 'canary-0123456789'],
  ['a${KEY}b${WORD}', 'acanary-0123456789bproduction'],
  ['${NONE:-x y}', 'x y'],
  ['${NONE:-}', ''],
  ['${EMPTY:-d}', 'd'],
  ['${EMPTY}', ''],
  ['${KEY:-d}', 'canary-0123456789'],
  ['$KEY $(id) `id` ${1} ${a-b} ${} $${WORD}', '$KEY $(id) `id` ${1} ${a-b} ${} $production'],
])('%j is %j', (text, value) => {
  const { config } = filled(program({ command: text, args: [text], env: { A: text } }))
  expect(config).toMatchObject({ command: value, args: [value], env: { A: value } })
})

test('names each variable that has neither a value nor a default, once', () => {
  const template = program({ command: '${A}', args: ['${A}${B:-x}', '${C}'] })
  expect(filledConfig(template, env, '/work')).toEqual({ missing: ['A', 'C'] })
})

test('what comes from the environment is secret, where it can be told from ordinary text', () => {
  const values = {
    A: '${KEY}',
    B: '${WORD}',
    C: '${SHORT}',
    D: '${DIR}',
    E: '${HOME}/x',
    TOKEN: 'literal-token',
  }
  expect(filled(program({ env: values })).secrets.toSorted()).toEqual(['canary-0123456789', 'literal-token'])
  const headers = { Authorization: 'Bearer literal-token', 'X-Team': 'not-secret' }
  expect(filled({ type: 'http', url: 'https://x/${KEY}', headers }).secrets.toSorted()).toEqual([
    'canary-0123456789',
    'literal-token',
  ])
})

test('a folder is seen from the workspace, and texts of a session mean what they say', () => {
  expect(filled(program({ cwd: 'a/../b' })).config).toMatchObject({ cwd: '/work/b' })
  const literal = filled(program({ command: '${KEY}', env: { API_TOKEN: '${NONE}x' } }), true)
  expect(literal.config).toMatchObject({ command: '${KEY}', env: { API_TOKEN: '${NONE}x' } })
  expect(literal.secrets).toEqual(['${NONE}x'])
})
