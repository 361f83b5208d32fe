import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const walls = [
  '--unshare-all',
  '--die-with-parent',
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--tmpfs',
  '/tmp',
]

/** Why strings cannot be given to a real shell here; none where they can. */
export const noBash: string | undefined = (() => {
  const probe = spawnSync('bwrap', [...walls, 'bash', '-c', '[ "${BASH_VERSINFO[0]}" -ge 5 ]'])
  if (probe.error) return 'bubblewrap is not installed'
  return probe.status === 0 ? undefined : 'bubblewrap or bash 5 does not work here'
})()

// Made anew only where a string changed it: every program that is started here is started for each string.
const fresh = `
shopt -s dotglob nullglob
fresh() {
  cd /tmp/work 2>/dev/null && now=(* src/*) && [ "\${now[*]}" = "$clean" ] && [ ! -e /tmp/out/pwned ] && [ ! -e /tmp/PWNED ] && return
  rm -rf /tmp/work /tmp/PWNED /tmp/out/pwned; mkdir -p /tmp/work/src; cd /tmp/work
  cp /tmp/in/files/a.txt .; cp -s /tmp/in/files/* src/
  now=(* src/*); clean="\${now[*]}"
}`

// Waits for what a string left in the background, so that it counts for that string and no other. Two processes stay:
// the first one of the sandbox, and the shell of the run.
const left = `
left() {
  local look all
  for ((look = 0; look < 250; look++)); do
    all=(/proc/[0-9]*); [ \${#all[@]} -le 2 ] && return
    sleep 0.02
  done
  kill -9 -- -1
}`

/** Runs each string, and writes the numbers of those during which `pwn` ran or its file was written. */
const executing = `${fresh}${left}
for file in /tmp/in/commands/*; do
  IFS= read -r -d '' cmd < "$file"
  fresh
  timeout -k 1 10 bash -c "$cmd" </dev/null >/dev/null 2>&1
  left
  if [ -e /tmp/out/pwned ] || [ -e /tmp/work/PWNED ] || [ -e /tmp/PWNED ]; then echo "\${file##*/}"; fi
done`

/** Runs each string where every program only notes how it was called, and patterns and `~` stay as they are. */
const recording = `${fresh}
for file in /tmp/in/commands/*; do
  IFS= read -r -d '' cmd < "$file"
  fresh
  PATH=/tmp/in/recorders HOME='~' /usr/bin/timeout -k 1 10 /bin/bash -f -c "$cmd" </dev/null >/dev/null 2>&1
  if [ -e /tmp/out/calls ]; then mv /tmp/out/calls "/tmp/out/calls-\${file##*/}"; fi
done`

const environment = ['--clearenv', '--setenv', 'HOME', '/tmp/work', '--setenv', 'LANG', 'C.UTF-8']
const path = ['--setenv', 'PATH', '/tmp/in/bin:/usr/bin:/bin']

const pwn = '#!/bin/sh\n: > /tmp/out/pwned\n'
const recorder = `#!/bin/sh
a="\${0##*/}"; n=$#
{ printf '%s\\0' "$n" "$a" "$@"; } >> /tmp/out/calls
`

/** The folders that a run sees as `/tmp/in` and `/tmp/out`. */
class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'millrace-command-'))

  constructor(commands: readonly string[], recorders: readonly string[]) {
    this.writeAll(
      'in/commands',
      commands.map((text, index) => [String(index).padStart(6, '0'), `${text}\0`]),
    )
    this.writeAll('in/bin', [['pwn', pwn]])
    this.writeAll(
      'in/shadow',
      ['ls', 'grep', 'echo'].map((name) => [name, pwn]),
    )
    this.writeAll('in/gitbin', [['git-pwn', pwn]])
    this.writeAll(
      'in/recorders',
      recorders.map((name) => [name, recorder]),
    )
    this.writeAll('in', [['start.sh', '/tmp/in/bin/pwn\n']])
    this.writeAll('in/files', [
      ['a.txt', 'one\ntwo\n'],
      ['run.sh', 'pwn\n'],
      ['run.sed', '1e pwn\n'],
      ['run.awk', 'BEGIN{system("pwn")}\n'],
      ['run.mk', 'all:\n\tpwn\n'],
      ['run.pl', 'system("pwn")\n'],
      ['run.py', 'import os; os.system("pwn")\n'],
      ['run.cjs', 'require("node:child_process").execSync("pwn")\n'],
      ['long.txt', 'x\n'.repeat(300_000)],
    ])
    mkdirSync(join(this.folder, 'out'))
  }

  private writeAll(at: string, files: readonly (readonly string[])[]): void {
    mkdirSync(join(this.folder, at), { recursive: true })
    for (const [name = '', text = ''] of files) {
      writeFileSync(join(this.folder, at, name), text)
      chmodSync(join(this.folder, at, name), 0o755)
    }
  }

  run(script: string): string {
    const inside = [
      '--ro-bind',
      join(this.folder, 'in'),
      '/tmp/in',
      '--bind',
      join(this.folder, 'out'),
      '/tmp/out',
    ]
    const done = spawnSync(
      'bwrap',
      [...walls, ...environment, ...path, ...inside, '/bin/bash', '-c', script],
      { maxBuffer: 1 << 28 },
    )
    if (done.status !== 0) throw new Error(`bwrap ended with ${done.status}: ${done.stderr.toString()}`)
    return done.stdout.toString()
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

/** The numbers of the strings during which `pwn` ran, or its file was written. */
export function stringsThatRunPwn(commands: readonly string[]): Set<number> {
  const stage = new Stage(commands, [])
  try {
    return new Set(stage.run(executing).split('\n').filter(Boolean).map(Number))
  } finally {
    stage.remove()
  }
}

/** For each string the calls that its programs got: name and arguments. */
export function callsOf(commands: readonly string[], recorders: readonly string[]): string[][][] {
  const stage = new Stage(commands, recorders)
  try {
    stage.run(recording)
    const notes = new Set(readdirSync(join(stage.folder, 'out')))
    return commands.map((_, index) => {
      const name = `calls-${String(index).padStart(6, '0')}`
      return notes.has(name) ? callsIn(readFileSync(join(stage.folder, 'out', name), 'utf8')) : []
    })
  } finally {
    stage.remove()
  }
}

function callsIn(text: string): string[][] {
  const fields = text.split('\0')
  const calls: string[][] = []
  for (let at = 0; at + 1 < fields.length; at += Number(fields[at]) + 2) {
    calls.push(fields.slice(at + 1, at + 2 + Number(fields[at])))
  }
  return calls
}
