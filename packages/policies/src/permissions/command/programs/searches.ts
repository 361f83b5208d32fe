import type { Word } from '../lexer/syntax.ts'
import type { Finding } from './finding.ts'

/** A search through folders reads what lies in them; where no folder is named, that is the one in which it runs. */
function searches(finding: Finding, words: readonly Word[], within: 'all' | 'visible'): void {
  // What is read may be the file of an option alone.
  const hasFile = words.some(({ text }) => /^-[a-zA-Z]*f|^--(?:file|exclude-from|ignore-file)/.test(text))
  const folders = finding.paths.filter(({ access }) => access === 'read')
  if (folders.length === 0 || hasFile) finding.touchesPath('.', 'read', { within })
  for (const folder of folders) finding.paths.push({ ...folder, within })
}

/** It reads wherever links in its folders lead, and no word tells where that is. */
export function followsLinks(finding: Finding): void {
  finding.doubts('it follows links out of its folders')
}

/** `-r`, also among other letters, or its long names. */
const deep = /^-[a-zA-Z]*[rR]|^--(?:dereference-)?rec|^--directories|^-d/
const includes = /^--include=/
const visibleNames = /^(?:\*\*\/)?(?:\*\.[\w*-]+|\*\.\{[\w,]+\}|[\w-][^*?[{]*)$/

/** Whether a pattern of names matches none that begins with a dot. */
export const isVisibleGlob = (glob: string): boolean => visibleNames.test(glob) && !glob.includes('/.')

/** `grep`: with `-r` it reads hidden names, too, unless it is told which names to read. */
export function readGrep(finding: Finding, words: readonly Word[]): void {
  if (!words.some((word) => deep.test(word.text))) return
  // Of links it follows those that stand in the command, and a pattern may stand for one.
  const byPattern = finding.paths.some(({ pattern }) => pattern)
  if (byPattern || words.some((word) => follows.test(word.text))) followsLinks(finding)
  const only = words.flatMap(({ text }, index) => {
    if (text === '--include') return [words[index + 1]?.text ?? '']
    return includes.test(text) ? [text.replace(includes, '')] : []
  })
  searches(finding, words, only.length > 0 && only.every(isVisibleGlob) ? 'visible' : 'all')
}

const follows = /^-[a-zA-Z]*R|^--dereference/

/** `rg`: it leaves out what is hidden or ignored, unless it is told otherwise, or names that by a pattern. */
export function readRipgrep(finding: Finding, words: readonly Word[]): void {
  if (words.some(({ text }) => /^-[a-zA-Z0]*L|^--follow$/.test(text))) followsLinks(finding)
  const freed = words.filter(({ text }) => /^(?:--unrestricted|-[a-zA-Z0]*u)/.test(text)).length
  const hidden = freed > 1 || words.some(({ text }) => /^(?:--hidden|-[a-zA-Z0]*(?:uu|\.))/.test(text))
  searches(finding, words, hidden || globs(words).some((glob) => !isVisibleGlob(glob)) ? 'all' : 'visible')
}

/** The names that it is told to read; those that it is told to leave out begin with `!`. */
function globs(words: readonly Word[]): string[] {
  const given = words.flatMap(({ text }, index) => {
    const joined = /^(?:--i?glob=|-g(?=.))(.*)$/s.exec(text)
    if (joined) return [joined[1] ?? '']
    return /^(?:-g|--i?glob)$/.test(text) ? [words[index + 1]?.text ?? ''] : []
  })
  return given.filter((glob) => !glob.startsWith('!'))
}
