import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { checkSession } from '../src/tour/check-session.ts'
import { millrace as inProcess } from './millrace.ts'
import { inTerminal, noPseudoTerminal } from './pseudo-terminal.ts'
import { events, home, type Home } from './running.ts'
import { isLong } from '../../../tests/support/effort.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))

beforeAll(() => {
  // These tests prove what is shipped, so they run the compiled command.
  if (!existsSync(new URL('../lib/main.js', import.meta.url))) throw new Error('not compiled: npm run build')
})

interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** The compiled command, with nobody there to be asked. */
function millrace(words: readonly string[], at: Home): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    cwd: at.project,
    env: { PATH: process.env['PATH'], ...at.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  return { status, out: stdout, err: stderr }
}

const timeout = 180_000

describe('the compiled command', () => {
  verifies(
    ['contract:B10'],
    'ends a program without an end at its limit, and the next one runs',
    () => {
      const at = home()
      const spinning = millrace(['code', 'while (true) {}', '--cpu', '300ms', '--json'], at)
      expect([spinning.status, JSON.parse(spinning.out)]).toMatchObject([
        6,
        { error: { kind: 'timeout_cpu' } },
      ])
      runsIn('worker', at)
    },
    timeout,
  )

  const others = isLong ? (['process', 'inline'] as const) : (['process'] as const)
  test.each(others)('runs programs in the runtime %s', (runtime) => runsIn(runtime, home()), timeout)

  test(
    'shows a denial inside the program, and ends as documented where nothing catches it',
    () => {
      const at = home({ 'millrace.jsonc': '{ "permissions": { "deny": ["grep"] } }', 'notes.md': 'TODO' })
      const denied = millrace(['code', 'const r = await tools.grep({pattern: "TODO"}); return r'], at)
      expect(denied.status).toBe(4)
      expect(denied.err).toMatch(/⊘ denied .* grep[^]*code run failed|code run failed[^]*⊘ denied .* grep/)
    },
    timeout,
  )
})

function runsIn(runtime: string, at: Home): void {
  const program = 'const one: number = (await tools.grep({ pattern: "TODO" })).total; return one'
  expect(millrace(['code', program, '--runtime', runtime], at)).toMatchObject({ status: 0, out: '1\n' })
}

/** Counts its own calls in a file, and asks then. */
const counting = [
  "const before = await tools.bash({ command: 'echo x >> count.txt; wc -l < count.txt' })",
  "const wish = tools.write({ path: 'asked.md', content: 'x' })",
  "return [before.output.trim(), await wish.then(() => 'written', (error) => error.message)]",
].join('\n')

const rules = '{ "permissions": { "allow": ["Bash", "Edit(count.txt)"] } }'

describe.skipIf(noPseudoTerminal)('a program whose process is killed while a question waits', () => {
  /** Runs it in a terminal until its question stands there, and kills its process. */
  async function killed(at: Home): Promise<void> {
    const shell = ['/bin/sh', '-c', 'echo $$ > ../pid; exec "$@"', 'sh']
    const command = inTerminal([...shell, process.execPath, bin, 'code', counting], at.project, at.env)
    await command.type('', /\[1\/y\] once/)
    process.kill(Number(readFileSync(join(at.project, '../pid'), 'utf8')), 'SIGKILL')
    await command.ends
  }

  const trusted = (): Home => {
    const at = home({ 'notes.md': 'TODO' })
    return { ...at, env: { ...at.env, MILLRACE_CONFIG: settingsIn(at) } }
  }

  const answers = [
    ['--approve-all', 'written', 'allowed-once'],
    ['--deny-all', 'denied by --deny-all', undefined],
  ] as const
  test.each(isLong ? answers : answers.slice(0, 1))(
    'goes on with the same question, repeats nothing, and %s answers it',
    async (flag, answer, outcome) => {
      const at = trusted()
      await killed(at)
      const { status, out, err } = millrace(['code', '--continue', flag], at)
      expect(status, err).toBe(0)
      const [count, said] = JSON.parse(out) as string[]
      expect([count, said]).toEqual(['1', expect.stringContaining(answer)])
      expect(readFileSync(join(at.project, 'count.txt'), 'utf8')).toBe('x\n')
      const { events: all } = events(at.logs()[0] ?? '')
      const [results, , turn] = checkSession(all)
      expect(results).toMatchObject({ holds: true })
      expect(turn).toMatchObject({ holds: true })
      const decided = all.filter((event) => event.type === 'approval/decided').at(-1)
      if (outcome !== undefined) expect(decided?.data).toMatchObject({ outcome })
      expect(existsSync(join(at.project, 'asked.md'))).toBe(outcome !== undefined)
    },
    timeout,
  )

  test(
    'goes on through millrace run, too, without a model or a key',
    async () => {
      const at = trusted()
      await killed(at)
      const id = events(at.logs()[0] ?? '').header.id.slice(0, 8)
      const { status, out, err } = millrace(['run', '--resume', id, '--deny-all'], at)
      expect(status, err).toBe(0)
      expect(out).toMatch(
        /^✓ done {2}❯ run_code [^]*went on from its (?:snapshot|first line)[^]*\n {2}result [^]*"1",\n[^]*denied by --deny-all/,
      )
      expect(readFileSync(join(at.project, 'count.txt'), 'utf8')).toBe('x\n')
      const again = await inProcess(['run', '--resume', id], { cwd: at.project, env: at.env })
      expect([again.status, again.err()]).toEqual([2, expect.stringContaining('needs a prompt')])
    },
    timeout,
  )
})

function settingsIn(at: Home): string {
  const path = join(at.project, '../mine.jsonc')
  writeFileSync(path, rules)
  return path
}

test(
  'the tour ends well without a terminal, and leaves nothing of its project',
  () => {
    const at = home()
    const { status, out, err } = millrace(['tour'], at)
    expect(status, `${out}\n${err}`).toBe(0)
    for (const shown of [
      /grep .*matches in 2 files/,
      /denied .*\.ssh\/id_ed25519 [^]*?by workspace/,
      /web_fetch .*169\.254\.169\.254[^]*by rule web/,
      /timeout_cpu/,
      /was ended by SIGKILL/,
      /a rule[ \n]answers: deny/,
      /went on from its snapshot/,
      /"because": "the user rejected tool/,
      /rejected by the rule of the tour/,
      /exactly one for each call/,
      /before the kill and the one after it are the same/,
    ])
      expect(out).toMatch(shown)
    expect(out).not.toMatch(/BROKEN|NOT REFUSED/)
    const [, scratch = ''] =
      /small project, (\/\S+)\.\n/.exec(out.replaceAll('\n', ' ').replace(/$/, '\n')) ?? []
    expect(existsSync(scratch)).toBe(false)
  },
  timeout,
)
