import { readFileSync } from 'node:fs'
import { compileForeignSchema, type JsonValue } from '@millrace/schema'
import { parse } from 'jsonc-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { protectedNames } from '../src/config/protected-names.ts'
import { fileSettings } from '../src/config/read-settings.ts'
import { settingsText } from '../src/config/settings-text.ts'

const schema = JSON.parse(
  readFileSync(new URL('../config.schema.json', import.meta.url), 'utf8'),
) as JsonValue

let validate: (value: JsonValue) => string[]

beforeAll(async () => {
  validate = await compileForeignSchema(schema)
})

/** Whether the command takes it whole, without a problem. */
function isTaken(value: JsonValue): boolean {
  try {
    return fileSettings(settingsText(Buffer.from(JSON.stringify(value)), 'x')).problems.length === 0
  } catch {
    return false
  }
}

const grant = { id: 'g1', by: 'terminal', at: '2026-01-31T12:00:00Z' }
const hook = { type: 'command', command: './check.sh' }

const right: readonly JsonValue[] = [
  {},
  { $schema: './node_modules/millrace/config.schema.json' },
  { permissions: {} },
  { permissions: { allow: ['Bash(git status)'], ask: [], deny: [{ rule: 'Bash(rm *)', reason: 'no' }] } },
  { permissions: { allow: [{ rule: 'grep', match: ['grep(a)'], notMatch: [] }], mode: 'accept-edits' } },
  { permissions: { allow: [{ rule: 'Bash(x)', grant }] } },
  { permissions: { allow: [{ rule: 'x', grant: { ...grant, until: '2027-01-31T12:00:00.5Z' } }] } },
  {
    permissions: {
      allow: [{ rule: 'x', grant: { ...grant, for: { callId: 'c1', toolName: 'bash' }, principal: 'ada' } }],
    },
  },
  ...['auto', 'required', 'off'].map((sandbox) => ({ sandbox })),
  ...['default', 'accept-edits', 'plan', 'bypass'].map((mode) => ({ permissions: { mode } })),
  { egress: ['registry.npmjs.org:443', '*.example.com:8080', 'localhost:1', '[::1]:65535', 'a_b:60000'] },
  { hooks: { PreToolUse: [{ matcher: 'Edit|Write', hooks: [{ ...hook, timeout: 1.5 }] }], Stop: [] } },
  { hooks: { PostToolUse: [{ hooks: [{ ...hook, statusMessage: 'checking' }] }] } },
  { hooks: { PostToolUse: [{ hooks: [{ ...hook, args: ['-x'], async: true, timeout: 86_400 }] }] } },
  { unprotected: [...protectedNames] },
  { env: ['PATH', '_x1'], secrets: ['OPENAI_API_KEY'] },
  { telemetry: { enabled: true, arguments: false, results: true } },
  { spill: {} },
  { spill: { maxBytes: 4096 } },
  ...['native', 'code', 'both'].map((mode) => ({ mode })),
  { model: 'openai/gpt-5' },
  { limits: {} },
  { limits: { steps: 1, turns: 1, calls: 1, seconds: 0.5, tokens: 1_000_000, cost: 0.01 } },
  {
    prices: {
      'openai/gpt-5': { input: 1.25, output: 10, cachedInput: 0 },
      'a/b/c:d': { input: 0, output: 0 },
    },
  },
  { mcpServers: {} },
  { mcpServers: { 'a-B_1': { command: 'npx', args: ['-y', ''], env: { A: '${B:-c}' }, cwd: '~' } } },
  { mcpServers: { a: { type: 'stdio', command: 'x', sandbox: true, disabled: true, parallel: false } } },
  { mcpServers: { a: { command: 'x', include: ['y'], exclude: [], idleTimeoutMs: 1, totalTimeoutMs: 9 } } },
  ...['http', 'streamable-http', 'streamableHttp'].map((type) => ({
    mcpServers: { a: { type, url: 'https://x', headers: { Authorization: 'Bearer ${T}' } } },
  })),
  { mcpServers: { a: { url: '${URL}', oauth: { clientId: 'a', clientSecret: 'b', scopes: ['c'] } } } },
]

