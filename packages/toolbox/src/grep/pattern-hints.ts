import { cutEnd } from '../text/cut.ts'
import { certainText, matchHint } from './portable/match-hint.ts'
import { readPattern, type PatternOptions } from './portable/read-pattern.ts'
import type { MatchHint } from './protocol.ts'
import { requiredLiteral } from './required-literal.ts'

/** Longer texts are shortened, so that a hostile one cannot make the byte search slow. */
const textLength = 24

/** What a pattern says of files and lines that it cannot match. */
export interface PatternHints {
  /** Bytes without which no line of a file can match. */
  readonly required: Buffer | undefined
  /** What leads to the lines that may match. */
  readonly hint: MatchHint | undefined
}

/** Looks for what every match of a pattern holds, which native searches find far faster than the engine does. */
export function patternHints(source: string, options: PatternOptions): PatternHints {
  const pattern = readPattern(source, options)
  if (pattern === undefined) {
    const required = requiredLiteral(source, options.isLiteral, options.ignoreCase)
    return { required, hint: required === undefined ? undefined : hintOf(required.toString()) }
  }
  const text = certainText(pattern)
  const required = text === undefined ? undefined : Buffer.from(cutEnd(text, textLength), 'utf8')
  return { required, hint: matchHint(pattern) }
}

function hintOf(text: string): MatchHint {
  return {
    source: text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    flags: 'g',
    isExact: false,
    isStart: false,
  }
}
