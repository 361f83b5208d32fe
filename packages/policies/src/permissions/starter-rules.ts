import type { RuleLayer } from './contract.ts'

const looking = [
  'ls',
  'cat',
  'head',
  'tail',
  'wc',
  'file',
  'stat',
  'du',
  'tree',
  'grep',
  'rg',
  'find',
  'diff',
  'cmp',
]
const shaping = ['sort', 'uniq', 'cut', 'tr', 'sed', 'awk', 'jq', 'echo', 'printf', 'basename', 'dirname']
const moving = ['cd', 'pwd', 'mkdir', 'touch', 'cp', 'mv', 'rmdir', 'test', 'true', 'date', 'sleep', 'which']
const git = ['status', 'diff', 'log', 'show', 'branch', 'add', 'tag', 'blame', 'ls-files', 'rev-parse']

const commands = [...looking, ...shaping, ...moving, ...git.map((word) => `git ${word}`)]

/**
 * Rules to begin with in a project that one trusts, where there is no sandbox: programs that look, search, and change
 * files of the workspace are allowed. What runs code of the project, deletes, or reaches a host asks. What a person does
 * themselves is denied, with the reason, so that a model can go on without anybody there.
 */
export const starterRules: Pick<RuleLayer, 'allow' | 'ask' | 'deny'> = {
  allow: commands.map((words) => ({ rule: `Bash(${words} *)` })),
  ask: [],
  deny: [
    { rule: 'Bash(git push *)', reason: 'publishing is left to the person; say what is ready to be pushed' },
    { rule: 'Bash(sudo *)', reason: 'nothing here needs another user' },
    ...['code', 'open', 'xdg-open'].map((program) => ({
      rule: `Bash(${program} *)`,
      reason: 'windows are left to the person; say which file to look at',
    })),
    { rule: 'Edit(~/.*)', reason: 'settings in the home folder are left to the person; say what to change' },
    ...['.env', '.env.*', '~/.ssh', '~/.aws', '~/.gnupg'].map((path) => ({
      rule: `Read(${path})`,
      reason: 'it holds secrets',
    })),
  ],
}
