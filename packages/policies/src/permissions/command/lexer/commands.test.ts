import { describe, expect, test } from 'vitest'
import { parseCommand } from './commands.ts'
import type { List } from './syntax.ts'
import { Unsure } from './unsure.ts'

/** The words of each command, and what joins the pipelines. */
function shape(list: List): unknown[] {
  return list.flatMap(({ joint, commands }) => [
    joint,
    ...commands.map((command) =>
      command.kind === 'simple' ? command.words.map(({ text }) => text) : shape(command.list),
    ),
  ])
}

const words = (text: string): unknown => shape(parseCommand(text))[1]

function refusal(text: string): { reason: string; at: number } | undefined {
  try {
    parseCommand(text)
    return undefined
  } catch (error) {
    if (error instanceof Unsure) return { reason: error.message, at: error.at }
    throw error
  }
}

describe('parseCommand', () => {
  test.each<[string, string[]]>([
    ['ls  -la\t x', ['ls', '-la', 'x']],
    [`echo 'a  b' "c d"e\\ f`, ['echo', 'a  b', 'c de f']],
    [`echo "\\$ \\" \\\\ \\n \\!"`, ['echo', '$ " \\ \\n \\!']],
    [`echo "it's" 'say "hi"'`, ['echo', "it's", 'say "hi"']],
    [`grep "0, 0)$" a$ $`, ['grep', '0, 0)$', 'a$', '$']],
    ['echo a#b #c', ['echo', 'a#b']],
    ['ls \\\n  -l', ['ls', '-l']],
    ['git show HEAD@{1} stash@{0} x{}', ['git', 'show', 'HEAD@{1}', 'stash@{0}', 'x{}']],
    [
      'find . ! -name "*.ts" -exec echo {} \\;',
      ['find', '.', '!', '-name', '*.ts', '-exec', 'echo', '{}', ';'],
    ],
    ['echo $HOME/x "${PATH}" $?', ['echo', '$HOME/x', '${PATH}', '$?']],
    ['echo "a\nb" \'\n\'', ['echo', 'a\nb', '\n']],
    ['echo é😀', ['echo', 'é😀']],
    ['[ -f x ]', ['[', '-f', 'x', ']']],
    ['ls 2>&1 >/dev/null 3<f x', ['ls', 'x']],
    ['>f ls', ['ls']],
    ['ls &>f', ['ls']],
    ["cat <<'X' a\nbody $(x)\nX", ['cat', 'a']],
    ['cat <<X\nplain\nX\n', ['cat']],
    ['cat <<-X\n\tplain\n\tX', ['cat']],
    ['cat <<< "a b" c', ['cat', 'c']],
    ['x=1 y+=2 ls z=3', ['ls', 'z=3']],
    ['echo $(ls)', ['echo', '$(ls)']],
  ])('%j is %j', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  test('commands are cut at operators and line ends', () => {
    expect(shape(parseCommand('a && b || c; d | e |& f\n\n# g\nh &&\n i ;'))).toEqual([
      // oxfmt-ignore
      'then',
      ['a'],
      'and',
      ['b'],
      'or',
      ['c'],
      'then',
      ['d'],
      ['e'],
      ['f'],
      'then',
      ['h'],
      'and',
      ['i'],
    ])
    expect(shape(parseCommand('(a; (b)) >&2 | c'))).toEqual([
      'then',
      ['then', ['a'], 'then', ['then', ['b']]],
      ['c'],
    ])
  })

  test('the body of a here-document is no command', () => {
    expect(shape(parseCommand("cat <<'A' <<'B' && x\nrm -rf /\nA \nA\n;\nB\ny"))).toEqual([
      'then',
      ['cat'],
      'and',
      ['x'],
      'then',
      ['y'],
    ])
  })

  test.each<[string, string, number]>([
    ['echo `ls`', 'a command between backticks', 5],
    ['echo "a', 'a quote that is not closed', 5],
    ["echo 'a", 'a quote that is not closed', 5],
    ['ls & ls', 'a command in the background', 3],
    ['echo ${x:-y}', 'an expansion that is not a plain variable', 5],
    ['echo $((1))', 'arithmetic', 5],
    ["echo $'a'", 'an expansion', 5],
    ['echo {a,b}', 'braces that may become several words', 5],
    ['if true; then ls; fi', 'the keyword "if"', 0],
    ['! ! ls', 'the keyword "!"', 2],
    ['f() { ls; }', 'something that is no command', 1],
    ['$x ls', 'a program whose name is not certain', 0],
    ['/bin/l? x', 'a program whose name is not certain', 0],
    ["'' x", 'a program without a name', 0],
    ['echo ~root', "somebody's home folder", 5],
    ['echo a=~/x', 'a home folder inside a word', 7],
    ['ls > $x', 'a redirection to a file whose name is not certain', 5],
    ['ls > *', 'a redirection to a file whose name is not certain', 5],
    ['ls > /dev/tcp/h/1', 'a redirection to the network', 5],
    ['ls <> f', 'a file opened for reading and writing', 3],
    ['ls 123>f', 'an unusual file descriptor', 3],
    ['ls {fd}>f', 'an unusual file descriptor', 3],
    ['ls >&f', 'a redirection to a file descriptor that is not a number', 5],
    ['cat <<X\n$(x)\nX', 'a here-document that is not plain text', 8],
    ['cat <<X\nbody', 'a here-document without its end mark', 12],
    ['cat <<X', 'a here-document without a body', 7],
    ["cat <<'a b'\na b", 'a here-document with an unusual end mark', 6],
    ["cat <<'X' 'a\nb'\nX", 'a here-document before a quoted line end', 10],
    ['ls;; ls', 'the end of a case', 2],
    ['ls &&', 'an operator with nothing behind it', 5],
    ['&& ls', 'no program where one was expected', 0],
    ['ls )', 'a ")" that closes nothing', 3],
    ['(ls', 'a "(" that is not closed', 1],
    ['ls\r\nls', 'the character U+000D outside of quotes', 2],
    ['ls \u00a0x', 'the character U+00A0 outside of quotes', 3],
    ['ls \u202e', 'the character U+202E outside of quotes', 3],
    ['ls "\u0000"', 'a control character (U+0000)', 4],
    ['ls "\ud800"', 'half a character (U+D800)', 4],
    ['ec\\\nho', 'a line end inside a word', 2],
    ['"é\\""', 'a backslash after a character that is not ASCII', 2],
    ['echo $(echo $(', 'a "(" that is not closed', 14],
    ['( '.repeat(17), 'commands are nested too deeply', 33],
  ])('%j is refused: %s', (text, reason, at) => {
    expect(refusal(text)).toEqual({ reason, at })
  })
})
