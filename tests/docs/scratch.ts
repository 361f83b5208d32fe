import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { called, record, said, totals } from '../../packages/cli/tests/sessions-recorded.ts'
import { program } from '../../packages/cli/tests/mcp-place.ts'
import { peer } from '../peers/peers.ts'
import { root } from '../support/workspace.ts'
import type { Place } from './shell.ts'

/** A person's home folder, with a small project in it. */
interface Scratch extends Place {
  readonly remove: () => void
}

const files = {
  'package.json': JSON.stringify({ name: 'demo', private: true, scripts: { test: 'echo 3 passed' } }),
  'README.md': '# Demo\nTODO one\n',
  'src/a.ts': '// TODO two\n',
  'millrace.jsonc': JSON.stringify({ permissions: { allow: ['Bash(npm test *)', 'Bash(git status)'] } }),
  'new.jsonc': JSON.stringify({ permissions: { allow: ['Bash(git push *)', 'Bash(npm *)'] } }),
  'answers.json': JSON.stringify(['Hello.']),
  '.mcp.json': JSON.stringify({
    mcpServers: { docs: { command: process.execPath, args: [program, 'plain'] } },
  }),
}

/** A session in which the third call was denied. */
const session = [
  ...said('why does npm test fail?', 'I look.').slice(0, -1),
  ...called('call_1', 'read', '{"path":"README.md"}', '# Demo'),
  ...called('call_2', 'bash', '{"command":"npm test"}', '3 passed'),
  ...called('call_3', 'bash', '{"command":"git push origin main"}', 'Error: denied', { isError: true }),
  ['turn/end', { turn: 1, reason: 'done', totals: totals(2, 1), session: totals(2, 1) }] as const,
]

/** Makes one. @param env - where a model answers. */
export function scratch(env: Readonly<Record<string, string>>): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-pages-')))
  const [home, project, bin] = [join(folder, 'home'), join(folder, 'home/demo'), join(folder, 'bin')]
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const [path, text] of Object.entries(files)) put(join(project, path), text)
  mkdirSync(join(home, '.config/fish/completions'), { recursive: true })
  put(join(home, '.config/millrace/millrace.jsonc'), '{ "permissions": { "allow": ["Bash(npm test *)"] } }')
  execFileSync('git', ['init', '--quiet', project])
  for (const [name, text] of Object.entries(programs())) {
    put(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const whole = {
    HOME: home,
    PATH: `${bin}:${process.env['PATH']}`,
    XDG_STATE_HOME: join(home, '.local/state'),
    MILLRACE_SANDBOX: 'off',
    NO_COLOR: '1',
    ...env,
  }
  record({ project, env: whole, logs: () => [] }, '7f3a81c2-0000-4000-8000-000000000000', session)
  const state = join(folder, 'state.sh')
  writeFileSync(state, `cd '${project}'\n`)
  return { project, env: whole, state, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The command as it is compiled, and an `npx` that finds what is installed here and asks no registry. */
function programs(): Record<string, string> {
  const millrace = `exec '${process.execPath}' '${join(root, 'packages/cli/bin/millrace.js')}'`
  const server = peer('everything')
  const everything =
    server === undefined
      ? `'${process.execPath}' '${program}' plain`
      : `'${server.node}' '${server.script}' stdio`
  return {
    millrace: `${millrace} "$@"`,
    npx: `case "$*" in
millrace|millrace\\ *) shift; ${millrace} "$@" ;;
"-y @modelcontextprotocol/server-everything") exec ${everything} ;;
*) echo "npx: nothing here is called $*" >&2; exit 127 ;;
esac`,
  }
}
