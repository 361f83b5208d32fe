import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { hooks } from '../src/hooks.ts'
import {
  after,
  before,
  command,
  openHookBench,
  recording,
  script,
  sharedProcesses,
} from './support/hook-bench.ts'
import { failed, openBench, succeeded } from './support/policy-bench.ts'

const processes = sharedProcesses()
const both = { ...before(recording), ...after(recording) }

describe.runIf(process.platform !== 'win32')('what a hook reads', () => {
  test('is one line of JSON with the words of its protocol', async () => {
    const transcript = '/logs/session.jsonl'
    const { call, root, recorded } = await openHookBench(processes(), both, { transcriptPath: transcript })
    await call('bash', { command: 'ls "a b"', timeoutMs: 5000, background: true }, { callId: 'c7' })
    const common = {
      session_id: 'session-1',
      transcript_path: transcript,
      cwd: root,
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: 'ls "a b"', timeout: 5000, run_in_background: true, timeoutMs: 5000 },
      tool_use_id: 'c7',
    }
    expect(recorded()).toMatchObject([
      { ...common, hook_event_name: 'PreToolUse' },
      { ...common, hook_event_name: 'PostToolUse', tool_response: { command: 'ls "a b"', stdout: '' } },
    ])
    expect(recorded()[0]).not.toHaveProperty('tool_response')
  })

  test('has the fields that hooks know beside ours, and absolute paths', async () => {
    const names = [
      'read',
      'write',
      'edit',
      'glob',
      'grep',
      'web_fetch',
      'todo_write',
      'job_output',
      'mcp__a__b',
    ]
    const tools = names.map((name) => ({ name }))
    const { call, root, recorded } = await openHookBench(processes(), before(recording), {}, ...tools)
    const edit = (oldText: string, newText: string) => ({ oldText, newText })
    await call('read', { path: 'src/a.ts', offset: 3 })
    await call('write', { path: '/etc/hosts', content: 'x' })
    await call('edit', { path: 'a', edits: [edit('one', 'two')] })
    await call('edit', { path: 'a', edits: [edit('one', 'two'), edit('three', 'API_KEY=1')] })
    await call('glob', { pattern: '*.ts' })
    await call('grep', { pattern: 'x', path: 'src', include: '*.ts', ignoreCase: true })
    await call('web_fetch', { url: 'https://example.com' })
    await call('todo_write', { todos: [] })
    await call('job_output', { job: 'j1' })
    await call('mcp__a__b', { path: 'kept' })
    await call('mcp__a__b', [1])
    const inputs = recorded().map((each) => each as { tool_name: string; tool_input: unknown })
    expect(inputs.map(({ tool_name, tool_input }) => [tool_name, tool_input])).toEqual([
      ['Read', { path: 'src/a.ts', offset: 3, file_path: `${root}/src/a.ts` }],
      ['Write', { path: '/etc/hosts', content: 'x', file_path: '/etc/hosts' }],
      ['Edit', expect.objectContaining({ file_path: `${root}/a`, old_string: 'one', new_string: 'two' })],
      ['Edit', expect.objectContaining({ new_string: 'two\nAPI_KEY=1' })],
      ['Glob', { pattern: '*.ts' }],
      ['Grep', expect.objectContaining({ path: `${root}/src`, glob: '*.ts', '-i': true })],
      ['WebFetch', { url: 'https://example.com' }],
      ['TodoWrite', { todos: [] }],
      ['BashOutput', { job: 'j1', bash_id: 'j1' }],
      ['mcp__a__b', { path: 'kept' }],
      ['mcp__a__b', [1]],
    ])
  })

  verifies(['contract:R10'], 'holds no argument that its tool calls secret', async () => {
    const login = { name: 'login', secrets: ['/password'] }
    const { call, recorded } = await openHookBench(processes(), both, {}, login)
    await call('login', { user: 'me', password: 'hunter22' })
    expect(recorded()[0]).toMatchObject({ tool_input: { user: 'me', password: '[redacted]' } })
  })

  test('comes whole, however large, and need not be read', async () => {
    const lines = before('wc -c > size', 'exec 0<&-; true')
    const { call, root } = await openHookBench(processes(), lines)
    succeeded(await call('bash', { command: 'x'.repeat(3_000_000) }))
    const { readFileSync } = await import('node:fs')
    expect(Number(readFileSync(`${root}/size`, 'utf8'))).toBeGreaterThan(3_000_000)
  })

  test('comes to scripts as people write them, in the folder of the project', async () => {
    const line = '"$CLAUDE_PROJECT_DIR"/guard.py'
    const { call, root, ran } = await openHookBench(processes(), before(line))
    script(
      root,
      'guard.py',
      `#!/usr/bin/env python3
import json, os, sys
data = json.load(open('/dev/stdin'))
if 'rm -rf' in data.get('tool_input', {}).get('command', ''):
    print('Blocked: dangerous command in ' + os.getcwd(), file=sys.stderr)
    sys.exit(2)
`,
    )
    expect(failed(await call('bash', { command: 'rm -rf /' })).error.message).toContain(
      `dangerous command in ${root}`,
    )
    succeeded(await call('bash', { command: 'ls' }))
    expect(ran).toEqual(['bash'])
  })

  test('comes to a program without a shell, where its arguments are given', async () => {
    const hook = command('python3', {
      args: ['-c', 'import sys; sys.stderr.write(sys.argv[1]); sys.exit(2)', '$HOME; x'],
    })
    const { call } = await openHookBench(processes(), { PreToolUse: [{ hooks: [hook] }] })
    expect(failed(await call('bash')).error.message).toMatch(/: \$HOME; x$/)
  })

  verifies(['security:C4'], 'comes with an environment that holds no keys', async () => {
    process.env['MILLRACE_TEST_KEY'] = 'canary-in-environment'
    try {
      const { call, root } = await openHookBench(processes(), before('env > environment'))
      await call('bash')
      const { readFileSync } = await import('node:fs')
      const seen = readFileSync(`${root}/environment`, 'utf8')
      expect(seen).not.toContain('canary-in-environment')
      expect(seen).toContain(`CLAUDE_PROJECT_DIR=${root}`)
    } finally {
      delete process.env['MILLRACE_TEST_KEY']
    }
  })
})

