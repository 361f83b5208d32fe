import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { escapeVisible } from '@millrace/protocol'
import { builtinTools } from './builtin-tools.ts'
import type { Io } from './io.ts'
import { version } from './version.ts'

const titleWidth = 54
const commandWidth = 43

/** What this is, the state of this folder, and what to try: what `millrace` alone prints. */
export function overview(io: Io, folder: string = io.cwd): void {
  const title = `millrace ${version()}   tools for agents, guarded`
  const lines = [
    `${title.padEnd(titleWidth)}${place(folder)}`,
    `  tools     ${builtinTools.length} built in: ${builtinTools.join(', ')}; they only read, so they run without a question`,
    '  config    none (defaults)',
    'Try',
    ...tries(folder).map(([command, what]) => `  ${command.padEnd(commandWidth)}${what}`),
  ]
  io.stdout.write(`${lines.map((line) => escapeVisible(line)).join('\n')}\n`)
}

function tries(cwd: string): (readonly [command: string, what: string])[] {
  const file = ['package.json', 'README.md', 'Cargo.toml', 'pyproject.toml', 'go.mod'].find((name) =>
    existsSync(join(cwd, name)),
  )
  return [
    file === undefined
      ? ["millrace call glob pattern='*'", 'one call, one card']
      : [`millrace call read path=${file}`, 'one call, one card'],
    ['millrace call grep pattern=TODO --expand', 'search this folder, and show every match'],
    ['millrace tools', 'every tool, and what happens when it is called'],
    ['millrace --help', 'all commands and options'],
  ]
}

function place(cwd: string): string {
  const home = homedir()
  const path = cwd === home ? '~' : cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd
  const branch = gitBranch(cwd)
  return branch === undefined ? path : `${path} (git: ${branch})`
}

/** The branch that the folder's repository is on; none where there is no repository or it cannot be read. */
function gitBranch(cwd: string): string | undefined {
  const folder = gitFolder(cwd)
  const head = folder === undefined ? undefined : smallFile(join(folder, 'HEAD'))
  if (head === undefined) return undefined
  const ref = 'ref: refs/heads/'
  if (head.startsWith(ref)) return head.slice(ref.length)
  return /^[0-9a-f]{40,}$/.test(head) ? head.slice(0, 7) : undefined
}

/** The `.git` folder of the nearest repository; in a worktree, `.git` is a file that points to it. */
function gitFolder(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const git = join(folder, '.git')
    if (statSync(git, { throwIfNoEntry: false })?.isDirectory()) return git
    const pointer = smallFile(git)
    if (pointer !== undefined) return resolve(folder, pointer.replace(/^gitdir:\s*/, ''))
    if (folder === dirname(folder)) return undefined
  }
}

const smallSize = 4096

/** The text of a small regular file; a pipe or a device in its place must not hold up the command. */
function smallFile(path: string): string | undefined {
  try {
    const facts = statSync(path)
    return facts.isFile() && facts.size <= smallSize ? readFileSync(path, 'utf8').trim() : undefined
  } catch {
    return undefined
  }
}
