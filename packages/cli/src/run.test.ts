import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from '../tests/folder.ts'
import { files, json, millrace } from '../tests/millrace.ts'
import { terminal } from '../tests/terminal.ts'
import { tool, withTools } from '../tests/workspace.ts'
import type { ApprovalQuestion, ApprovalReply } from '@millrace/policies/approval'
import { run } from './run.ts'
import type { OpenWorkspace } from './with-workspace.ts'

describe('exit status 0: done', () => {
  test('a call shows its card on the standard output, and nothing anywhere else', async () => {
    const ended = await millrace(['call', 'grep', 'pattern=TODO'])
    expect(ended.status).toBe(0)
    expect(ended.out()).toMatch(/^✓ done .*grep .*TODO.* {2}2 matches in 2 files .*auto\n/)
    expect(ended.out()).toContain('// TODO two')
    expect(ended.err()).toBe('')
  })

  test('--json prints one object with value, content and view', async () => {
    const ended = await millrace(['call', 'read', 'path=notes.md', '--json'])
    expect(json(ended)).toMatchObject({
      ok: true,
      tool: 'read',
      callId: 'c1',
      status: 'done',
      durationMs: expect.any(Number),
      value: expect.anything(),
      content: [{ type: 'text', text: expect.stringContaining('TODO one') }],
      view: { call: { card: 'generic' }, result: { card: 'read', totalLines: 2 } },
      omitted: null,
    })
    expect([ended.status, ended.err()]).toEqual([0, ''])
  })

  test.each([['-o', 'json'], ['--output=json']])('%s is the same as --json', async (...words) => {
    expect(json(await millrace(['call', 'read', 'path=notes.md', ...words]))).toMatchObject({ ok: true })
  })

  test('what a result leaves out is counted', async () => {
    const ended = await millrace(['call', 'read', 'path=notes.md', 'limit=1', '--json'])
    expect(json(ended)).toMatchObject({ ok: true, omitted: { lines: 1 } })
  })

  test('help, for the whole and for each command, with three examples each', async () => {
    for (const words of [
      ['--help'],
      ['help'],
      ['help', 'help'],
      ['help', 'call'],
      ['call', '--help'],
      ['tools', '-h'],
      ['code', '--help'],
      ['run', '--help'],
    ]) {
      const ended = await millrace(words)
      expect([ended.status, ended.err()]).toEqual([0, ''])
      const examples = ended.out().slice(ended.out().indexOf('Examples:'))
      expect(examples.match(/^ {2}\S.*millrace|^ {2}millrace/gm)).toHaveLength(3)
    }
  })

  test('the version, and the overview', async () => {
    expect((await millrace(['--version'])).out()).toMatch(/^\d+\.\d+\.\d+\n$/)
    for (const words of [[], ['--no-color'], ['--cwd', '.']]) {
      expect((await millrace(words)).out()).toMatch(/^millrace \d/)
    }
  })
})

describe('exit status 1: an internal error', () => {
  test('is told on the standard error output, escaped', async () => {
    const ended = await millrace(['tools'], {}, () => Promise.reject(new Error('boo\u001b[2J')))
    expect([ended.status, ended.out()]).toEqual([1, ''])
    expect(ended.err()).toContain(String.raw`internal error: Error: boo\u{1b}[2J`)
  })
})

describe('exit status 3: the tool failed', () => {
  test('the card says so', async () => {
    const ended = await millrace(['call', 'read', 'path=missing.md'])
    expect(ended.status).toBe(3)
    expect(ended.out()).toMatch(/^✗ failed .*FS_NOT_FOUND/)
  })

  test('and so does the report', async () => {
    const ended = await millrace(['call', 'read', 'path=missing.md', '--json'])
    expect(ended.status).toBe(3)
    const report = json(ended)
    expect(report).toMatchObject({
      ok: false,
      tool: 'read',
      status: 'failed',
      error: { code: 'FS_NOT_FOUND' },
    })
    expect(Object.keys(report)).toEqual(['ok', 'tool', 'callId', 'status', 'durationMs', 'error'])
  })
})

