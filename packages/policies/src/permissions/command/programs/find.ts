import type { Word } from '../lexer/syntax.ts'
import { mayBeOption } from './arguments.ts'
import type { Finding } from './finding.ts'
import type { Programs } from './schema.ts'

const plain = new Set(
  (
    '-print -print0 -ls -prune -quit -depth -d -empty -not -a -o -and -or ! ( ) , -true -false -follow -xdev -mount ' +
    '-nouser -nogroup -daystart -readable -writable -executable -noleaf -ignore_readdir_race -warn -nowarn -help ' +
    '--help -version --version -H -L -P'
  ).split(' '),
)
const withText = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -mmin ' +
    '-ctime -cmin -atime -amin -used -maxdepth -mindepth -perm -user -group -uid -gid -links -inum -fstype -printf ' +
    '-regextype -context'
  ).split(' '),
)
const withRead = new Set('-newer -anewer -cnewer -samefile'.split(' '))
const withWrite = new Set('-fprint -fprint0 -fls -fprintf'.split(' '))
const runs = new Set('-exec -execdir -ok -okdir'.split(' '))

/** Starting points first, then tests and actions. */
function readFind(finding: Finding, words: readonly Word[]): void {
  const roots = startingPoints(words)
  const deletes = words.some(({ text }) => text === '-delete')
  for (const root of roots) finding.touches(root, deletes ? 'write' : 'read')
  if (deletes && roots.length === 0) finding.touchesPath('.', 'write')
  if (words.some(({ text }) => text === '-L' || text === '-follow')) {
    finding.doubts('it follows links out of its folders')
  }
  for (const word of words) if (mayBeOption(word)) finding.doubts(`"${word.text}" may become an action`)
  readExpression(finding, words, roots)
}

function startingPoints(words: readonly Word[]): Word[] {
  const first = words.findIndex(({ text }) => !/^-[HLP]$/.test(text))
  if (first < 0) return []
  const end = words.findIndex(({ text }, index) => index >= first && /^[-(!,)]/.test(text))
  return words.slice(first, end < 0 ? undefined : end)
}

function readExpression(finding: Finding, words: readonly Word[], roots: readonly Word[]): void {
  const [root] = roots
  const found = filesFound(finding, words, roots)
  let index = root === undefined ? 0 : words.indexOf(root) + roots.length
  for (; index < words.length; index += 1) {
    const { text } = words[index] ?? { text: '' }
    const value = words[index + 1]
    if (plain.has(text) || text === '-delete') continue
    if (runs.has(text)) index = readAction(finding, words, index, found)
    else if (withText.has(text) || /^-newer[aBcm][Bcmat]$/.test(text)) index += 1
    else if (withRead.has(text) && value) {
      finding.touches(value, 'read')
      index += 1
    } else if (withWrite.has(text) && value) {
      finding.touches(value, 'write')
      index += text === '-fprintf' ? 2 : 1
    } else finding.doubts(`what "${text}" makes it do is not known`)
  }
  if (index > words.length) finding.doubts('a test without its value')
}

/** A pattern of the files that an action gets. */
function filesFound(finding: Finding, words: readonly Word[], roots: readonly Word[]): string {
  const [root] = roots
  if (roots.length < 2) return `${root?.text ?? '.'}/${namesFound(words)}`
  if (words.some(({ text }) => runs.has(text)))
    finding.doubts('it runs a program for files of several places')
  return `./${namesFound(words)}`
}

/** `-exec program words ;` or `+`; returns the index of the end mark. */
function readAction(finding: Finding, words: readonly Word[], start: number, found: string): number {
  let end = start + 1
  while (end < words.length && !isEnd(words, end)) end += 1
  finding.runs(words.slice(start + 1, end).map((word) => withFoundFile(word, found)))
  if (end >= words.length) finding.doubts('an action without its end mark')
  return end
}

function isEnd(words: readonly Word[], index: number): boolean {
  const { text } = words[index] ?? { text: '' }
  return text === ';' || (text === '+' && words[index - 1]?.text === '{}')
}

/** A pattern of what it finds; names that begin with a dot are among that unless all tests exclude them. */
function namesFound(words: readonly Word[]): string {
  const names = words.flatMap(({ text }, index) => {
    const before = words[index - 1]?.text ?? ''
    const isNegated = /^(?:!|-not)$/.test(words[index - 2]?.text ?? '')
    return /^-i?name$/.test(before) && !isNegated ? [text] : []
  })
  const branches = words.filter(({ text }) => /^(?:-o|-or|,)$/.test(text)).length + 1
  const [only = ''] = names
  if (names.length >= branches && names.every((name) => visibleName.test(name))) return '**'
  return names.length === 1 && branches === 1 && only.startsWith('.') ? `**/${only}` : '{.*,**}'
}

const visibleName = /^(?:\*\.\w+|[^.*?[\\{/][^*?[\\/]*)$/

/** `{}` is any file below the starting point, and never an option, as that stands before it. */
function withFoundFile(word: Word, found: string): Word {
  if (!word.text.includes('{}')) return word
  if (word.text !== '{}' || /^[-$]/.test(found)) return { ...word, unknown: 'output' }
  return { ...word, path: found, pattern: 1 }
}

/** `find`. */
export const findPrograms: Programs = { find: { anyArguments: true, read: readFind } }
