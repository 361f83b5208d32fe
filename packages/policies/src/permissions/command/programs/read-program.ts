import type { Word } from '../lexer/syntax.ts'
import type { Places } from '../places.ts'
import { mayBeOption, readArguments } from './arguments.ts'
import { Finding } from './finding.ts'
import { knownPrograms } from './known.ts'
import { applyRole } from './roles.ts'

// What they do does not depend on the folder.
const anywhere = new Set(
  'echo printf true false : date whoami sleep seq exit test [ cd expr basename dirname'.split(' '),
)

/** What is known of a program and its arguments. */
export function readProgram(program: Word, words: readonly Word[], places: Places): Finding {
  const finding = new Finding(program, places)
  const { text } = program
  const slash = text.lastIndexOf('/')
  const name = text.slice(slash + 1)
  if (program.unknown !== undefined || program.pattern !== undefined) {
    finding.doubts('which program it runs is not known')
  }
  if (slash >= 0 && !/^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/.test(text)) readPlaced(finding, words)
  // Some file systems take a name in any case.
  const schema = knownPrograms.get(name) ?? knownPrograms.get(name.toLowerCase())
  if (schema) readArguments(finding, schema, words)
  else readUnknown(finding, words)
  if (places === undefined && !anywhere.has(text)) finding.doubts('the folder in which it runs is not known')
  return finding
}

/** A program of the workspace or of anybody, whatever it is called. */
function readPlaced(finding: Finding, words: readonly Word[]): void {
  finding.touches(finding.program, 'read')
  for (const word of words) applyRole(finding, 'any', word)
}

function readUnknown(finding: Finding, words: readonly Word[]): void {
  for (const word of words) {
    if (mayBeOption(word)) finding.doubts(`"${word.text}" may become an option`)
    applyRole(finding, 'any', word)
  }
}
