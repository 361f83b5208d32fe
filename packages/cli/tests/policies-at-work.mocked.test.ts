import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createScope } from '@millrace/scope'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from './folder.ts'
import { json, millrace } from './millrace.ts'
import { person, type Act } from './person.ts'
import { place, settings, type Place } from './settings.ts'
import { tool } from './workspace.ts'
import { openWorkspace } from '../src/workspace.ts'

// So that no other sandbox takes the place of bubblewrap where that is not found.
vi.mock('@deepseek-ai/node-addon-landlock-run', () => {
  throw new Error('not installed')
})

const { PATH = '' } = process.env
const user = '~/.config/millrace/millrace.jsonc'
const keys = /\[1\/y\] once/

/** Why nothing can be tried in the sandbox here; `undefined` where it can. */
const noSandbox: string | undefined =
  process.platform !== 'linux'
    ? 'bubblewrap is of Linux'
    : spawnSync('curl', ['--version']).status !== 0
      ? 'there is no curl to reach hosts with'
      : spawnSync('bwrap', ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', 'true']).status === 0
        ? undefined
        : 'bubblewrap (bwrap) does not work here'

const skipped = noSandbox === undefined ? '' : `, skipped: ${noSandbox}`

/** A folder of somebody, with settings of that person. */
function desk(own: object = {}, files: Readonly<Record<string, string>> = {}): Place {
  return place({ [user]: settings(own), ...files }, { PATH, NO_COLOR: '1' })
}

/** Runs the command there. */
function run(at: Place, words: readonly string[], ...acts: Act[]) {
  const somebody = acts.length === 0 ? {} : person(...acts)
  return millrace(['call', ...words], { ...somebody, cwd: at.project, env: at.env, columns: 160 })
}

async function report(at: Place, ...words: string[]): Promise<Record<string, unknown>> {
  return json(await run(at, [...words, '--json']))
}

const outputOf = ({ value }: Record<string, unknown>): unknown =>
  (value as { output?: unknown } | undefined)?.output

describe.skipIf(noSandbox)(`a command in the sandbox${skipped}`, () => {
  test('runs without a question, and changes what lies in the folder', async () => {
    const at = desk()
    const ended = await report(at, 'bash', 'command=echo made > a.txt; cat a.txt')
    expect(ended).toMatchObject({ ok: true, value: { exitCode: 0, output: 'made\n' } })
    expect(readFileSync(join(at.project, 'a.txt'), 'utf8')).toBe('made\n')
  })

  verifies(
    ['security:C3'],
    'writes nothing outside, nor what steers programs, in a way that nobody reads',
    async () => {
      const outside = folder({ 'canary.txt': 'as it was\n' })
      const at = desk({}, { 'package.json': '{}\n' })
      // What cannot be read before is kept in all the same.
      const command = `p=${join(outside, 'canary.txt')}; echo x > "$p"; q=package; echo x > "$q.json"; echo "tried $?"`
      const ended = await report(at, 'bash', `command=${command}`)
      expect(outputOf(ended)).toContain('tried 1')
      expect(readFileSync(join(outside, 'canary.txt'), 'utf8')).toBe('as it was\n')
      expect(readFileSync(join(at.project, 'package.json'), 'utf8')).toBe('{}\n')
    },
  )

  test('that plainly writes what steers programs asks, and says that a yes does not help', async () => {
    const at = desk({}, { 'package.json': '{}\n' })
    const ended = await run(at, ['bash', 'command=echo x > package.json'], [keys, 'y'])
    expect(ended.err()).toContain('changes package.json, which is protected')
    expect(ended.err()).toContain(
      'note: the sandbox keeps it read-only even after a yes; the edit tool can change it: package.json\n',
    )
    expect(ended.out()).toMatch(/exit 1 .* you once/)
    expect(readFileSync(join(at.project, 'package.json'), 'utf8')).toBe('{}\n')
  })

  test('that met what is kept as it is comes with a hint', async () => {
    const at = desk({}, { 'package.json': '{}\n' })
    const ended = await report(at, 'bash', 'command=q=package; echo x > "$q.json"')
    expect(ended).toMatchObject({ ok: true, hint: expect.stringContaining('--sandbox off') })
    expect(await report(at, 'bash', 'command=echo fine')).not.toHaveProperty('hint')
  })

  test('does not run under --approve-reads', async () => {
    const at = desk()
    const ended = await report(at, 'bash', 'command=touch a.txt', '--approve-reads')
    expect(ended).toMatchObject({ ok: false, status: 'denied', by: '--approve-reads' })
    expect(existsSync(join(at.project, 'a.txt'))).toBe(false)
  })

  test('asks where hooks might have denied it, had the folder been trusted', async () => {
    const guard = { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] }
    const at = desk({}, { 'millrace.jsonc': settings({ hooks: guard }) })
    const ended = await report(at, 'bash', 'command=touch a.txt')
    expect(ended).toMatchObject({ ok: false, status: 'denied', by: 'no-tty' })
    expect(JSON.stringify(ended)).toContain('millrace trust')
    expect(existsSync(join(at.project, 'a.txt'))).toBe(false)
  })

  verifies(['security:C3'], 'is one of the built-in tool, and of no other tool of its name', async () => {
    const at = desk()
    const workspace = await openWorkspace(at.project, at.env)
    onTestFinished(() => workspace.close())
    await workspace.openSandbox?.()
    const agent = {}
    const scope = createScope(workspace.ctx, agent)
    const touches = (): object => ({ argv: [['bash', '-c', 'make']] })
    scope.ctx.tools.register(tool('bash', { effects: 'idempotent', touches }))
    const verdict = (who: object): string | undefined =>
      workspace.ctx.get('permissions')?.judge('bash', { command: 'make' }, who).verdict
    expect([verdict(workspace.agent), verdict(agent)]).toEqual(['allow', 'ask'])
  })

  verifies(['security:C3'], 'is not let out by an argument', async () => {
    const outside = folder()
    const at = desk()
    const out = join(outside, 'out.txt')
    const words = ['bash', `command=p=${out}; echo x > "$p"`, '--approve-all']
    for (const argument of ['dangerouslyDisableSandbox=true', 'sandbox=off', 'escalate=true']) {
      const ended = await run(at, [...words, argument, '--json'])
      expect([ended.status, json(ended)]).toMatchObject([2, { ok: false, error: { code: 'INVALID_ARGS' } }])
    }
    const tried = await report(at, ...words)
    expect([tried['ok'], existsSync(out)]).toEqual([true, false])
  })

  test.each([
    ['y', 'got 502'],
    ['n', 'got 403'],
  ])('that reaches for a host asks whoever is there: %s', async (key, got) => {
    // A name that is nowhere: whoever is allowed to reach it finds nobody.
    const command = "command=curl -s --max-time 60 -o /dev/null -w 'got %{http_code}' http://nowhere.invalid/"
    const ended = await run(desk(), ['bash', command], [keys, key])
    expect(ended.err()).toMatch(/may commands reach this host\?\n.*nowhere\.invalid:80/)
    expect(ended.out()).toContain(got)
  })

  test('reaches no host of this machine that is not listed, whatever anybody answers', async () => {
    const server = await loopback()
    const command = `command=curl -s --max-time 60 ${server.url} || echo kept away`
    expect(outputOf(await report(desk(), 'bash', command, '--approve-all'))).toContain('kept away')
    expect(server.heard()).toBe(0)
  })

  test('reaches no host that is not listed, where nobody can be asked, and each that is', async () => {
    const server = await loopback()
    const command = `command=curl -s --max-time 60 ${server.url} || echo kept away`
    expect(outputOf(await report(desk(), 'bash', command))).toContain('kept away')
    expect(server.heard()).toBe(0)
    const listed = desk({ egress: [`127.0.0.1:${server.port}`] })
    expect(outputOf(await report(listed, 'bash', command))).toBe('hello from the server')
    expect(server.heard()).toBe(1)
  })
})

