import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { callsOf, editor, textOf } from './editor.ts'
import { program } from './mcp-place.ts'
import { millrace } from './millrace.ts'
import { asks, home } from './running.ts'

const read = asks('read', { path: 'notes.md' })
const edit = asks('edit', { path: 'notes.md', edits: [{ oldText: 'unsaved', newText: 'changed' }] })

/** Files as an editor has them: texts by path, and what it was asked for. */
function buffers(texts: Record<string, string>): {
  readonly texts: Record<string, string>
  readonly asked: string[]
  readonly prepare: (app: acp.ClientApp) => void
} {
  const asked: string[] = []
  return {
    texts,
    asked,
    prepare: (app) => {
      app.onRequest('fs/read_text_file', ({ params: { path } }) => {
        asked.push(`read ${path}`)
        const content = texts[path]
        if (content === undefined) throw acp.RequestError.resourceNotFound(path)
        return { content }
      })
      app.onRequest('fs/write_text_file', ({ params: { path, content } }) => {
        asked.push(`write ${path}`)
        texts[path] = content
        return {}
      })
    },
  }
}

const bothWays = { fs: { readTextFile: true, writeTextFile: true } }

describe('files of an editor', () => {
  test('are read and changed as they stand there, unsaved, and the disk is left to the editor', async () => {
    const at = home()
    const path = join(at.project, 'notes.md')
    const open = buffers({ [path]: 'unsaved\n' })
    const { session, prompt, asked, models, updates } = await editor(
      [{ calls: [read] }, { calls: [edit] }, 'Done.'],
      {
        at,
        capabilities: bothWays,
        permit: () => 'once',
        prepare: open.prepare,
      },
    )
    await prompt(await session())
    expect(JSON.stringify(models[0]?.requests[1]?.messages)).toContain('unsaved')
    expect(asked[0]?.toolCall.content).toContainEqual({
      type: 'diff',
      path,
      oldText: 'unsaved\n',
      newText: 'changed\n',
    })
    expect(open.texts[path]).toBe('changed\n')
    expect(readFileSync(path, 'utf8')).toBe('# Notes\nTODO one\n')
    expect([...callsOf(updates).values()].map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  test('are not written over where the person typed since they were read', async () => {
    const at = home()
    const path = join(at.project, 'notes.md')
    const open = buffers({ [path]: 'unsaved\n' })
    const write = asks('write', { path: 'notes.md', content: 'mine\n' })
    const { session, prompt, updates } = await editor([{ calls: [read] }, { calls: [write] }, 'Done.'], {
      at,
      capabilities: bothWays,
      permit: () => {
        open.texts[path] = 'typed meanwhile\n'
        return 'once'
      },
      prepare: open.prepare,
    })
    await prompt(await session())
    expect(open.texts[path]).toBe('typed meanwhile\n')
    expect([...callsOf(updates).values()][1]).toMatchObject({ status: 'failed' })
  })

  test('are new in the editor, too', async () => {
    const at = home()
    const open = buffers({})
    const write = asks('write', { path: 'src/new.md', content: 'new\n' })
    const { session, prompt } = await editor([{ calls: [write] }, 'Done.'], {
      at,
      capabilities: bothWays,
      permit: () => 'once',
      prepare: open.prepare,
    })
    await prompt(await session())
    expect(open.texts).toEqual({ [join(at.project, 'src/new.md')]: 'new\n' })
  })

  verifies(['security:F1'], 'are asked for only inside the folder', async () => {
    const open = buffers({ '/etc/passwd': 'secret' })
    const calls = [asks('read', { path: '/etc/passwd' }), asks('write', { path: '../out.md', content: 'x' })]
    const { session, prompt, asked, updates } = await editor([{ calls }, 'Done.'], {
      capabilities: bothWays,
      permit: () => 'once',
      prepare: open.prepare,
    })
    await prompt(await session())
    expect([...callsOf(updates).values()].map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect([open.asked, asked]).toEqual([[], []])
  })

  test('that the editor refuses are a failure, and not those of the disk', async () => {
    const open = buffers({})
    const { session, prompt, models, updates } = await editor([{ calls: [read] }, 'Done.'], {
      capabilities: bothWays,
      prepare: open.prepare,
    })
    await prompt(await session())
    const [call] = callsOf(updates).values()
    expect(call).toMatchObject({ status: 'failed' })
    expect(call && textOf(call)).toContain('not known to the editor')
    expect(JSON.stringify(models[0]?.requests[1]?.messages)).not.toContain('TODO one')
  })

  test('that the editor fails to read are told in its own words', async () => {
    const { session, prompt, updates } = await editor([{ calls: [read] }, 'Done.'], {
      capabilities: bothWays,
      prepare: (app) =>
        app.onRequest('fs/read_text_file', () => {
          throw new Error('the buffer is locked')
        }),
    })
    await prompt(await session())
    const [call] = callsOf(updates).values()
    expect(call && textOf(call)).toContain('the buffer is locked')
  })

  test('that are no text are those of the disk', async () => {
    const at = home()
    writeFileSync(join(at.project, 'data.bin'), Buffer.from([0, 1, 2, 255]))
    const open = buffers({})
    const { session, prompt, updates } = await editor(
      [{ calls: [asks('read', { path: 'data.bin' })] }, 'Done.'],
      {
        at,
        capabilities: bothWays,
        prepare: open.prepare,
      },
    )
    await prompt(await session())
    expect([...callsOf(updates).values()][0]).toMatchObject({ status: 'completed' })
    expect(open.asked).toEqual([])
  })
})

/** Terminals as an editor has them: real processes. */
function terminals(): {
  readonly started: acp.CreateTerminalRequest[]
  readonly prepare: (app: acp.ClientApp) => void
} {
  const started: acp.CreateTerminalRequest[] = []
  const open = new Map<
    string,
    { child: ChildProcess; output: string; ended: Promise<acp.TerminalExitStatus> }
  >()
  const of = (id: string) => {
    const found = open.get(id)
    if (found === undefined) throw acp.RequestError.resourceNotFound(id)
    return found
  }
  onTestFinished(() => {
    for (const { child } of open.values()) child.kill('SIGKILL')
  })
  return {
    started,
    prepare: (app) => {
      app.onRequest('terminal/create', ({ params }) => {
        started.push(params)
        const env = Object.fromEntries((params.env ?? []).map(({ name, value }) => [name, value]))
        const child = spawn(params.command, params.args ?? [], {
          cwd: params.cwd ?? '/',
          env,
          detached: true,
        })
        const ended = new Promise<acp.TerminalExitStatus>((resolve) => {
          child.on('close', (exitCode, signal) => resolve({ exitCode, signal }))
        })
        const terminal = { child, output: '', ended }
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => (terminal.output += chunk.toString()))
        const terminalId = `terminal_${started.length}`
        open.set(terminalId, terminal)
        return { terminalId }
      })
      app.onRequest('terminal/output', ({ params }) => ({
        output: of(params.terminalId).output,
        truncated: false,
      }))
      app.onRequest('terminal/wait_for_exit', ({ params }) => of(params.terminalId).ended)
      app.onRequest('terminal/kill', ({ params }) => {
        const { pid } = of(params.terminalId).child
        if (pid !== undefined) process.kill(-pid, 'SIGKILL')
        return {}
      })
      app.onRequest('terminal/release', ({ params }) => {
        of(params.terminalId)
        open.delete(params.terminalId)
        return {}
      })
    },
  }
}

describe('terminals of an editor', () => {
  test('run the commands that no sandbox keeps in, and calls show them', async () => {
    const own = terminals()
    const call = asks('bash', { command: 'echo one; sleep 0.2; echo two; exit 3' })
    const { at, session, prompt, models, updates } = await editor([{ calls: [call] }, 'Done.'], {
      capabilities: { terminal: true },
      permit: () => 'once',
      prepare: own.prepare,
    })
    await prompt(await session())
    expect(own.started).toMatchObject([{ command: 'bash', cwd: at.project }])
    expect([...callsOf(updates).values()][0]).toMatchObject({
      status: 'completed',
      content: [{ type: 'terminal', terminalId: 'terminal_1' }],
    })
    const told = JSON.stringify(models[0]?.requests[1]?.messages)
    for (const words of ['one', 'two', '3']) expect(told).toContain(words)
  })

  test('lose their command when the turn is cancelled', async () => {
    const own = terminals()
    const { agent, session, prompt, updates } = await editor(
      [{ calls: [asks('bash', { command: 'sleep 600' })] }],
      {
        capabilities: { terminal: true },
        permit: () => 'once',
        prepare: own.prepare,
      },
    )
    const sessionId = await session()
    const turn = prompt(sessionId)
    await expect.poll(() => own.started.length, { timeout: 20_000 }).toBe(1)
    await agent.notify('session/cancel', { sessionId })
    expect(await turn).toEqual({ stopReason: 'cancelled' })
    expect([...callsOf(updates).values()][0]).toMatchObject({ status: 'failed' })
  })

  verifies(['security:D5'], 'print secrets that the model is not shown', async () => {
    const own = terminals()
    const secret = 'sk-test-0123456789abcdef'
    const { session, prompt, models } = await editor(
      [{ calls: [asks('bash', { command: `printf 'key sk-test-%s\\n' 0123456789abcdef` })] }, 'Done.'],
      {
        capabilities: { terminal: true },
        env: { OPENAI_API_KEY: secret },
        permit: () => 'once',
        prepare: own.prepare,
      },
    )
    await prompt(await session())
    expect(own.started).toHaveLength(1)
    expect(JSON.stringify(models[0]?.requests)).not.toContain(secret)
  })

  verifies(['security:C3'], 'stay closed where a sandbox is to keep commands in', async () => {
    const own = terminals()
    const { session, prompt, updates } = await editor(
      [{ calls: [asks('bash', { command: 'echo inside' })] }, 'Done.'],
      {
        capabilities: { terminal: true },
        env: { MILLRACE_SANDBOX: 'required', PATH: process.env['PATH'] ?? '' },
        permit: () => 'once',
        prepare: own.prepare,
      },
    )
    await prompt(await session())
    expect(own.started).toEqual([])
    const [call] = callsOf(updates).values()
    // Where this machine has no sandbox, nothing runs at all.
    expect(call && textOf(call)).toMatch(/inside|SANDBOX_UNAVAILABLE|sandbox/)
  })

  test('that cannot be started fail the call', async () => {
    const { session, prompt, updates } = await editor(
      [{ calls: [asks('bash', { command: 'true' })] }, 'Done.'],
      {
        capabilities: { terminal: true },
        permit: () => 'once',
      },
    )
    await prompt(await session())
    const [call] = callsOf(updates).values()
    expect(call).toMatchObject({ status: 'failed' })
    expect(call && textOf(call)).toContain('the editor did not start a terminal')
  })
})

describe('MCP servers of a session', () => {
  const server = { name: 'given', command: process.execPath, args: [program], env: [] }

  test('bring their tools to that session alone', async () => {
    const call = asks('mcp__given__echo', { message: 'hi there' })
    const { session, prompt, updates, models } = await editor([{ calls: [call] }, 'Done.'], {
      env: { PATH: process.env['PATH'] ?? '' },
      permit: () => 'once',
    })
    const [one, two] = [await session({ mcpServers: [server] }), await session()]
    await prompt(one)
    await prompt(two)
    const of = (id: string) => [...callsOf(updates.filter(({ sessionId }) => sessionId === id)).values()]
    expect([of(one), of(two)]).toMatchObject([[{ status: 'completed' }], [{ status: 'failed' }]])
    expect(of(one).map(textOf).join('')).toContain('hi there')
    const names = models.map(({ requests }) => requests[0]?.tools.map(({ name }) => name) ?? [])
    expect(names.map((each) => each.includes('mcp__given__echo'))).toEqual([true, false])
  })

  test('may ask the person', async () => {
    const { session, prompt, updates } = await editor([{ calls: [asks('mcp__given__ask', {})] }, 'Done.'], {
      env: { PATH: process.env['PATH'] ?? '' },
      capabilities: { elicitation: { form: {} } },
      permit: () => 'once',
      prepare: (app) =>
        app.onRequest('elicitation/create', ({ params }) => {
          const form = JSON.stringify(params)
          const chosen = ['answer it', 'leave it out', 'yes'].find((word) =>
            form.includes(`"const":"${word}"`),
          )
          return {
            action: 'accept',
            content: chosen === undefined ? { words_1: 'Ada' } : { answer_1: chosen },
          }
        }),
    })
    await prompt(await session({ mcpServers: [server] }))
    const [call] = callsOf(updates).values()
    expect(call).toMatchObject({ status: 'completed' })
    expect(call && textOf(call)).toContain('"content":{"name":"Ada","sure":true}')
  })

  test.each(['io.github.me/files', '../../../files'])(
    'have a log that is found by the name %j',
    async (name) => {
      const { at, session, prompt, leave, io } = await editor(['Done.'], {
        env: { PATH: process.env['PATH'] ?? '' },
      })
      await prompt(await session({ mcpServers: [{ ...server, name }] }))
      await leave()
      expect(io.err()).not.toContain('cannot be written')
      const log = await millrace(['mcp', 'log', name], { cwd: at.project, env: at.env })
      expect([log.status, log.out()]).toEqual([0, expect.stringContaining('hello from plain')])
      expect(log.err()).toMatch(/\/mcp\/logs\/[^/]+\/[\w.-]+\.log$/m)
    },
  )

  test('that cannot be started harm no other tool', async () => {
    const { session, prompt, updates, io } = await editor([{ calls: [read] }, 'Done.'], {
      env: { PATH: process.env['PATH'] ?? '' },
    })
    await prompt(await session({ mcpServers: [{ ...server, args: [program, 'broken'] }] }))
    expect([...callsOf(updates).values()][0]).toMatchObject({ status: 'completed' })
    expect(io.err()).toContain('given')
  })
})
