import type { Word } from '../lexer/syntax.ts'
import { mayBeOption } from './arguments.ts'
import type { Finding } from './finding.ts'
import { applyRole } from './roles.ts'
import { isPlainSedScript } from './sed-script.ts'
import { alike, type Programs } from './schema.ts'

const sedFlags = new Set(
  '-n -E -r -s -u -z --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug'.split(
    ' ',
  ),
)
const inPlace = /^(?:-i|--in-place(?:=|$))(.*)$/s

/** The scripts come by `-e`, or as the first operand. */
function readSed(finding: Finding, words: readonly Word[]): void {
  const given: SedArguments = { scripts: [], operands: [], changes: false }
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]
    if (!word) break
    if (/^(?:-n?e|--expression)$/.test(word.text)) {
      index += 1
      given.scripts.push(words[index] ?? word)
    } else readSedWord(finding, given, word)
  }
  const { scripts, operands, changes } = given
  // On some systems the empty word after `-i` is its suffix, on others the script, and the script a file.
  const hasEmpty = changes && operands[0]?.text === ''
  const files = scripts.length > 0 ? operands : operands.slice(1)
  if (scripts.length === 0) scripts.push(...operands.slice(0, hasEmpty ? 2 : 1))
  for (const script of scripts) checkScript(finding, script)
  for (const file of files) finding.touches(file, changes ? 'write' : 'read')
}

interface SedArguments {
  readonly scripts: Word[]
  readonly operands: Word[]
  changes: boolean
}

function readSedWord(finding: Finding, given: SedArguments, word: Word): void {
  if (mayBeOption(word)) finding.doubts(`"${word.text}" may become an option`)
  const suffix = inPlace.exec(word.text)
  if (suffix) given.changes = suffixIsPlain(finding, suffix[1] ?? '')
  else if (!word.text.startsWith('-') || word.text === '-') given.operands.push(word)
  else if (!isSedFlags(word.text)) finding.doubts(`what "${word.text}" makes it do is not known`)
}

function suffixIsPlain(finding: Finding, suffix: string): true {
  if (!/^[\w.-]*$/.test(suffix)) finding.doubts(`where "-i${suffix}" keeps the old file is not known`)
  // `-ie` and `-in` are taken for a suffix by some and for two options by others.
  if (/^[a-zA-Z]/.test(suffix)) finding.doubts(`"-i${suffix}" may be one option or several`)
  return true
}

function isSedFlags(text: string): boolean {
  return sedFlags.has(text) || /^-[nErsuz]+$/.test(text)
}

function checkScript(finding: Finding, word: Word): void {
  if (word.unknown !== undefined || word.pattern !== undefined) {
    finding.doubts(`it runs "${word.text}", which is not certain`)
  } else if (!isPlainSedScript(word.text)) finding.doubts('a sed script that may do more than change lines')
}

// `|`, `>` and `getline` reach files and programs, `@` loads and calls by name.
const awkReaches = /[|>@]|system|getline|ENVIRON|ARGV|ARGC|include|load|extension/

function readAwk(finding: Finding, words: readonly Word[]): void {
  let program: Word | undefined
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]
    if (!word) break
    if (mayBeOption(word)) finding.doubts(`"${word.text}" may become an option`)
    if (program !== undefined) applyRole(finding, 'read', word)
    else if (word.text === '-F' || word.text === '-v') {
      index += 1
      checkValue(finding, words[index])
    } else if (/^-F./s.test(word.text)) checkValue(finding, word)
    else if (word.text.startsWith('-')) finding.doubts(`what "${word.text}" makes it do is not known`)
    else program = word
  }
  if (program === undefined) return finding.doubts('there is no program')
  if (program.unknown !== undefined || program.pattern !== undefined || awkReaches.test(program.text)) {
    finding.doubts('an awk program that may do more than read and print')
  }
}

function checkValue(finding: Finding, word: Word | undefined): void {
  if (word?.splits || word?.pattern !== undefined) finding.doubts(`"${word.text}" may become several words`)
}

/** Programs with a small language of their own. */
export const streamEditors: Programs = {
  ...alike('sed gsed', { anyArguments: true, read: readSed }),
  ...alike('awk gawk mawk nawk', { anyArguments: true, read: readAwk }),
}
