import type { Word } from '../lexer/syntax.ts'
import { isHarmlessAssignment } from '../assignments.ts'
import type { Finding } from './finding.ts'
import { alike, type Programs } from './schema.ts'

const unknownWord: Word = { at: 0, end: 0, text: '$', bare: false, unknown: 'output', splits: true }

/** The words before the program may set variables for it. */
function readEnv(finding: Finding): void {
  const inner = finding.inner.pop()
  if (inner?.kind !== 'program') return
  let first = inner.words[0]?.text === '-' ? 1 : 0
  for (; inner.words[first]?.text.includes('='); first += 1) {
    const word = inner.words[first]
    if (word && !isHarmlessAssignment(word)) finding.doubts(`what "${word.text}" changes is not known`)
  }
  finding.runs(inner.words.slice(first))
}

/** What it reads becomes further words of the program, or stands in the place of any of them. */
function readXargs(finding: Finding, words: readonly Word[]): void {
  const inner = finding.inner.pop()
  if (inner?.kind !== 'program') return
  const own = words.slice(0, words.indexOf(inner.words[0] ?? unknownWord))
  const replaces = own.some(({ text }) => /^-[a-zA-Z0-9]*[Ii]|^--replace/.test(text))
  const changed = inner.words.map((word): Word => ({ ...word, unknown: 'output' }))
  finding.runs(replaces ? changed : [...inner.words, unknownWord])
}

/** With `-v` it only tells where the program is. */
function readCommandBuiltin(finding: Finding, words: readonly Word[]): void {
  if (words[0]?.text === '-v' || words[0]?.text === '-V') finding.inner.pop()
}

/** Bash's keyword, which stands before whole pipelines; the program of that name only where it is quoted. */
function readTime(finding: Finding, words: readonly Word[]): void {
  if (!finding.program.bare) finding.doubts('"time" is then not the keyword')
  const program = words.find(({ text }) => !text.startsWith('-'))
  if (program && (program.text.includes('=') || keywords.has(program.text))) {
    finding.doubts('a keyword or a variable after "time"')
  }
}

const keywords = new Set('if for while until case select { } ! [[ ( function coproc time then do'.split(' '))

function elsewhere(finding: Finding): void {
  const inner = finding.inner.pop()
  if (inner?.kind === 'program') finding.runsElsewhere(inner.words)
}

/** Programs that run another program. */
export const wrappers: Programs = {
  timeout: {
    flags: '-v --verbose --foreground --preserve-status',
    values: { text: '-k -s --kill-after --signal' },
    first: ['text'],
    commandAfter: 1,
  },
  nice: { values: { text: '-n --adjustment' }, counts: true, commandAfter: 0 },
  ionice: { flags: '-t', values: { text: '-c -n -p' }, commandAfter: 0 },
  ...alike('nohup setsid', { flags: '-c -f -w', commandAfter: 0 }),
  stdbuf: { values: { text: '-i -o -e --input --output --error' }, commandAfter: 0 },
  time: { flags: '-p', commandAfter: 0, read: readTime },
  ...alike('sudo doas', {
    flags:
      '-A -b -E -H -i -k -K -n -P -S -s -v -l -V --non-interactive --set-home --stdin --shell --login --background --askpass',
    joined: '--preserve-env',
    values: {
      text: '-u -g -p -C -h -r -t -U -T --user --group --host --prompt --role --type',
      read: '-D -R --chdir --chroot',
    },
    doubt: 'it runs a program as somebody else',
    commandAfter: 0,
    read: readEnv,
  }),
  su: {
    rest: 'any',
    values: { script: '-c --command' },
    flags: '-',
    doubt: 'it runs a program as somebody else',
  },
  env: {
    flags: '-i -0 --ignore-environment --null -v',
    values: { text: '-u --unset', read: '-C --chdir', code: '-S --split-string' },
    commandAfter: 0,
    read: (finding, words) => {
      readEnv(finding)
      if (words.some(({ text }) => /^(?:-[a-zA-Z0]*C|--chdir)/.test(text))) elsewhere(finding)
      if (words.some(({ text }) => /^(?:-[a-zA-Z0]*u|--unset|-i|--ignore|-$)/.test(text))) {
        finding.doubts('what the missing variables change is not known')
      }
    },
  },
  xargs: {
    flags: '-0 -r -t -p -x --null --no-run-if-empty --verbose --exit',
    joined: '-i -l -e',
    values: {
      text: '-n -L -P -s -I -d -E --max-args --max-procs --max-lines --delimiter --replace --eof',
      read: '-a --arg-file',
    },
    commandAfter: 0,
    read: readXargs,
  },
  command: { flags: '-p -v -V', commandAfter: 0, read: readCommandBuiltin },
  exec: { flags: '-c -l', values: { text: '-a' }, commandAfter: 0 },
  builtin: { commandAfter: 0 },
  eval: {
    anyArguments: true,
    doubt: 'it runs its words as a new command',
    read: (finding, words) => {
      const isKnown = words.every((word) => word.unknown === undefined && word.pattern === undefined)
      const text = words.map((word) => word.text).join(' ')
      const [first] = words
      if (isKnown && first) finding.runsScript({ at: first.at, end: first.end, text, bare: false })
    },
  },
  ...alike(
    'watch strace ltrace unshare nsenter chroot flock script parallel entr taskset chrt dbus-run-session ' +
      'systemd-run at batch crontab runuser pkexec setpriv faketime unbuffer expect screen tmux setarch linux32 linux64 ' +
      'i386 x86_64 run-parts prlimit logsave start-stop-daemon capsh ld fakeroot proot firejail bwrap cpulimit torsocks ' +
      'proxychains proxychains4 dtach nsenter ssh-agent gpg-agent caffeinate sandbox-exec arch rtkit winpty wine ' +
      'valgrind perf hyperfine gtimeout gnice chronic ts',
    {
      doubt: 'it runs a program in its own way',
      rest: 'any',
      read: (finding, words) => {
        // Where the program begins is not known; wherever it does, what must not run is met.
        const starts = words.flatMap(({ text }, index) => (text.startsWith('-') ? [] : [index]))
        for (const start of starts.slice(0, 3)) {
          const first = words[start]
          if (first?.text.includes(' ')) finding.runsScript(first)
          else finding.runs(words.slice(start))
        }
      },
    },
  ),
}