describe('exit status 4: denied', () => {
  test.each(['path=../outside', 'path=/etc/passwd', 'path=src/../../x'])(
    'a path outside the workspace: %s',
    async (word) => {
      const ended = await millrace(['call', 'read', word])
      expect(ended.status).toBe(4)
      expect(ended.out()).toMatch(/^⊘ denied .*by workspace/)
      expect(ended.out()).toContain('outside the workspace')
      expect(ended.err()).toContain('--cwd DIR')
    },
  )

  test('a link that leads outside', async () => {
    const cwd = folder(files)
    symlinkSync('/etc/passwd', join(cwd, 'link'))
    const ended = await millrace(['call', 'read', 'path=link', '--json'], { cwd })
    expect(ended.status).toBe(4)
    expect(json(ended)).toMatchObject({
      status: 'denied',
      error: { code: 'DENIED', message: expect.stringContaining('through a link') },
      by: 'workspace',
    })
  })

  test('the report says who, by which rule, and what to do', async () => {
    const report = json(await millrace(['call', 'read', 'path=../outside', '--json']))
    expect(report).toEqual({
      ok: false,
      tool: 'read',
      callId: 'c1',
      status: 'denied',
      durationMs: expect.any(Number),
      error: { message: expect.stringContaining('outside the workspace'), code: 'DENIED' },
      by: 'workspace',
      rule: null,
      hint: expect.stringContaining('--cwd DIR'),
    })
  })

  test('a tool with effects, as nobody can be asked', async () => {
    let ran = 0
    const execute = (): Promise<string> => Promise.resolve(`ran ${++ran}`)
    for (const effects of ['other', 'idempotent', undefined] as const) {
      const { effects: _, ...plain } = tool('change', { execute })
      const open = withTools(effects === undefined ? plain : { ...plain, effects })
      const ended = await millrace(['call', 'change', '--json'], {}, open)
      expect(ended.status).toBe(4)
      expect(json(ended)).toMatchObject({
        status: 'denied',
        error: { code: 'DENIED' },
        by: 'no-tty',
        rule: null,
      })
      expect((await millrace(['call', 'change'], {}, open)).out()).toMatch(/^⊘ denied .*nobody to ask/)
    }
    expect(ran).toBe(0)
  })

  test('no listener of a plugin can turn that around', async () => {
    let ran = 0
    const write = tool('change', { effects: 'other', execute: () => Promise.resolve(`ran ${++ran}`) })
    const open: OpenWorkspace = async (root) => {
      const workspace = await withTools(write)(root)
      workspace.ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }))
      workspace.ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }), { prepend: true })
      return workspace
    }
    expect([(await millrace(['call', 'change'], {}, open)).status, ran]).toEqual([4, 0])
  })

  verifies(
    ['contract:W4b'],
    'but where a host can ask, the question goes out for the command as its agent',
    async () => {
      const asked: ApprovalQuestion[] = []
      const answering =
        (reply: ApprovalReply): OpenWorkspace =>
        async (root) => {
          const workspace = await withTools(tool('change', { effects: 'other' }))(root)
          const ask = (question: ApprovalQuestion): Promise<ApprovalReply> => {
            asked.push(question)
            expect(question.kind === 'call' && question.execution.agent).toBe(workspace.agent)
            return Promise.resolve(reply)
          }
          workspace.ctx.get('approval')?.addFrontEnd({ name: 'pager', ask })
          return workspace
        }
      const allowed = await millrace(['call', 'change'], {}, answering({ kind: 'once' }))
      expect(allowed.status).toBe(0)
      expect(allowed.out()).toMatch(/^✓ done .* pager\n/)
      const denied = answering({ kind: 'deny', message: 'not now' })
      const ended = await millrace(['call', 'change', '--json'], {}, denied)
      expect(ended.status).toBe(4)
      expect(json(ended)).toMatchObject({
        by: 'pager',
        error: { message: expect.stringContaining('not now') },
      })
      expect(asked.map(({ reason }) => reason)).toEqual(Array(2).fill('no rule allows the tool "change"'))
    },
  )

  test('a guard or a policy without a name is called what it is', async () => {
    const guarded: OpenWorkspace = async (root) => {
      const workspace = await withTools(tool('deploy'))(root)
      workspace.tools.guard(() => 'not today')
      return workspace
    }
    expect(json(await millrace(['call', 'deploy', '--json'], {}, guarded))).toMatchObject({
      by: 'guard',
      rule: null,
    })
    const policed: OpenWorkspace = async (root) => {
      const workspace = await withTools(tool('deploy'))(root)
      workspace.ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'not today' }))
      return workspace
    }
    expect(json(await millrace(['call', 'deploy', '--json'], {}, policed))).toMatchObject({
      by: 'policy',
      rule: null,
    })
  })

  test('a rule that a policy names', async () => {
    const open: OpenWorkspace = async (root) => {
      const workspace = await withTools(tool('deploy'))(root)
      const rule = { kind: 'deny' as const, reason: 'release only from CI', rule: 'Bash(git push *)' }
      workspace.ctx.on('tools/pre-execute', async () => rule)
      return workspace
    }
    const report = json(await millrace(['call', 'deploy', '--json'], {}, open))
    expect(report).toMatchObject({ status: 'denied', by: 'rule', rule: 'Bash(git push *)' })
    expect((await millrace(['call', 'deploy'], {}, open)).out()).toContain('by rule Bash(git push *)')
  })
})

describe('exit status 130: interrupted', () => {
  test('the call is told, and waited for', async () => {
    const interrupt = new AbortController()
    let settled = false
    const slow = tool('slow', {
      execute: (_args, { signal }) =>
        new Promise((resolve) => {
          const end = (): void => {
            settled = true
            resolve('late')
          }
          signal.addEventListener('abort', () => setTimeout(end, 20))
          interrupt.abort()
        }),
    })
    const ended = await millrace(['call', 'slow', '--json'], { signal: interrupt.signal }, withTools(slow))
    expect([ended.status, settled]).toEqual([130, true])
    expect(json(ended)).toMatchObject({ ok: false, status: 'cancelled', error: { code: 'ABORTED' } })
  })

  test('a tool that throws because it was told', async () => {
    for (const reason of [undefined, new Error('enough')]) {
      const interrupt = new AbortController()
      const obedient = tool('obedient', {
        execute: (_args, { signal }) => {
          interrupt.abort(reason)
          return Promise.reject(signal.reason)
        },
      })
      const ended = await millrace(
        ['call', 'obedient', '--json'],
        { signal: interrupt.signal },
        withTools(obedient),
      )
      expect(ended.status).toBe(130)
      expect(json(ended)).toMatchObject({ ok: false, status: 'cancelled' })
    }
  })

  test('before the call, also while the arguments are still coming', async () => {
    const ended = await millrace(['call', 'read', 'path=notes.md'], { signal: AbortSignal.abort() })
    expect([ended.status, ended.out().split('\n')[0]]).toEqual([130, expect.stringMatching(/^⊝ cancelled/)])
    const interrupt = new AbortController()
    const io = terminal({ cwd: folder(files), signal: interrupt.signal })
    const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
    const ends = run(['call', 'read', '--args', '-'], { ...io, stdin: never })
    setTimeout(() => interrupt.abort(), 20)
    expect(await ends).toBe(130)
  })
})