const wrong: readonly JsonValue[] = [
  [],
  { mcpServers: [] },
  { mcpServers: { 'a b': { command: 'x' } } },
  { mcpServers: { ['a'.repeat(41)]: { command: 'x' } } },
  ...[
    [],
    {},
    { command: 1 },
    { command: '' },
    { command: 'x', url: 'https://x' },
    { command: 'x', args: 'y' },
    { command: 'x', args: [1] },
    { command: 'x', env: { A: 1 } },
    { command: 'x', env: { 'A=B': 'c' } },
    { command: 'x', cwd: 1 },
    { command: 'x', sandbox: 'yes' },
    { command: 'x', idleTimeoutMs: 0 },
    { command: 'x', startTimeoutMs: 1.5 },
    { command: 'x', comand: 'y' },
    { type: 'sse', url: 'https://x' },
    { type: 'ws', url: 'https://x' },
    { type: 'http', command: 'x' },
    { url: 'https://x', headers: { 'a b': 'c' } },
    { url: 'https://x', headers: [] },
    { url: 'https://x', oauth: { clientId: 1 } },
    { url: 'https://x', sandbox: true },
  ].map((server) => ({ mcpServers: { a: server } })),
  { permisions: {} },
  { $schema: 1 },
  { permissions: [] },
  { permissions: { allow: 'grep' } },
  { permissions: { deny: 'grep' } },
  { permissions: { deny: [1] } },
  { permissions: { deny: [null] } },
  { permissions: { allow: [{}] } },
  { permissions: { allow: [{ rule: 1 }] } },
  { permissions: { allow: [{ rule: 'x', reasn: 'y' }] } },
  { permissions: { allow: [{ rule: 'x', reason: 1 }] } },
  { permissions: { ask: [{ rule: 'x', match: 'y' }] } },
  { permissions: { ask: [{ rule: 'x', notMatch: [1] }] } },
  { permissions: { allow: [{ rule: 'x', grant: 1 }] } },
  { permissions: { allow: [{ rule: 'x', grant: { id: 'g', by: 'me' } }] } },
  { permissions: { allow: [{ rule: 'x', grant: { ...grant, at: 'yesterday' } }] } },
  { permissions: { allow: [{ rule: 'x', grant: { ...grant, more: 1 } }] } },
  { permissions: { allow: [{ rule: 'x', grant: { ...grant, for: { callId: 'c1' } } }] } },
  { permissions: { mode: 'acceptEdits' } },
  { permissions: { mode: 1 } },
  { permissions: { alow: [] } },
  { mode: 'program' },
  { mode: true },
  { sandbox: true },
  { sandbox: 'none' },
  ...[
    'example.com',
    'example.com:0',
    'example.com:65536',
    'example.com:443/x',
    'http://a:1',
    'a.:443',
    'a..b:443',
    ':443',
    '*:1',
  ].map((host) => ({ egress: [host] })),
  { egress: 'a:1' },
  ...['src', 'Package.json', './package.json', '/etc/passwd', '~', '', 1].map((path) => ({
    unprotected: [path],
  })),
  { unprotected: 'package.json' },
  { env: ['A=B'] },
  { env: ['1A'] },
  { secrets: [1] },
  { hooks: [] },
  { hooks: { PreTool: [] } },
  { hooks: { PreToolUse: {} } },
  { hooks: { PreToolUse: [{}] } },
  { hooks: { PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'x' }] }] } },
  { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } },
  { hooks: { PreToolUse: [{ hooks: [{ ...hook, timeout: 0 }] }] } },
  { hooks: { PreToolUse: [{ hooks: [{ ...hook, args: '-x' }] }] } },
  { hooks: { PreToolUse: [{ hooks: [{ ...hook, async: 1 }] }] } },
  { hooks: { PreToolUse: [{ hooks: [{ ...hook, if: 'Bash(x)' }] }] } },
  { hooks: { PreToolUse: [{ hooks: [{ ...hook, arg: ['x'] }] }] } },
  { hooks: { PreToolUse: [{ hooks: [{ ...hook, command: ' ' }] }] } },
  { hooks: { PreToolUse: [{ hooks: [hook], macher: 'Bash' }] } },
  { hooks: { PreToolUse: [{ matcher: 1, hooks: [hook] }] } },
  { hooks: { PreToolUse: [{ matcher: 'x'.repeat(1001), hooks: [hook] }] } },
  { telemetry: true },
  { telemetry: { enabled: 'yes' } },
  { telemetry: { endpoint: 'x' } },
  { spill: 5 },
  { spill: { maxBytes: 1.5 } },
  { spill: { maxBytes: 4095 } },
  { spill: { maxBytes: 67_108_865 } },
  { spill: { bytes: 1 } },
  { model: 1 },
  { model: '' },
  { model: 'a b' },
  { limits: 5 },
  { limits: { minutes: 1 } },
  ...['steps', 'turns', 'calls', 'tokens'].flatMap((name) =>
    [0, 1.5, '1', 2 ** 53].map((value) => ({ limits: { [name]: value } })),
  ),
  ...[0, -1, 2_000_001].map((seconds) => ({ limits: { seconds } })),
  { limits: { cost: 0 } },
  { prices: [] },
  { prices: { 'gpt-5': { input: 1, output: 1 } } },
  { prices: { 'a/b': 1 } },
  { prices: { 'a/b': { input: 1 } } },
  { prices: { 'a/b': { input: 1, output: -1 } } },
  { prices: { 'a/b': { input: 1, output: 1, cachedInput: '1' } } },
  { prices: { 'a/b': { input: 1, output: 1, cached: 1 } } },
]

test('the settings on the page of settings are right', async () => {
  const page = readFileSync(new URL('../../../docs/en/packages/settings.md', import.meta.url), 'utf8')
  const [, text = ''] = /```jsonc\n(\{\n {2}"\$schema"[^]*?)```/.exec(page) ?? []
  const read = fileSettings(settingsText(Buffer.from(text), 'settings.md'))
  expect([read.problems, read.rules.deny[0]?.reason]).toEqual([[], 'release only from CI'])
  expect(validate(parse(text, [], { allowTrailingComma: true }) as JsonValue)).toEqual([])
})

describe('the published schema says the same as the command', () => {
  test.each(right.map((value) => [value]))('right: %j', (value) => {
    expect([validate(value), isTaken(value)]).toEqual([[], true])
  })

  test.each(wrong.map((value) => [value]))('wrong: %j', (value) => {
    expect([validate(value).length > 0, isTaken(value)]).toEqual([true, false])
  })
})
