import type { Random } from './random.ts'

interface Soup {
  readonly start: string
  readonly glue: string
  readonly pieces: readonly string[]
  readonly end?: string
}

const subscript = `'x[$(pwn)]'`

// oxfmt-ignore
const soups: readonly Soup[] = [
  { start: 'find .', glue: ' ', pieces: [
    '-name', 'a.txt', "'*'", '-type', 'f', '-exec', '-exec', '-execdir', 'pwn', 'pwn', 'echo', '\\;', '\\;', '+', '{}', '-o', '\\(', '\\)',
    '!', '-print', '-fprint', 'PWNED', '-fprintf', '-fls', '-maxdepth', '1', '-newer', 'sh', '-c', '-prune', '-true', '-quit', '-regex',
  ] },
  { start: "sed -n '", glue: '', end: "' a.txt", pieces: [
    '1', '$', '/one/', '/o/', ',', '{', '}', ';', ';', '\n', 's/one/pwn/', 's|one|x|', 's/[/]/x/', 's/o[^]/]/x/', 's,o,x,', 'e', 'e', 'w', ' PWNED',
    ' pwn', 'e pwn', 'e pwn\n', 'w PWNED', 'p', 'g', 'd', '!', '\\', '[', ']', '/', '/', 'y/o/x/', 'b', ':a', 'n', 's/.*/pwn/e', 'a\\', 'i x', '\\,o,', '#', ' ', 'I', '2',
  ] },
  { start: 'sort', glue: ' ', pieces: [
    'a.txt', '-o', 'PWNED', '-oPWNED', '--output=PWNED', '--output', '-u', '-k', '1', '-t', ',', '-S', '1', 'src/long.txt', '--compress-program=pwn',
    '--compress-prog', 'pwn', '--', '-nuo', '-T', '.', '-ro', '-n', '--key', '--field-separator', '-S1',
  ] },
  { start: 'sed -n', glue: ' ', pieces: [
    '-e', "'1e pwn'", "'p'", '-f', 'src/run.sed', '-n', '-E', '-i', 'a.txt', '--expression', '--file', '-s', "'w PWNED'", '-ne', '-nf', '--', '-z', "''", '-i.bak', '--in-place', '-l', '5',
  ] },
  { start: '', glue: ' ', pieces: [
    'test', '[', ']', '-v', '-R', '-n', '-e', subscript, subscript, '-eq', '1', '=', '!', '-a', '-o', '\\(', '\\)', 'printf', '-v', "'%s'", "'%d'", "'%n'",
    'read', '-r', '-a', 'x', '<<<', 'echo', ';', '&&', '||', '-p', '-t', 'true', '--',
  ] },
  { start: 'cat a.txt | head', glue: ' ', pieces: [
    '-n', '1', 'a.txt', '|', '|', 'sort', 'wc', '-l', 'grep', 'one', '>', 'PWNED', '>&', '2>&1', 'xargs', 'pwn', 'tee', 'sh', 'bash', '-c', 'env', 'x=1', 'timeout', '5', 'cat', '-', 'sed', "-e", "'1e pwn'", '<', 'echo',
  ] },
  { start: 'cd src &&', glue: ' ', pieces: [
    'cd', '..', '.', '&&', ';', '||', 'echo', 'x', '>', '>', '../PWNED', 'PWNED', 'src/../PWNED', '-', '(', ')', 'pwd', '/tmp', '/tmp/PWNED', '!', '|', 'cat', 'true', '"$PWD"/PWNED', '~/PWNED', '2>',
  ] },
]

/** Arguments, near to usual ones, with which an allowed program may run `pwn` or write `PWNED`. */
export function hostileArguments(random: Random): string {
  const { start, glue, pieces, end = '' } = random.pick(soups)
  const words = Array.from({ length: 1 + random.below(9) }, () => random.pick(pieces))
  return start + glue + words.join(glue) + end
}
