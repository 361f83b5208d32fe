import type { Word } from '../lexer/syntax.ts'
import type { Finding } from './finding.ts'
import { alike, type ProgramSchema, type Programs } from './schema.ts'

const logFlags =
  '-p -u -s -z -w -b -a -R -M -C -D -B -m -c -i -E -F -P -g -t --oneline --graph --all --stat --patch --no-patch ' +
  '--name-only --name-status --numstat --shortstat --summary --decorate --no-decorate --reverse --merges --no-merges ' +
  '--first-parent --follow --cached --staged --quiet --check --raw --full-index --binary --no-color --color ' +
  '--word-diff --no-renames --find-renames --find-copies --ignore-all-space --ignore-space-change ' +
  '--ignore-blank-lines --ignore-space-at-eol --exit-code --no-ext-diff --no-textconv --minimal --patience ' +
  '--histogram --abbrev-commit --no-abbrev-commit --relative-date --topo-order --date-order --branches --tags ' +
  '--remotes --left-right --cherry --cherry-pick --cherry-mark --boundary --count --parents --children --full-history ' +
  '--simplify-merges --ancestry-path --merge-base --no-index --walk-reflogs --pretty --root --compact-summary ' +
  '--patch-with-stat --no-prefix --function-context -W --source --use-mailmap --text --full-diff ' +
  '--invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --all-match --no-walk --cc --dd'

const logJoined =
  '--color --color-moved --word-diff --stat --pretty --decorate --abbrev --diff-filter --find-renames --find-copies ' +
  '--relative --unified --date --format --branches --tags --remotes --submodule --ignore-submodules --diff-algorithm ' +
  '--dirstat --diff-merges -U -M -C -B -n -l --inter-hunk-context --ws-error-highlight --word-diff-regex'

/** Subcommands that show differences and history. */
const history: ProgramSchema = {
  flags: logFlags,
  joined: logJoined,
  values: {
    text: '-n -G -S -L -O --max-count --skip --since --until --after --before --author --committer --grep --glob --exclude',
  },
  counts: true,
  rest: 'read',
}

function withoutOrderFile(schema: ProgramSchema): ProgramSchema {
  return { ...schema, values: { text: (schema.values?.text ?? '').replace(' -O', '') } }
}

const log: ProgramSchema = { ...withoutOrderFile(history), read: readRevisions }

/** `HEAD:path` is what the file held at some time, `:path` what it will hold, and `-L1,2:path` some lines of it. */
function readRevisions(finding: Finding, words: readonly Word[]): void {
  words.forEach((word, index) => {
    const { text } = word
    const isLines = text.startsWith('-L') || words[index - 1]?.text === '-L'
    if (text.startsWith('-') && !isLines) return
    const name = isLines ? text.slice(text.lastIndexOf(':') + 1) : pathspec(text)
    // Git itself knows patterns, whatever of them is quoted.
    const isPattern = /[*?[]/.test(name)
    if (name !== '' && (name !== text || isPattern)) {
      finding.touches({ ...word, text: name }, 'read', isPattern ? { pattern: true, within: 'all' } : {})
    }
  })
}

/** The path in `HEAD:path`, `:path`, `:0:path` and `:(icase)path`; none where that is left out. */
function pathspec(text: string): string {
  if (/^:(?:[!^]|\([^)]*exclude)/.test(text)) return ''
  if (text.startsWith(':')) return text.replace(/^:(?:\([^)]*\)|[0-3]:|[/!^]+:?)?/, '')
  return text.slice(text.indexOf(':') + 1)
}

/** A first word of a few that only show; all others change something. */
function shows(names: string, otherwise: ProgramSchema): ProgramSchema {
  const known = new Set(names.split(' '))
  return {
    ...otherwise,
    read: (finding: Finding, words: readonly Word[]) => {
      const first = words.find(({ text }) => !text.startsWith('-'))
      if (first && !known.has(first.text)) {
        finding.doubts(`what "${first.text}" changes is not known`)
      }
    },
  }
}

const messages = '-m -F --message --author --date --cleanup --trailer --file'