describe('where no sandbox can be had', () => {
  const without = (own: object): Place => {
    const at = desk(own)
    return { ...at, env: { ...at.env, PATH: folder() } }
  }

  verifies(
    ['security:C3'],
    'a command that must be in one is not run, and it is said how to mend that',
    async () => {
      const at = without({ permissions: { allow: ['bash'] } })
      const words = ['bash', 'command=echo x > ran.txt', '--sandbox', 'required', '--approve-all']
      const ended = await run(at, [...words, '--json'])
      expect([ended.status, json(ended)]).toMatchObject([
        3,
        {
          ok: false,
          status: 'failed',
          error: {
            code: 'SANDBOX_UNAVAILABLE',
            message: expect.stringMatching(/bubblewrap \(bwrap\) is not installed.*; install bubblewrap/),
          },
        },
      ])
      expect((await run(at, words)).out()).toMatch(/SANDBOX_UNAVAILABLE[^]*install bubblewrap/)
      expect(existsSync(join(at.project, 'ran.txt'))).toBe(false)
    },
  )

  test('a command that nobody allowed asks, and it is said that nothing keeps it in', async () => {
    const at = without({})
    const ended = await run(at, ['bash', 'command=echo x > ran.txt'], [keys, 'n'])
    expect([ended.status, existsSync(join(at.project, 'ran.txt'))]).toEqual([4, false])
    expect(ended.err()).toContain('There is no sandbox: commands run as you')
    expect((await run(at, ['bash', 'command=echo x > ran.txt'])).status).toBe(4)
  })
})

