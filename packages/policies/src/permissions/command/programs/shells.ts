import type { Word } from '../lexer/syntax.ts'
import type { Finding } from './finding.ts'
import { applyRole } from './roles.ts'
import { alike, type Programs } from './schema.ts'

const known = /^-[eux]*l?c$/

function readShell(finding: Finding, words: readonly Word[]): void {
  const [option, script] = words
  if (option === undefined) return finding.runsInput()
  if (script && known.test(option.text) && option.unknown === undefined && !/^[-+]/.test(script.text)) {
    // What is a doubt of the shell itself: the start-up files of a login shell.
    if (option.text.includes('l')) finding.doubts('it runs the start-up files of the shell')
    finding.runsScript(script)
    if (finding.program.text !== 'bash' && finding.program.text !== 'sh')
      finding.doubts('another shell reads it')
    for (const word of words.slice(2)) applyRole(finding, 'any', word)
    return
  }
  if (/^[-+]/.test(option.text) || option.unknown !== undefined || option.pattern !== undefined) {
    finding.doubts(`what "${option.text}" makes it run is not known`)
    const readsScript =
      words.every(({ text }) => /^[-+]/.test(text)) || words.some(({ text }) => /^-\w*s/.test(text))
    if (readsScript) finding.runsInput()
    // Wherever its script stands, what must not run is met.
    words.forEach((word, index) => {
      const text = words[index + 1]
      if (text && /^[-+][A-Za-z]*c/.test(word.text)) finding.runsScript(text)
    })
    return
  }
  finding.runsFile(option)
  for (const word of words.slice(1)) applyRole(finding, 'any', word)
}

/** Other shells; the text after `-c` is read like the command itself. */
export const shells: Programs = {
  ...alike('sh bash zsh dash ksh ash fish rbash', { anyArguments: true, read: readShell }),
  ...alike('busybox toybox', {
    anyArguments: true,
    doubt: 'it is many programs in one',
    read: (finding, words) => finding.runs(words),
  }),
}