/** What git's own subcommands take. What they do with other machines is named by `push`, `fetch` and the like. */
export const gitSubcommands: Programs = {
  ...alike('log show diff shortlog whatchanged rev-list diff-tree diff-index diff-files', log),
  status: {
    flags:
      '-s -b -u -v -z --short --branch --long --show-stash --ignored --verbose --no-renames --renames --porcelain --no-ahead-behind',
    joined: '--porcelain -u --untracked-files --ignored --column --find-renames --ignore-submodules',
    rest: 'read',
  },
  blame: {
    flags: '-b -l -t -s -e -w -f -n -p -M -C --porcelain --line-porcelain',
    values: { text: '-L --since --date' },
    rest: 'read',
  },
  grep: {
    flags:
      '-i -v -w -n -l -L -c -h -H -E -F -G -P -a -I -r -q -p -W -z -o --cached --no-index --untracked --name-only ' +
      '--files-with-matches --count --ignore-case --word-regexp --line-number --heading --break --show-function ' +
      '--all-match --and --or --not --no-color --column --only-matching --perl-regexp --extended-regexp --fixed-strings',
    joined: '--color',
    values: { text: '-e -A -B -C -m --max-depth --threads', read: '-f' },
    counts: true,
    first: ['text'],
    insteadOfFirst: '-e -f',
    rest: 'read',
    read: (finding, words) => {
      const end = words.findIndex(({ text }) => text === '--')
      if (end >= 0) readRevisions(finding, words.slice(end + 1))
    },
  },
  'ls-files': {
    flags:
      '-c -d -m -o -i -s -u -k -z -t -v --cached --deleted --modified --others --ignored --stage --exclude-standard --full-name --error-unmatch',
    values: { text: '-x --exclude' },
    rest: 'read',
  },
  'ls-tree': {
    flags: '-d -r -t -l -z --name-only --name-status --full-name --full-tree --long',
    rest: 'read',
  },
  'rev-parse': {
    flags:
      '--abbrev-ref --show-toplevel --git-dir --is-inside-work-tree --show-prefix --show-cdup --verify --quiet -q ' +
      '--symbolic --symbolic-full-name --all --absolute-git-dir --git-common-dir --short --is-bare-repository',
    joined: '--short --abbrev-ref',
    rest: 'text',
  },
  ...alike(
    'describe name-rev merge-base show-ref for-each-ref count-objects var check-ignore show-branch cherry',
    {
      flags:
        '--tags --all --always --long --dirty --is-ancestor --octopus --heads --verify -q --quiet --abbrev -v -d -a -s ' +
        '--name-only --contains --exact-match -H -l --fork-point --stdin',
      joined: '--abbrev --dirty --format --sort --count',
      values: { text: '--match --exclude --points-at --merged --no-merged' },
      rest: 'text',
    },
  ),
  'cat-file': { flags: '-t -s -e -p --batch --batch-check', rest: 'text', read: readRevisions },
  reflog: shows('show', {
    flags: log.flags ?? '',
    joined: logJoined,
    values: { text: '-n' },
    counts: true,
    rest: 'text',
  }),
  stash: shows('list show', {
    flags: '-p -u --stat -k -q --include-untracked --keep-index',
    values: { text: '-m' },
    rest: 'text',
  }),
  branch: {
    flags:
      '-a -r -v -vv -d -m -c -q --all --remotes --list -l --verbose --show-current --merged --no-merged --delete --move ' +
      '--copy --no-color --no-column --no-track --track --ignore-case --abbrev',
    joined:
      '--color --column --sort --format --abbrev --contains --no-contains --merged --no-merged --points-at',
    values: { text: '--set-upstream-to' },
    rest: 'text',
  },
  tag: {
    flags: '-l -n -d -a -f --list --delete --annotate --force --no-column',
    joined: '--sort --format --contains --merged --no-merged --points-at --column',
    values: { text: '-m --message', read: '-F --file' },
    rest: 'text',
  },
  remote: shows('show get-url', { flags: '-v --verbose --push --all -n', rest: 'text' }),
  worktree: shows('list', { flags: '--porcelain -v', rest: 'text' }),
  config: {
    flags:
      '-l --list --get --get-all --get-regexp --show-origin --show-scope --name-only -z --global --local --system',
    rest: 'text',
    read: (finding, words) => {
      const shown = words.some(({ text }) => /^(?:-l|--list|--get|--get-all|--get-regexp)$/.test(text))
      if (shown || words[0]?.text === 'list' || words[0]?.text === 'get') return
      finding.touchesPath(
        words.some(({ text }) => text === '--global') ? '~/.gitconfig' : '.git/config',
        'write',
      )
      finding.doubts('a setting of git can name programs that it runs')
    },
  },
  add: {
    flags:
      '-A -u -n -v -f -N --all --update --dry-run --verbose --force --intent-to-add --no-all --renormalize',
    values: { text: '--chmod' },
    rest: 'read',
  },
  commit: {
    flags:
      '-a -q -v -s --all --quiet --verbose --amend --no-edit --signoff --allow-empty --allow-empty-message --dry-run ' +
      '--short --porcelain --only -o --include -i --reset-author',
    values: {
      text: `${messages.replace(' -F', '').replace(' --file', '')} --fixup --squash -C --reuse-message`,
      read: '-F --file',
    },
    rest: 'read',
  },
  push: {
    flags:
      '-u -f -n -q -v -d --set-upstream --force --dry-run --quiet --verbose --tags --all --delete --follow-tags --mirror ' +
      '--force-with-lease --prune --atomic --porcelain --no-verify --no-force-with-lease',
    joined: '--force-with-lease --signed',
    values: { text: '-o --push-option' },
    rest: 'text',
    read: readRemote,
  },
  ...alike('fetch pull', {
    flags:
      '-a -p -q -v -t -n -f -r --all --prune --tags --no-tags --quiet --verbose --force --dry-run --rebase --no-rebase ' +
      '--ff-only --no-ff --ff --autostash --no-edit --unshallow --progress --no-commit --squash',
    joined: '--depth --rebase',
    values: { text: '--depth -j --jobs' },
    rest: 'text',
    read: readRemote,
  }),
  ...alike('ls-remote clone', {
    flags:
      '-h -t -q -v --heads --tags --refs --quiet --bare --no-checkout --single-branch --no-tags --get-url --exit-code',
    values: { text: '--depth -b --branch -o --origin', write: '--separate-git-dir' },
    first: ['text', 'write'],
    rest: 'text',
    read: readRemote,
  }),
  ...alike('checkout switch restore', {
    flags:
      '-b -B -c -C -f -q -m -t -d -p --detach --force --quiet --track --no-track --staged --worktree --ours --theirs -S -W --orphan --guess --merge',
    values: { text: '-s --source' },
    rest: 'write',
  }),
  ...alike('merge cherry-pick revert reset clean rm mv init gc prune fsck', {
    flags:
      '-n -f -q -r -d -x -X --abort --continue --skip --quit --hard --soft --mixed --keep --no-commit --no-ff --ff-only ' +
      '--squash --no-edit --cached --dry-run --quiet --force --check --bare',
    values: { text: '-m --message' },
    rest: 'write',
  }),
  // `-x` runs a program after each step, and an editor may come.
  rebase: {
    flags:
      '--abort --continue --skip --quit --autostash --no-autostash --autosquash --quiet -q --stat --no-stat',
    values: { text: '--onto' },
    rest: 'text',
  },
  ...alike('apply am', {
    flags:
      '-3 -R --3way --check --stat --numstat --summary --cached --index --reverse --abort --continue --skip',
    rest: 'read',
    doubt: 'a patch names the files that it changes itself',
    read: (finding, words) => {
      if (words.every(({ text }) => text.startsWith('-'))) finding.unseen = true
    },
  }),
}

/** A remote may be an address, and an address may name a program. */
function readRemote(finding: Finding, words: readonly Word[]): void {
  for (const word of words) {
    if (word.text.includes('::')) finding.doubts('an address that names a program')
    else if (/^[a-z+]+:\/\//i.test(word.text)) finding.reaches(word)
    else if (/^[\w.-]+@[\w.-]+:/.test(word.text)) {
      finding.reaches({ ...word, text: word.text.slice(0, word.text.indexOf(':')) })
    }
  }
}