describe('settings', () => {
  const config = { start: () => Promise.reject(new Error('unused')), root: '/', env: {}, sessionId: 's' }
  const load = async (settings: unknown): Promise<string[]> => {
    const { ctx, logs } = await openBench()
    await ctx.plugin(hooks, { ...config, hooks: settings as never })
    return logs
  }

  for (const [settings, message] of [
    ['x', /^hooks: must be an object/],
    [{ PreToolUse: {} }, /^hooks\.PreToolUse: must be a list/],
    [{ PreToolUse: [7] }, /^hooks\.PreToolUse\[0\]: must be an object/],
    [{ PreToolUse: [{ matcher: '(', hooks: [] }] }, /^hooks\.PreToolUse\[0\]\.matcher: the matcher "\("/],
    [{ PostToolUse: [{ hooks: 'x' }] }, /^hooks\.PostToolUse\[0\]\.hooks: must be a list/],
    [
      { PostToolUse: [{ hooks: [{ type: 'prompt', prompt: 'x' }] }] },
      /\.hooks\[0\]\.type: only hooks of the type/,
    ],
    [
      { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', if: 'Bash(x)' }] }] },
      /\.if: conditions are not known/,
    ],
    [{ PreToolUse: [{ hooks: [{ type: 'command', command: '  ' }] }] }, /\.command: must be a line/],
    [
      { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', args: 'y' }] }] },
      /\.args: must be a list of texts/,
    ],
    [
      { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', async: 1 }] }] },
      /\.async: must be true or false/,
    ],
    [
      { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', timeout: 0 }] }] },
      /\.timeout: must be a number/,
    ],
    [
      { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', timeout: 1e306 }] }] },
      /\.timeout: must be a number/,
    ],
  ] as const) {
    test(`that cannot be followed are refused: ${JSON.stringify(settings)}`, async () => {
      await expect(load(settings)).rejects.toMatchObject({
        code: 'HOOK_SETTINGS_INVALID',
        message: expect.stringMatching(message) as string,
      })
    })
  }

  test('of other events are left out, and a person is told', async () => {
    const group = [{ hooks: [{ type: 'prompt', prompt: 'x' }] }]
    expect(await load({ SessionStart: group, Stop: group, PreToolUse: [] })).toEqual([
      expect.stringMatching(/these events do not run here, .*: SessionStart, Stop/),
    ])
  })
})
