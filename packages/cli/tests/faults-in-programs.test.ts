import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CodeMode, provideCodeRuntime } from '@millrace/code-mode'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { createScope } from '@millrace/scope'
import type { ToolExecutionResult } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { RequirementId } from '../../../tests/spec/requirements.ts'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from './folder.ts'
import { answeredBy, tool } from './workspace.ts'

/** How a call ended, for whoever made it. */
type Ending = { readonly value: unknown } | { readonly message: string }

interface Bench {
  readonly root: string
  /** The call as a model makes it, and as a program does. */
  readonly direct: (name: string, args: unknown) => Promise<Ending>
  readonly inside: (name: string, args: unknown) => Promise<Ending>
}

const unserved = tool('number', { execute: async () => 1 as unknown as string })
const throwing = tool('throwing', {
  execute: async () => {
    throw new Error('the tool failed')
  },
})

/** A folder with what faults are made of, and its tools, behind all policies; every question is answered with yes. */
async function bench(): Promise<Bench> {
  const root = folder({
    'a.txt': 'one\ntwo\none\n',
    'crlf.txt': 'a\r\nb\r\n',
    'bom.txt': '\ufeffone\n',
    'long.txt': `${'x'.repeat(50_000)}\n`,
    'many.txt': 'TODO\n'.repeat(500),
    'binary.dat': '\0\u0001\u0002',
    'sub/b.txt': 'two\n',
    '.git/config': '[core]\n',
  })
  execFileSync('mkfifo', [join(root, 'pipe')])
  symlinkSync('/etc/hostname', join(root, 'out'))
  chmodSync(join(root, 'sub/b.txt'), 0o600)
  const workspace = await answeredBy({ kind: 'once' }, unserved, throwing)(root, {})
  const { ctx, tools } = workspace
  const agent = {}
  const programs = inlineRuntime()
  await ctx.plugin(CodeMode, {})
  provideCodeRuntime(ctx, programs)
  const scope = createScope(ctx, agent, { parent: workspace.agent })
  scope.ctx.tools.presentAs('both')
  onTestFinished(async () => {
    await scope.dispose()
    await workspace.close()
    await programs.close()
  })
  let calls = 0
  const execute = (name: string, args: unknown): Promise<ToolExecutionResult> =>
    tools.execute({
      callId: `c${++calls}`,
      name,
      arguments: args,
      agent,
      signal: new AbortController().signal,
    })
  const inside = async (name: string, args: unknown): Promise<Ending> => {
    // Parsed: a literal would take `__proto__` for its prototype.
    const [asked, given] = [JSON.stringify(name), `JSON.parse(${JSON.stringify(JSON.stringify(args))})`]
    const code = `try { return { value: await tools[${asked}](${given}) } } catch (error) { return { message: error.message } }`
    const ended = await execute('run_code', { code, description: 'a fault' })
    if (ended.isError) throw new Error(ended.error.message)
    return (ended.value as unknown as { result: Ending }).result
  }
  const direct = async (name: string, args: unknown): Promise<Ending> => {
    const ended = await execute(name, args)
    return ended.isError ? { message: ended.error.message } : { value: ended.value }
  }
  return { root, direct, inside }
}

const change = (path: string, oldText: string, newText: string): object => ({
  path,
  edits: [{ oldText, newText }],
})

/** What a program may try that went wrong elsewhere, and how it ends: in a failure with these words, or in a value. */
const tried: readonly [RequirementId, string, object, RegExp | 'value'][] = [
  ['fault:B005', 'read', { path: 'a.txt', offset: -1 }, /offset/],
  [
    'fault:B012',
    'grep',
    JSON.parse('{"pattern":"one","__proto__":{"polluted":true}}') as object,
    /__proto__/,
  ],
  ['fault:B008', 'todo_write', { todos: '[]' }, /todos/],
  ['fault:B024', 'number', {}, /invalid output/],
  ['fault:B035', 'throwing', {}, /the tool failed/],
  ['fault:B031', 'grep', { pattern: 'TODO', path: 'many.txt' }, 'value'],
  ['fault:B048', 'read', { path: '../outside.txt' }, /outside/],
  ['fault:B082', 'edit', change('a.txt', 'two', '$& $1 \\n'), 'value'],
  ['fault:B084', 'edit', change('crlf.txt', 'a', 'c'), 'value'],
  ['fault:B085', 'read', { path: 'bom.txt' }, 'value'],
  ['fault:B087', 'edit', change('a.txt', '', 'x'), /oldText/],
  ['fault:B088', 'edit', change('a.txt', 'two', 'two'), 'value'],
  ['fault:B089', 'read', { path: 'pipe' }, /pipe/],
  ['fault:B090', 'read', { path: 'long.txt' }, 'value'],
  ['fault:B091', 'write', { path: 'out/new.txt', content: 'x' }, /outside|not a folder|folder/],
  ['fault:B093', 'write', { path: 'sub/b.txt', content: 'x\n' }, 'value'],
  ['fault:B097', 'write', { path: 'new.txt', content: 'a\r\n\ufeffb' }, 'value'],
  ['fault:B099', 'glob', { pattern: '**' }, 'value'],
  ['fault:B101', 'grep', { pattern: '(' }, /missing closing/],
  ['fault:B102', 'grep', { pattern: 'one' }, 'value'],
  ['fault:B103', 'grep', { pattern: '--files', literal: true }, 'value'],
  ['fault:B105', 'grep', { pattern: '(a+)+$', path: 'long.txt' }, 'value'],
  ['fault:B107', 'grep', { pattern: 'x', path: 'long.txt' }, 'value'],
  ['fault:B122', 'web_fetch', { url: 'http://169.254.169.254/latest/meta-data' }, /169\.254/],
  ['fault:B125', 'read', { path: 'binary.dat' }, 'value'],
]

describe('what went wrong elsewhere ends inside a program as it does in a direct call:', () => {
  for (const [id, name, args, ending] of tried) {
    verifies([id], `${name} ${JSON.stringify(args).slice(0, 60)}`, async () => {
      const [one, other] = [await bench(), await bench()]
      // What is changed has been read.
      for (const path of ['a.txt', 'crlf.txt', 'sub/b.txt']) {
        await one.direct('read', { path })
        await other.inside('read', { path })
      }
      const direct = await one.direct(name, args)
      const inside = await other.inside(name, args)
      if (ending === 'value') expect(direct, JSON.stringify(direct)).toHaveProperty('value')
      else expect(direct).toEqual({ message: expect.stringMatching(ending) })
      const told = JSON.stringify(inside).replaceAll(other.root, one.root)
      expect(JSON.parse(told)).toEqual(JSON.parse(JSON.stringify(direct)))
      for (const file of ['a.txt', 'crlf.txt', 'sub/b.txt'])
        expect(readFileSync(join(other.root, file))).toEqual(readFileSync(join(one.root, file)))
    })
  }

  verifies(['fault:B095'], 'a file that somebody else changed is stale for a program, too', async () => {
    const { root, inside } = await bench()
    await inside('read', { path: 'a.txt' })
    writeFileSync(join(root, 'a.txt'), 'another\ntwo\n')
    expect(await inside('write', { path: 'a.txt', content: 'mine\n' })).toEqual({
      message: expect.stringMatching(/changed/),
    })
  })

  test('hostile keys of a program pollute nothing', async () => {
    await (await bench()).inside('grep', JSON.parse('{"pattern":"one","constructor":{"prototype":{"x":1}}}'))
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})
