import { core } from './highlight/engine.js'
import type { Highlight } from './highlight/highlight.ts'
import { languages } from './highlight/languages.ts'
import { LineEmitter } from './highlight/line-emitter.ts'

export type { Highlight } from './highlight/highlight.ts'
export type { Piece } from './layout/pieces.ts'

/** More than this is not coloured: a grammar may take time that grows faster than the program. */
const mostLines = 200
const mostUnits = 20_000
const longestLine = 1_000

/**
 * A highlighter for cards.
 * @param names - the languages that it shall know, of those that are built in; all of them by default.
 * @returns a function that answers `undefined` for a language that it does not know, and for a program of more than
 * 200 lines, 20,000 characters, or 1,000 in a line.
 * @throws RangeError where a language is not built in.
 */
export function highlighter(names: readonly string[] = Object.keys(languages)): Highlight {
  const engine = core.newInstance()
  engine.configure({ __emitter: LineEmitter })
  for (const name of names) {
    const grammar = Object.hasOwn(languages, name) ? languages[name] : undefined
    if (grammar === undefined) {
      const known = Object.keys(languages).join(', ')
      throw new RangeError(`no grammar is built in for "${name}"; choose among ${known}`)
    }
    engine.registerLanguage(name, grammar)
  }
  return (code, language) => {
    if (!isSmall(code) || engine.getLanguage(language) === undefined) return undefined
    const { _emitter: emitter, errorRaised } = engine.highlight(code, { language, ignoreIllegals: true })
    return errorRaised === undefined && emitter instanceof LineEmitter ? emitter.lines : undefined
  }
}

function isSmall(code: string): boolean {
  if (code.length > mostUnits) return false
  const lines = code.split('\n')
  return lines.length <= mostLines && lines.every(({ length }) => length <= longestLine)
}
