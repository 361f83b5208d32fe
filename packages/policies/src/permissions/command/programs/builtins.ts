import type { Word } from '../lexer/syntax.ts'
import type { Finding } from './finding.ts'
import { alike, type Programs } from './schema.ts'

const unary = new Set('-a -b -c -d -e -f -g -h -k -L -n -N -O -p -r -s -S -t -u -w -x -z -G'.split(' '))
const binary = new Set('= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef'.split(' '))
const files = new Set('-a -b -c -d -e -f -g -h -k -L -N -O -p -r -s -S -u -w -x -G'.split(' '))
const joining = new Set(['!', '-a', '-o', '(', ')'])

/** `test` and `[`: `-v` and `-R` evaluate what they get, so that only the known operators are certain. */
function readTest(finding: Finding, words: readonly Word[]): void {
  const closes = finding.program.text === '['
  if (closes && words.at(-1)?.text !== ']') finding.doubts('"[" without "]"')
  const operands = closes ? words.slice(0, -1) : words
  if (operands.some(({ splits, pattern }) => splits || pattern !== undefined)) {
    return finding.doubts('an operand that may become several words')
  }
  const unknown = operands.some((word) => word.unknown !== undefined)
  operands.forEach((word, index) => {
    if (word.unknown !== undefined) {
      if (!isSimpleTest(operands)) finding.doubts(`"${word.text}" may become an operator`)
      return
    }
    const isOperator = unary.has(word.text) || binary.has(word.text) || joining.has(word.text)
    if (/^-./.test(word.text) && !isOperator && !/^-\d+$/.test(word.text)) {
      finding.doubts(`what "${word.text}" tests is not known`)
    }
    const operator = operands[index - 1]?.text ?? ''
    if (!unknown && files.has(operator)) finding.touches(word, 'read')
  })
}

/** `-n "$x"` and `"$x" = y`: with so few words bash takes no value for an operator. */
function isSimpleTest(operands: readonly Word[]): boolean {
  const plain = operands[0]?.text === '!' ? operands.slice(1) : operands
  const [first, second] = plain
  if (plain.length === 2) return first?.unknown === undefined && unary.has(first?.text ?? '')
  return plain.length === 3 && second?.unknown === undefined && binary.has(second?.text ?? '')
}

function readPrintf(finding: Finding, words: readonly Word[]): void {
  const [first] = words
  // `-v` names a variable, whose subscript bash evaluates.
  if (first && (first.text.startsWith('-') || first.unknown !== undefined || first.pattern !== undefined)) {
    finding.doubts(`what "${first.text}" makes it do is not known`)
  }
  // `%n` sets the variable that its argument names.
  if (first && /%[^%A-Za-z]*[hlLjztq]*n/.test(first.text)) finding.doubts('it sets a variable')
}

function readSet(finding: Finding, words: readonly Word[]): void {
  let takesName = false
  for (const { text, unknown } of words) {
    const isKnown = takesName
      ? text === 'pipefail' || text === 'errexit' || text === 'nounset'
      : /^[-+][euo]+$/.test(text)
    if (!isKnown || unknown) return finding.doubts(`what "${text}" changes is not known`)
    takesName = !takesName && text.includes('o')
  }
}

/** What bash itself does. */
export const builtins: Programs = {
  ...alike('echo true false : pwd', { anyArguments: true }),
  printf: { anyArguments: true, read: readPrintf },
  ...alike('test [', { anyArguments: true, read: readTest }),
  cd: { flags: '-L', first: ['read'] },
  ...alike('exit return wait', { rest: 'text' }),
  // The subscript of a variable that is read into is evaluated, and many variables change what later commands do.
  read: {
    flags: '-r -s -e',
    values: { text: '-d -n -N -p -t -u' },
    rest: 'name',
  },
  set: { anyArguments: true, read: readSet },
  umask: { flags: '-S -p', rest: 'text' },
  type: { flags: '-a -f -p -P -t', rest: 'text' },
  hash: { flags: '-r' },
  jobs: { flags: '-l -p -r -s' },
  kill: { flags: '-l -9 -15 -TERM -KILL -HUP -INT', values: { text: '-s' }, rest: 'text' },
  ...alike('pkill killall', { flags: '-f -9 -15 -x -u -TERM -KILL', rest: 'text' }),
  ...alike('source .', {
    anyArguments: true,
    doubt: 'it runs the lines of a file',
    read: (finding, [file]) => {
      if (file) finding.runsFile(file)
    },
  }),
  ...alike('pushd popd dirs', { doubt: 'it changes the folder' }),
  ...alike(
    'alias unalias bg bind break caller compgen complete compopt continue declare disown enable export fc fg getopts help ' +
      'history let local logout mapfile readarray readonly shift shopt suspend times trap typeset ulimit unset',
    { anyArguments: true, doubt: 'it changes how bash runs what follows' },
  ),
}