describe('hooks of a folder', () => {
  const hooks = {
    PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command: 'touch ran; cat no.json' }] }],
  }
  const no = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }
  const reply = JSON.stringify({
    hookSpecificOutput: { ...no.hookSpecificOutput, permissionDecisionReason: 'not on a Friday' },
  })
  const files = { 'millrace.jsonc': settings({ hooks }), 'no.json': reply }
  const write = ['write', 'path=a.txt', 'content=x', '--approve-all']

  test('that is trusted deny a call, and say why', async () => {
    const at = desk({}, files)
    expect((await millrace(['trust', '--yes'], { cwd: at.project, env: at.env })).status).toBe(0)
    const ended = await run(at, [...write, '--json'])
    expect([ended.status, json(ended)]).toMatchObject([
      4,
      { status: 'denied', error: { message: expect.stringContaining('not on a Friday') } },
    ])
    expect((await run(at, write)).out()).toContain('not on a Friday')
    expect([existsSync(join(at.project, 'ran')), existsSync(join(at.project, 'a.txt'))]).toEqual([
      true,
      false,
    ])
  })

  test('that is not trusted do not run', async () => {
    const at = desk({}, files)
    const ended = await run(at, write)
    expect(ended.status).toBe(0)
    expect(ended.err()).toMatch(/not trusted.*hooks/s)
    expect([existsSync(join(at.project, 'ran')), existsSync(join(at.project, 'a.txt'))]).toEqual([
      false,
      true,
    ])
  })
})

