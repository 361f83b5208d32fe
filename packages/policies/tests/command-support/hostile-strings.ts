import { hostileArguments } from './hostile-arguments.ts'
import type { Random } from './random.ts'

const programs = [
  'pwn',
  "p'w'n",
  'p\\wn',
  '"pwn"',
  'pw""n',
  'echo x > PWNED',
  'echo x>>"PWNED"',
  'pwn x',
  'command pwn',
  'env pwn',
  "eval 'pwn'",
  'bash -c pwn',
  'x=1 pwn',
  '/tmp/in/bin/pwn',
]
const innocent = [
  'echo ok',
  'true',
  'ls',
  'cat a.txt',
  'grep one a.txt',
  "printf '%s' x",
  '[ 1 = 1 ]',
  'test -e a.txt',
  'find . -name "*.txt"',
  "sed -n '1p' a.txt",
  'head -1 a.txt',
  'wc -l a.txt',
  'pwd',
  'cd src',
  'sort a.txt',
  'echo "a b"',
  "echo 'a;b'",
  'echo a\\;b',
  'echo a#b',
  'echo "it\'s"',
  "echo '\"'",
  'read x < a.txt',
]
const joints = [
  ';',
  ' ; ',
  '&&',
  ' && ',
  '|',
  ' | ',
  '\n',
  ' \n\t',
  '||',
  ' || ',
  '&',
  ' & ',
  '|&',
  ';\n',
  ' #c\n',
  ' # "\n',
]

// `P` is what runs inside.
const around = [
  'echo $(P)',
  'echo `P`',
  'echo "$(P)"',
  'echo "a`P`b"',
  'echo "${z:-$(P)}"',
  'echo "${z:-\'$(P)\'}"',
  'echo ${z:-`P`}',
  'cat <(P)',
  'cat < <(P)',
  'echo ok > >(P)',
  '(P)',
  '{ P; }',
  '( P\n)',
  'if P; then :; fi',
  'while P; do break; done',
  'for i in 1; do P; done',
  'case x in x) P;; esac',
  'cat <<X\n$(P)\nX',
  "cat <<'X'\nbody'\nX\nP",
  "cat <<'X' | cat\n$(no)\nX\nP",
  'cat <<-X\n\tbody\n\tX\nP',
  "cat <<'X'\nX;\nX\nP",
  'cat <<X; P\nbody\nX',
  'echo $((0$(P)))',
  'x=$(P) true',
  'echo ok; P',
  'echo ok # c\nP',
  '! P',
  'time P',
  'P &',
  'echo a\\\\; P',
  "echo '\\'; P",
  'echo "\\\\"; P',
  "echo $'a\\'b'; P",
  'P # c',
  'P; echo "',
  'f() { P; }; f',
  'find . -maxdepth 0 -exec sh -c "P" \\;',
  'echo x | xargs -I{} sh -c "P"',
  'ls >/dev/null 2>&1; P',
  'true 2>&1 | P',
  'echo $x$(P)',
  "echo '$('$(P)",
  'echo {a,$(P)}',
  'echo \\\n$(P)',
  '[[ -n $(P) ]]',
  'read x <<< "$(P)"',
]
// oxfmt-ignore
const pieces = [
  'pwn', 'pwn', 'pwn', 'echo', 'ls', 'cat', 'true', 'eval', 'a', 'X', 'PWNED', '1', 'x=1', 'x=pwn', '$x', '${x}', '~',
  ' ', ' ', ' ', ' ', ' ', '\t', '\n', '\n', ';', ';', '&', '&&', '|', '||', '|&', '(', ')', '{ ', '; }', '!',
  "'", "'", '"', '"', '\\', '\\', '`', '$(', ')', '$((', '))', '${z:-', '}', "$'", '$"', '$', '#', ' #',
  '<<X', "<<'X'", '\nX\n', '<<<', '<', '>', '>>', '2>', '&>', '>&2', '2>&1', '<(', '>(', '-', '*', '[', ']', '=', '\r',
]

