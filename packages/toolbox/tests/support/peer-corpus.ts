import { execFileSync, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'

const require = createRequire(import.meta.url)

/** Installed packages of which the corpus is made: some 2,500 files. */
const packages = ['highlight.js', 'zod']

/** Files that are there to be skipped, or to be read with care. */
const special: Readonly<Record<string, string | Uint8Array>> = {
  '.gitignore': '*.log\n/build/\n!keep.log\n*.mjs\n',
  'a.log': 'function ignored() {}\n',
  'keep.log': 'function kept() {}\n',
  'build/out.js': 'function ignored() {}\n',
  'sub/build/out.js': 'function kept() {}\n',
  'sub/.gitignore': '*.tmp\n!*.mjs\ndeep/**/x.js\n',
  'sub/a.tmp': 'function ignored() {}\n',
  'sub/b.mjs': 'export function kept() {}\n',
  'sub/deep/one/two/x.js': 'function ignored() {}\n',
  'sub/deep/one/two/y.js': 'function kept() {}\n',
  '.hidden/x.js': 'function hidden() {}\n',
  '.env': 'function hidden() {}\n',
  'binary.js': 'function binary() {}\0\n',
  'late-binary.txt': Buffer.concat([Buffer.from('function late() {}\n'), Buffer.alloc(9000, 'x\n')]),
  'crlf.js': 'function one() {\r\n  return 1\r\n}\r\n\rfunction two() {}\r',
  'latin1.js': Buffer.from('function caf\xe9() {}\nreturn \xe9t\xe9\n', 'latin1'),
  'utf16.js': Buffer.from('\ufefffunction wide() {}\nreturn 12345\n', 'utf16le'),
  'marked.js': '\ufefffunction marked() {}\n',
  'empty.js': '',
  '--pre=x.js': 'function dashes() {}\n',
  'with space/é.js': 'function accent() { return "\u212a \u017f" }\n',
}

/** Whether git can be run here. */
export const hasGit: boolean = spawnSync('git', ['--version']).status === 0

/** Whether the package of ripgrep has a program for this machine. */
export const hasRipgrep: boolean = existsSync(rgPath)

/** Says why tests are skipped that need a program which is missing. */
export function explainMissing(): void {
  if (!hasGit) console.info('skipped: git is not installed')
  if (!hasRipgrep) console.info('skipped: @vscode/ripgrep has no program for this machine')
}

/** A copy of some installed packages under git, with files of every kind that searches treat in their own way. */
export function makePeerCorpus(folder: string): void {
  for (const name of packages) {
    cpSync(dirname(require.resolve(`${name}/package.json`)), join(folder, name), { recursive: true })
  }
  for (const [path, content] of Object.entries(special)) put(folder, path, content)
  symlinkSync('crlf.js', join(folder, 'link.js'))
  git(folder, 'init', '-q')
  git(folder, 'add', '-A', '--', '.')
  put(folder, 'nested/.gitignore', '*.txt\n')
  put(folder, 'nested/a.txt', 'function ignored() {}\n')
  put(folder, 'nested/b.log', 'function kept() {}\n')
  git(join(folder, 'nested'), 'init', '-q')
}

/** What git lists of a folder: tracked or not, but not ignored. */
export function gitFiles(folder: string): string[] {
  return git(folder, 'ls-files', '-co', '--exclude-standard', '-z').split('\0').filter(Boolean)
}

/** What ripgrep prints with these arguments, run in a folder; exit status 1 means that nothing was found. */
export function ripgrep(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    rgPath,
    ['--no-config', '--no-ignore-global', '--no-ignore-parent', '--sort', 'path', ...args],
    { cwd: folder, maxBuffer: 2 ** 28 },
  )
  if (status !== 0 && status !== 1) throw new Error(`rg ended with ${status}: ${stderr.toString()}`)
  return stdout.toString()
}

function put(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString()
}