describe('a secret that the settings name', () => {
  const secret = 'the-long-password-of-the-database'

  test('stands in no card, no report and no file of kept output', async () => {
    const at = desk({ secrets: ['DATABASE_PASSWORD'], env: ['DATABASE_PASSWORD'], spill: { maxBytes: 4096 } })
    const own = { ...at, env: { ...at.env, DATABASE_PASSWORD: secret } }
    const command =
      'command=for i in $(seq 4000); do echo "$i $DATABASE_PASSWORD of many lines of output that fill memory"; done'
    const words = ['bash', command, '--approve-all']
    const [card, whole] = [await run(own, [...words, '--expand']), await run(own, [...words, '--json'])]
    for (const text of [card.out(), whole.out()]) {
      expect(text).toContain('1 [redacted')
      expect(text).not.toContain(secret)
    }
    const { spill } = json(whole)['omitted'] as { spill: string }
    const kept = readFileSync(spill, 'utf8')
    expect(kept).toMatch(/^4000 \[redacted/m)
    expect(kept).not.toContain(secret)
  })

  test('is taken out of the arguments, too, and stands in no rule that is offered', async () => {
    const at = desk({ secrets: ['DATABASE_PASSWORD'], sandbox: 'off' })
    const own = { ...at, env: { ...at.env, DATABASE_PASSWORD: secret } }
    const words = ['bash', `command=echo ${secret}`]
    const asked = await run(own, words, [keys, 'n'])
    expect(asked.err()).toContain('echo [redacted]')
    const alone = await run(own, words)
    expect(alone.status).toBe(4)
    for (const { out, err } of [asked, alone]) expect(out() + err()).not.toContain(secret)
  })
})

describe('a result that is too long to show', () => {
  /** Follows the advice of a result, where nobody can be asked. */
  async function followed(at: Place, { content }: Record<string, unknown>): Promise<string> {
    const text = (content as { text: string }[]).map((block) => block.text).join('\n')
    const [advice = '', path, offset = 'offset=1'] = /read with (path=\S+)(?: (offset=\d+))?/.exec(text) ?? []
    expect(advice).not.toBe('')
    const ended = await run(at, ['read', path ?? '', offset, '--expand'])
    expect([ended.status, ended.err()]).toEqual([0, ''])
    return ended.out()
  }

  test('is cut, with advice how to read on, and that asks nobody', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `src/a-rather-long-name-of-a-file-${index}.txt`)
    const at = desk({ spill: { maxBytes: 4096 } }, Object.fromEntries(names.map((name) => [name, ''])))
    const cut = await report(at, 'glob', 'pattern=src/*')
    expect(Buffer.byteLength(JSON.stringify(cut['content']))).toBeLessThan(5000)
    const rest = await followed(at, cut)
    expect(rest).toContain('src/a-rather-long-name-of-a-file-250.txt')
    expect(rest).toMatch(/^✓ done .* (?:auto|rule)\n/)
  })

  test('of a command is kept by the tool itself, and read in the same way', async () => {
    const at = desk()
    const cut = await report(at, 'bash', 'command=seq 400000', '--approve-all')
    const { spill } = cut['omitted'] as { spill: string }
    const rest = await run(at, ['read', `path=${spill}`, 'offset=200000', 'limit=1'])
    expect([rest.status, rest.out()]).toEqual([0, expect.stringContaining('200000')])
  })
})

describe('rules of a file', () => {
  const rules = `{
  "permissions": {
    "allow": ["Edit(src/**)"],
    "ask": ["Edit(src/core/**)"],
    "deny": [
      { "rule": "Edit(src/generated/**)", "reason": "it is made by a program" },
      "Bash(rm *)",
    ],
  },
}
`
  const at = (): Place => place({ 'millrace.jsonc': rules }, { PATH, NO_COLOR: '1', MILLRACE_SANDBOX: 'off' })
  const write = (path: string): string[] => ['write', `path=${path}`, 'content=x']

  test('deny a call with status 4, and say which one and where it stands', async () => {
    const ended = await run(at(), [...write('src/generated/a.ts'), '--approve-all', '--json'])
    expect([ended.status, json(ended)]).toMatchObject([
      4,
      {
        ok: false,
        status: 'denied',
        by: 'rule',
        rule: 'Edit(src/generated/**)',
        source: 'millrace.jsonc:6',
        error: { message: expect.stringContaining('it is made by a program') },
      },
    ])
    const card = await run(at(), ['bash', 'command=sudo rm -rf build'])
    expect([card.status, card.out()]).toEqual([
      4,
      expect.stringMatching(/by rule Bash\(rm \*\)[^]*millrace\.jsonc:7/),
    ])
  })

  test('ask about a call, which nobody allows where nobody is there', async () => {
    const ended = await run(at(), [...write('src/core/a.ts'), '--json'])
    expect([ended.status, json(ended)]).toMatchObject([4, { by: 'no-tty', rule: null }])
    expect(json(ended)).not.toHaveProperty('source')
    const asked = await run(at(), write('src/core/a.ts'), [keys, 'y'])
    expect(asked.status).toBe(0)
    expect(asked.err()).toMatch(/asks because: rule Edit\(src\/core\/\*\*\) of millrace\.jsonc:4 asks/)
  })

  test('allow a call without a question, once the folder is trusted', async () => {
    const here = at()
    expect((await run(here, write('src/a.ts'))).status).toBe(4)
    expect((await millrace(['trust', '--yes'], { cwd: here.project, env: here.env })).status).toBe(0)
    const ended = await run(here, write('src/a.ts'))
    expect([ended.status, ended.out()]).toEqual([0, expect.stringMatching(/^✓ done .* rule\n/)])
  })
})

/** A server on this machine. */
async function loopback() {
  let heard = 0
  const server = createServer((_request, response) => {
    heard += 1
    response.end('hello from the server')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, heard: () => heard }
}