/** One string that may run `pwn`, or write `PWNED`. */
export function hostileString(random: Random): string {
  if (random.chance(25)) return hostileArguments(random)
  const text = random.chance(35) ? soup(random) : grown(random)
  return random.chance(25) ? mutated(random, text) : text
}

function grown(random: Random): string {
  let text = random.pick(programs)
  for (let depth = random.below(4); depth > 0; depth -= 1) text = random.pick(around).replace('P', () => text)
  const before = Array.from({ length: random.below(3) }, () => random.pick(innocent) + random.pick(joints))
  const after = Array.from({ length: random.below(2) }, () => random.pick(joints) + random.pick(innocent))
  return [...before, text, ...after].join('')
}

function soup(random: Random): string {
  const start = random.chance(70) ? random.pick(innocent) : ''
  return (
    start +
    Array.from({ length: 2 + random.below(12) }, () => random.pick(pieces)).join('') +
    random.pick(['', '', 'pwn'])
  )
}

function mutated(random: Random, text: string): string {
  const at = random.below(text.length + 1)
  const cut = random.chance(30) ? random.below(3) : 0
  return text.slice(0, at) + random.pick(pieces) + text.slice(at + cut)
}

const recorded = ['ls', 'cat', 'grep', 'head', 'wc', 'rec']
const quoted = [
  'a',
  'b c',
  '"',
  "'",
  '\\',
  '$',
  ';',
  '&&',
  '#',
  '|',
  '\n',
  '*',
  '~',
  '`',
  '<',
  'é',
  '😀',
  '!',
  '{',
  '=',
  '-',
]
const bare = [
  'a',
  '-n',
  'b',
  '\\ ',
  '\\;',
  "\\'",
  '\\"',
  '\\\\',
  '\\#',
  'x=1',
  'é',
  '{}',
  '@{u}',
  '%',
  ',',
  '^',
  '~',
  'z~',
  '!',
  ']',
  ':',
  '#',
  '+',
  'if',
  '\\$',
  '\\*',
  '\\\n',
  '$',
  '😀',
  '*',
  'a*',
  '~/x',
  '?',
  '[ab]',
  '~',
]
const between = [
  ' ',
  ' ',
  '  ',
  '\t',
  ' \\\n',
  '\\\n',
  ' >/dev/null ',
  ' 2>&1 ',
  '>o ',
  ' </dev/null ',
  ' 2>/dev/null',
  ' >&2 ',
  ' &>o ',
  '3>&1 ',
]
const ends = [
  ';',
  ' ; ',
  '|',
  ' | ',
  '&&',
  '\n',
  ' #c\n',
  ';\n\n',
  ' |\n',
  '||',
  ' |& ',
  '&&\n',
  " # '\n",
  ' \\\n; ',
]

/** The programs that `plainString` starts. */
export const recorders: readonly string[] = recorded

/** One string near to what is accepted, which starts nothing but the recorders. */
export function plainString(random: Random): string {
  const commands = Array.from({ length: 1 + random.below(4) }, () => plainCommand(random))
  let text = commands.map((command) => command + random.pick(ends)).join('')
  if (random.chance(30)) text = `( ${text} )`
  if (random.chance(15))
    text = `${random.pick(recorded)} <<'X'${random.pick(['', ' a', ' | wc', '; wc'])}\nls "\n X\nX\n${text}`
  return random.chance(20) ? mutated(random, text).replaceAll('pwn', 'rec') : text
}

function plainCommand(random: Random): string {
  const words = Array.from({ length: random.below(5) }, () => random.pick(between) + plainWord(random))
  return random.pick(recorded) + words.join('')
}

function plainWord(random: Random): string {
  return Array.from({ length: 1 + random.below(3) }, () => {
    const inner = Array.from({ length: random.below(4) }, () => random.pick(quoted)).join('')
    return random.pick([
      () => random.pick(bare),
      () => `'${inner.replaceAll("'", '')}'`,
      () => `"${inner.replace(/["$`\\]/g, '\\$&')}"`,
      () => `"${inner.replace(/["`]/g, '')}"`,
    ])()
  }).join('')
}
